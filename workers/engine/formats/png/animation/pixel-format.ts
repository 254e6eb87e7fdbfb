import { OPAQUE, type Pixels } from '../../animation/pixels.ts';
import type { Chunk, Header } from '../../../containers/png/chunks.ts';
import { leastDepth } from '../../../palette/map/packed-indexes.ts';
import { PALETTE_GREYS } from '../tuning.ts';

/**
 * How the samples of all frames are stored: they share one. Frames are handed on as codes, one number a pixel: the place in
 * the palette, or the pixel itself.
 */
export interface PixelFormat {
  readonly colourType: 0 | 2 | 3 | 4 | 6;
  readonly depth: 1 | 2 | 4 | 8;
  /** PLTE and tRNS where there are any. */
  readonly chunks: readonly Chunk[];
  /** The code of a pixel where nothing shows. */
  readonly empty: number;
  /** Whether that code can be stored. */
  readonly canDrawNothing: boolean;
  /** Whether nothing shines through a code. */
  readonly isOpaque: (code: number) => boolean;
  /** Codes of composed pixels. */
  readonly codesOf: (pixels: Pixels) => Uint32Array;
  /** Unfiltered rows of codes, each without its filter byte. */
  readonly rowsOf: (codes: Uint32Array, width: number, height: number) => Rows;
}

export interface Rows {
  readonly data: Uint8Array;
  /** Bytes a row. */
  readonly stride: number;
  /** Distance that row filters look back, in bytes; 0 where they are not worth trying. */
  readonly reach: number;
}

/** A palette; a colour where nothing shows is put first. @param depth bits a pixel, enough for the colours */
export function paletteFormat(colours: readonly number[], depth: 1 | 2 | 4 | 8): PixelFormat {
  const codes = new Map(colours.map((colour, code) => [colour, code]));
  const clear = codes.get(0);
  const bytes = colours.flatMap((colour) => [colour & 255, (colour >>> 8) & 255, (colour >>> 16) & 255]);
  const alpha = colours.map((colour) => colour >>> 24);
  const transparent = alpha.findLastIndex((value) => value < 255) + 1;
  const transparency = { type: 'tRNS', data: Uint8Array.from(alpha.slice(0, transparent)) };
  return {
    colourType: 3,
    depth,
    chunks: [{ type: 'PLTE', data: Uint8Array.from(bytes) }, ...(transparent > 0 ? [transparency] : [])],
    empty: clear ?? NO_CODE,
    canDrawNothing: clear !== undefined,
    isOpaque: (code) => alpha[code] === 255,
    codesOf: (pixels) => lookedUp(pixels, codes),
    rowsOf: (pixels, width, height) => packedRows(pixels, width, height, depth),
  };
}

const NO_CODE = 0xffff;

function lookedUp(pixels: Pixels, codes: ReadonlyMap<number, number>): Uint32Array {
  let [last, code] = [-1, 0];
  return pixels.map((pixel) => {
    if (pixel !== last) [last, code] = [pixel, codes.get(pixel)!];
    return code;
  });
}

/** Pixels packed from the high bits. */
function packedRows(codes: Uint32Array, width: number, height: number, depth: number): Rows {
  const perByte = 8 / depth;
  const stride = Math.ceil(width / perByte);
  const data = new Uint8Array(stride * height);
  for (let y = 0, at = 0; y < height; y++) {
    const row = y * stride;
    for (let x = 0; x < width; x++, at++)
      data[row + Math.floor(x / perByte)]! |= codes[at]! << (8 - depth * (1 + (x % perByte)));
  }
  return { data, stride, reach: 0 };
}

/**
 * Whole samples: grey or coloured, with or without alpha. Without alpha an unused colour could mark unchanged pixels, but some
 * programs ignore it.
 */
export function sampleFormat(isGrey: boolean, hasAlpha: boolean): PixelFormat {
  const shifts = [...(isGrey ? [0] : [0, 8, 16]), ...(hasAlpha ? [24] : [])];
  const channels = shifts.length;
  return {
    colourType: isGrey ? (hasAlpha ? 4 : 0) : hasAlpha ? 6 : 2,
    depth: 8,
    chunks: [],
    empty: 0,
    canDrawNothing: hasAlpha,
    isOpaque: (code) => code >= OPAQUE,
    codesOf: (pixels) => pixels,
    rowsOf: (codes, width) => {
      const data = new Uint8Array(codes.length * channels);
      let at = 0;
      for (const code of codes) for (const shift of shifts) data[at++] = (code >>> shift) & 255;
      return { data, stride: width * channels, reach: channels };
    },
  };
}

/** Colours, greyness and opacity of all frames that were noted. */
export class PixelCensus {
  /** How often each colour occurs, or null once there were more than a palette holds. */
  private counts: Map<number, number> | null = new Map();
  private isGrey = true;
  private isOpaque = true;

  note(pixels: Pixels): void {
    let [last, run] = [pixels[0]!, 0];
    for (let at = 0; at < pixels.length; at++) {
      const pixel = pixels[at]!;
      if (pixel === last) run++;
      else {
        this.noteColour(last, run);
        [last, run] = [pixel, 1];
      }
    }
    this.noteColour(last, run);
  }

  private noteColour(pixel: number, count: number): void {
    const rgb = pixel & 0xffffff;
    if (pixel < OPAQUE) this.isOpaque = false;
    if ((rgb & 0xffff) !== rgb >>> 8) this.isGrey = false;
    if (!this.counts) return;
    this.counts.set(pixel, (this.counts.get(pixel) ?? 0) + count);
    if (this.counts.size > 256) this.counts = null;
  }

  /**
   * The formats worth trying.
   * @param space of the profile that stays beside the samples, which rules the other space out
   * @param source how samples are stored so far
   */
  formats(space: 'grey' | 'rgb' | null, source: Header): PixelFormat[] {
    const isGrey = this.isGrey && space !== 'rgb';
    const palettes = this.counts && space !== 'grey' ? paletteFormats(this.counts, source) : [];
    const isFineGrey = isGrey && this.isOpaque && (this.counts?.size ?? Infinity) > PALETTE_GREYS;
    if (palettes.length > 0 && !isFineGrey) return palettes;
    if (!this.isOpaque) return [sampleFormat(isGrey, true)];
    const opaque = sampleFormat(isGrey, false);
    return palettes.length > 0 ? [...palettes, opaque] : [opaque, sampleFormat(isGrey, true)];
  }
}

/**
 * Palettes with transparent colours first, so that their list is short, then by frequency; with a place for unchanged
 * pixels where there is room. Less than a byte a pixel only where the source has that: some programs cannot draw parts of such
 * frames.
 */
export function paletteFormats(
  counts: ReadonlyMap<number, number>,
  { depth: before }: Header,
): PixelFormat[] {
  const used = [...counts].filter(([colour]) => colour !== 0).sort((a, b) => b[1] - a[1]);
  const rank = (colour: number): number => (colour < OPAQUE ? 0 : 1);
  const colours = used.map(([colour]) => colour).sort((a, b) => rank(a) - rank(b));
  if (colours.length < 256) colours.unshift(0);
  const least = leastDepth(colours.length);
  const whole = paletteFormat(colours, 8);
  return before < 8 && least < 8 ? [paletteFormat(colours, least), whole] : [whole];
}
