import { isOpaque as isOpaquePalette } from '../indexed-picture.ts';
import { cheapest, clamp, spread, type MapOptions } from '../map-colours.ts';
import { NearestColours } from '../nearest-colours.ts';
import { OPAQUE, type Pixels } from './compose-frames.ts';

/**
 * Maps frames one after the other to one palette. Pixels that a frame does not change keep their colour, so that nothing
 * flickers; of the colours near enough for the others it takes the one that is there already, or that goes on with a run.
 */
export class FrameMapper {
  /** Mean squared error of the last frame, in levels. */
  error = 0;
  private readonly width: number;
  private readonly colours: NearestColours;
  private readonly options: MapOptions;
  private readonly known = new Uint32Array(KNOWN);
  private readonly knownIndexes = new Uint8Array(KNOWN);
  private pixels: Pixels | null = null;
  private indexes: Uint8Array | null = null;

  /** @param palette RGBA, at most 256 colours */
  constructor({ width, isOpaque }: FrameFacts, palette: Uint8Array, options: MapOptions) {
    this.width = width;
    this.colours = new NearestColours(palette, isOpaque && isOpaquePalette(palette));
    this.options = options;
  }

  /** @returns one index a pixel, in an array of its own */
  next(pixels: Pixels): Uint8Array {
    const { width, colours } = this;
    const { dither, thrift } = this.options;
    const height = pixels.length / width;
    const indexes = new Uint8Array(pixels.length);
    let here = new Float32Array((width + 2) * 4);
    let below = new Float32Array((width + 2) * 4);
    let sum = 0;
    for (let y = 0; y < height; y++) {
      const step = y % 2 === 0 ? 1 : -1;
      const choice = { colours, indexes, before: this.indexes, width, y, step, thrift };
      for (let i = 0, x = step > 0 ? 0 : width - 1; i < width; i++, x += step) {
        const at = y * width + x;
        const pixel = pixels[at]!;
        if (this.pixels?.[at] === pixel) {
          indexes[at] = this.indexes![at]!;
          continue;
        }
        const alpha = pixel >>> 24;
        const scale = alpha / 255;
        let [r, g, b, a] = [
          (pixel & 255) * scale,
          ((pixel >>> 8) & 255) * scale,
          ((pixel >>> 16) & 255) * scale,
          alpha,
        ];
        const to = x * 4 + 4;
        if (dither > 0) {
          [r, g] = [clamp(r + here[to]!), clamp(g + here[to + 1]!)];
          [b, a] = [clamp(b + here[to + 2]!), pixel >= OPAQUE ? 255 : clamp(a + here[to + 3]!)];
        }
        const nearest = dither > 0 ? colours.find(r, g, b, a) : this.nearestTo(pixel, r, g, b, a);
        const chosen = thrift > 0 ? cheapest(choice, nearest, i, x, r, g, b, a) : nearest;
        indexes[at] = chosen;
        sum += colours.distance(chosen, r, g, b, a);
        if (dither > 0) {
          const { weighted } = colours;
          const colour = chosen * 4;
          spread(here, below, to, step * 4, (r - weighted[colour]!) * dither);
          spread(here, below, to + 1, step * 4, (g - weighted[colour + 1]!) * dither);
          spread(here, below, to + 2, step * 4, (b - weighted[colour + 2]!) * dither);
          spread(here, below, to + 3, step * 4, (a - weighted[colour + 3]!) * dither);
        }
      }
      if (dither > 0) {
        [here, below] = [below, here];
        below.fill(0);
      }
    }
    this.error = sum / pixels.length;
    [this.pixels, this.indexes] = [pixels, indexes];
    return indexes;
  }

  /** Remembers what was found for a colour: frames show the same ones over and over. */
  private nearestTo(pixel: number, r: number, g: number, b: number, a: number): number {
    const slot = Math.imul(pixel, 0x9e3779b1) >>> KNOWN_SHIFT;
    // Pixels where nothing shows are 0, like places never used: for them it is looked up anew.
    if (pixel !== 0 && this.known[slot] === pixel) return this.knownIndexes[slot]!;
    const index = this.colours.find(r, g, b, a);
    this.known[slot] = pixel;
    this.knownIndexes[slot] = index;
    return index;
  }
}

export interface FrameFacts {
  /** Of a frame, px. */
  readonly width: number;
  /** Whether nothing shines through any frame. */
  readonly isOpaque: boolean;
}

const KNOWN_SHIFT = 16;
const KNOWN = 1 << (32 - KNOWN_SHIFT);
