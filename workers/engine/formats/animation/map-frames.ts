import { isOpaquePalette } from '../../palette/map/indexed-picture.ts';
import type { MappedPixels, MapOptions, PreviousFrame } from '../../palette/map/map-options.ts';
import { PaletteMapper } from '../../palette/map/palette-mapper.ts';
import type { FrameSequence } from './frame-sequence.ts';
import type { Pixels } from './pixels.ts';

/** All frames as indexes, with the error of each. */
export interface MappedFrames {
  readonly frames: readonly Uint8Array[];
  /** Mean squared error of each frame's changed pixels over all its pixels, in levels. */
  readonly errors: readonly number[];
  readonly still: Uint8Array | null;
}

/** Finds the colours of a palette for an animation. @param palette RGBA, at most 256 colours */
export function coloursFor({ isOpaque, width }: FrameSequence, palette: Uint8Array): PaletteMapper {
  return new PaletteMapper(palette, isOpaque && isOpaquePalette(palette), width);
}

/** Maps all frames, and the still, to one palette. */
export async function mapFrames(
  sequence: FrameSequence,
  palette: Uint8Array,
  options: MapOptions,
): Promise<MappedFrames> {
  const colours = coloursFor(sequence, palette);
  const mapper = new FrameMapper(colours, options);
  const frames: Uint8Array[] = [];
  const errors: number[] = [];
  for await (const [, pixels] of sequence.frames()) {
    frames.push(mapper.next(pixels));
    errors.push(mapper.lastError());
  }
  const still = sequence.still && new FrameMapper(colours, options).next(sequence.still);
  return { frames, errors, still };
}

/**
 * Maps frames one after the other to one palette. Pixels that a frame does not change keep their colour, so that nothing
 * flickers; of the colours near enough for the others it takes the present one, or one that continues a run.
 */
export class FrameMapper {
  private readonly colours: PaletteMapper;
  private readonly options: MapOptions;
  private last: MappedFrame | null = null;

  constructor(colours: PaletteMapper, options: MapOptions) {
    this.colours = colours;
    this.options = options;
  }

  /** @returns one index a pixel, in an array of its own */
  next(pixels: Pixels): Uint8Array {
    const { colours, options, last } = this;
    const mapped = mappedPixels(pixels);
    const unchanged = last && unchangedPixels(last.pixels, pixels);
    const previous = last && unchanged && { indexes: last.indexes, unchanged };
    const indexes =
      options.dither > 0
        ? colours.diffused(mapped, { ...options, previous })
        : this.mapUndithered(mapped, previous);
    this.last = { pixels, indexes, unchanged };
    return indexes;
  }

  /** Mean squared error of the last frame, in levels; unchanged pixels count as without error. */
  lastError(): number {
    const { colours, last } = this;
    if (!last) return 0;
    const { pixels, indexes, unchanged } = last;
    return colours.squaredError(mappedPixels(pixels), indexes, unchanged) / pixels.length;
  }

  private mapUndithered(pixels: MappedPixels, previous: PreviousFrame | null): Uint8Array {
    const nearest = this.colours.nearest(pixels, previous);
    const { lambda } = this.options;
    return lambda > 0 ? this.colours.byCost(pixels, nearest, { lambda, previous }) : nearest;
  }
}

interface MappedFrame {
  readonly pixels: Pixels;
  readonly indexes: Uint8Array;
  /** 1 where the pixel is as in the frame before; null for the first. */
  readonly unchanged: Uint8Array | null;
}

function unchangedPixels(before: Pixels, after: Pixels): Uint8Array {
  const unchanged = new Uint8Array(after.length);
  for (let at = 0; at < after.length; at++) if (before[at] === after[at]) unchanged[at] = 1;
  return unchanged;
}

function mappedPixels(pixels: Pixels): MappedPixels {
  const data = new Uint8Array(pixels.buffer, pixels.byteOffset, pixels.byteLength);
  return { channels: 4, data, keepsOpaque: true };
}
