import type { Raster } from '../../base/raster.ts';
import { ColourMapper } from '../map/map-colours.ts';

/** What more than half of some pixels have exactly, in areas, if anything. */
export interface MainColour {
  /** RGBA. */
  readonly colour: readonly number[];
  /** How many of those that have it are like the pixels to their left and above; 0 where they are not the most. */
  readonly pixels: number;
}

/**
 * For each index the exact colour of most of its pixels in areas, such as a page or a button: the palette can show it unchanged.
 * Levels of a photograph are no areas. Found in two passes (majority vote: Boyer and Moore, 1981).
 * @param raster  RGB, RGBA or grey
 * @param indexes one a pixel
 * @param count   how many indexes there are
 */
export function mainColours(raster: Raster, indexes: Uint8Array, count: number): MainColour[] {
  const { places, colours } = pixelsInAreas(raster);
  const votes = new Int32Array(count);
  const leading = new Int32Array(count);
  const pixels = new Uint32Array(count);
  const inArea = new Uint32Array(count);
  for (let i = 0; i < indexes.length; i++) pixels[indexes[i]!]!++;
  for (let i = 0; i < places.length; i++) {
    const index = indexes[places[i]!]!;
    if (votes[index] === 0) leading[index] = colours[i]!;
    votes[index]! += leading[index] === colours[i] ? 1 : -1;
  }
  for (let i = 0; i < places.length; i++) {
    const index = indexes[places[i]!]!;
    if (leading[index] === colours[i]) inArea[index]!++;
  }
  return Array.from(inArea, (same, index) => ({
    colour: [24, 16, 8, 0].map((shift) => (leading[index]! >>> shift) & 255),
    pixels: same * 2 > pixels[index]! ? same : 0,
  }));
}

/** A palette whose colours are the main ones of the pixels that are nearest to them, where there are such. */
export function withMainColours(raster: Raster, palette: Uint8Array): Uint8Array {
  const indexes = new ColourMapper(raster, palette).nearestIndexes();
  return exactly(palette, mainColours(raster, indexes, palette.length / 4));
}

/** A palette with main colours in the place of its own. */
export function exactly(palette: Uint8Array, mains: readonly MainColour[]): Uint8Array {
  const exact = palette.slice();
  mains.forEach(({ colour, pixels }, at) => {
    if (pixels > 0) exact.set(colour, at * 4);
  });
  return exact;
}

/** Pixels that are like those to their left and above, with their colours. */
function pixelsInAreas(raster: Raster): { places: Uint32Array; colours: Int32Array } {
  const { width, height } = raster;
  const places = new Uint32Array(width * height);
  const colours = new Int32Array(width * height);
  let found = 0;
  let above = new Int32Array(width);
  let row = new Int32Array(width);
  for (let y = 0; y < height; y++) {
    for (let x = 0, place = y * width; x < width; x++, place++) {
      const colour = packedAt(raster, place);
      row[x] = colour;
      if (y === 0 || x === 0 || colour !== above[x] || colour !== row[x - 1]) continue;
      places[found] = place;
      colours[found++] = colour;
    }
    [above, row] = [row, above];
  }
  return { places: places.subarray(0, found), colours: colours.subarray(0, found) };
}

/** Red, green, blue and alpha of a pixel in one number. */
function packedAt({ data, channels }: Raster, pixel: number): number {
  const from = pixel * channels;
  const isGrey = channels < 3;
  const green = data[isGrey ? from : from + 1]!;
  const blue = data[isGrey ? from : from + 2]!;
  const alpha = channels % 2 === 0 ? data[from + channels - 1]! : 255;
  return (data[from]! << 24) | (green << 16) | (blue << 8) | alpha;
}
