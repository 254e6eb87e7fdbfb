import { orderByNeighbours } from './order-by-neighbours.ts';
import { channelsOf, type PngImage } from './png-image.ts';

const MOST_COLOURS = 256;

/** A palette of the colours that are used, each once, in their order; null where it is such a one. */
export function withUsedColours(image: PngImage): PngImage | null {
  const { data, depth, palette } = image;
  if (depth !== 8 || !palette) return null;
  const isUsed = new Uint8Array(MOST_COLOURS);
  for (let i = 0; i < data.length; i++) isUsed[data[i]!] = 1;
  const colours = new ColourList();
  const places = new Uint8Array(MOST_COLOURS);
  let isMoved = false;
  for (let index = 0; index < MOST_COLOURS; index++) {
    if (isUsed[index] === 0) continue;
    places[index] = colours.placeOf(colourAt(palette, index));
    isMoved ||= places[index] !== index;
  }
  if (!isMoved && colours.size === palette.length / 4) return null;
  return { ...image, palette: colours.palette(), data: isMoved ? movedTo(places, data) : data };
}

/** Pixels of 8 bits a sample as indexes into a palette, in the order in which colours come; null with more than 256. */
export function asIndexes(image: PngImage): PngImage | null {
  const { data, depth, colourType } = image;
  if (depth !== 8 || colourType === 3) return null;
  const channels = channelsOf(image);
  const colours = new ColourList();
  const indexes = new Uint8Array(data.length / channels);
  const colour = colourReader(image);
  let before = -1;
  let place = 0;
  for (let i = 0, to = 0; i < data.length; i += channels) {
    const here = colour(i);
    if (here !== before) {
      place = colours.placeOf(here);
      if (place >= MOST_COLOURS) return null;
      before = here;
    }
    indexes[to++] = place;
  }
  return { ...image, colourType: 3, palette: colours.palette(), transparent: null, data: indexes };
}

/**
 * Indexes as the colours that they stand for, which need no palette.
 * @returns null where there is no palette, or colours take more than `mostGrowth` bytes more
 */
export function asColours(image: PngImage, mayBeGrey: boolean, mostGrowth: number): PngImage | null {
  const { data, depth, palette } = image;
  if (depth !== 8 || !palette) return null;
  const entries = Array.from({ length: palette.length / 4 }, (_, entry) =>
    palette.subarray(4 * entry, 4 * entry + 4),
  );
  const isGrey = mayBeGrey && entries.every(([red, green, blue]) => red === green && green === blue);
  const from = isGrey ? 2 : 0;
  const to = entries.some(([, , , alpha]) => alpha !== 255) ? 4 : 3;
  if (data.length * (to - from - 1) > mostGrowth) return null;
  const colours = new Uint8Array(data.length * (to - from));
  for (let i = 0, at = 0; i < data.length; i++, at += to - from)
    colours.set((entries[data[i]!] ?? BLACK).subarray(from, to), at);
  const colourType = isGrey ? (to === 4 ? 4 : 0) : to === 4 ? 6 : 2;
  return { ...image, colourType, palette: null, data: colours };
}

const BLACK = Uint8Array.of(0, 0, 0, 255);

/**
 * A palette in the order of alpha and lightness, the colour that is most often at the sides first; null where it is in
 * that order.
 */
export function withSortedColours(image: PngImage): PngImage | null {
  const { depth, palette } = image;
  if (depth !== 8 || !palette || palette.length <= 4) return null;
  const count = palette.length / 4;
  const first = commonestAtSides(image, count);
  const order = Array.from({ length: count }, (_, index) => index)
    .filter((index) => index !== first)
    .sort((a, b) => rankOf(palette, a) - rankOf(palette, b));
  if (first !== null) order.unshift(first);
  return inOrder(image, palette, order);
}

/**
 * A palette with see-through colours first, and the commonest first among both; null where it is in that order. Of equally common ones
 * the darker comes first, so that the order hangs on the picture alone.
 */
export function withCommonColoursFirst(image: PngImage): PngImage | null {
  const { data, depth, palette } = image;
  if (depth !== 8 || !palette) return null;
  const times = new Uint32Array(MOST_COLOURS);
  for (let i = 0; i < data.length; i++) times[data[i]!]!++;
  const isOpaque = (index: number): number => (palette[4 * index + 3] === 255 ? 1 : 0);
  const order = Array.from({ length: palette.length / 4 }, (_, index) => index).sort(
    (a, b) =>
      isOpaque(a) - isOpaque(b) || times[b]! - times[a]! || colourAt(palette, a) - colourAt(palette, b),
  );
  return inOrder(image, palette, order);
}

/** A palette in which colours that are neighbours in the picture are near each other; null where it is in that order. */
export function withNeighbouringColours(image: PngImage): PngImage | null {
  const { data, width, depth, palette } = image;
  if (depth !== 8 || !palette || palette.length <= 8) return null;
  return inOrder(image, palette, orderByNeighbours({ indexes: data, width }, palette.length / 4));
}

function inOrder(image: PngImage, palette: Uint8Array, order: readonly number[]): PngImage | null {
  if (order.every((index, place) => index === place)) return null;
  const sorted = new Uint8Array(palette.length);
  const places = new Uint8Array(MOST_COLOURS);
  order.forEach((index, place) => {
    sorted.set(palette.subarray(4 * index, 4 * index + 4), 4 * place);
    places[index] = place;
  });
  return { ...image, palette: sorted, data: movedTo(places, image.data) };
}

/** Indexes with each at its new place. */
function movedTo(places: Uint8Array, indexes: Uint8Array): Uint8Array {
  const moved = new Uint8Array(indexes.length);
  for (let i = 0; i < moved.length; i++) moved[i] = places[indexes[i]!]!;
  return moved;
}

/** Rises with alpha but for its last bit, then falls with lightness (Rec. 601). */
function rankOf(palette: Uint8Array, index: number): number {
  const [red, green, blue, alpha] = palette.subarray(4 * index, 4 * index + 4) as unknown as Four;
  return (alpha & 0xfe) * 2 ** 18 + (alpha & 1) - red * 299 - green * 587 - blue * 114;
}

type Four = readonly [number, number, number, number];

/** The index that is most often the first or last of a row, next to the number of a filter; null without a clear one. */
function commonestAtSides({ width, height, data }: PngImage, count: number): number | null {
  const times = new Uint32Array(MOST_COLOURS);
  if (width > 1) {
    for (let y = 0; y < height; y++) {
      times[data[y * width]!]!++;
      times[data[(y + 1) * width - 1]!]!++;
    }
  }
  const most = Math.max(...times.subarray(0, count));
  const isClear = times.filter((each) => each === most).length === 1;
  return isClear ? times.indexOf(most) : null;
}

/** Colours as numbers, alpha lowest: an entry that is not there is black. */
function colourAt(palette: Uint8Array, index: number): number {
  const at = 4 * index;
  if (at >= palette.length) return 255;
  return ((palette[at]! << 24) | (palette[at + 1]! << 16) | (palette[at + 2]! << 8) | palette[at + 3]!) >>> 0;
}

/** Reads the colour of the pixel that begins at a byte. */
function colourReader({ data, colourType, transparent }: PngImage): (at: number) => number {
  const [red = -1, green = -1, blue = -1] = transparent?.map((sample) => sample & 0xff) ?? [];
  if (colourType === 0 || colourType === 4) {
    const grey = (level: number, alpha: number): number => ((level * 0x1010100) | alpha) >>> 0;
    return colourType === 4
      ? (at) => grey(data[at]!, data[at + 1]!)
      : (at) => grey(data[at]!, data[at] === red ? 0 : 255);
  }
  return (at) => {
    const alpha =
      colourType === 6
        ? data[at + 3]!
        : data[at] === red && data[at + 1] === green && data[at + 2] === blue
          ? 0
          : 255;
    return ((data[at]! << 24) | (data[at + 1]! << 16) | (data[at + 2]! << 8) | alpha) >>> 0;
  };
}

/** Different colours in the order in which they came. */
class ColourList {
  private readonly places = new Map<number, number>();

  get size(): number {
    return this.places.size;
  }

  placeOf(colour: number): number {
    let place = this.places.get(colour);
    if (place === undefined) this.places.set(colour, (place = this.places.size));
    return place;
  }

  palette(): Uint8Array {
    const entries = new Uint8Array(4 * this.places.size);
    const view = new DataView(entries.buffer);
    for (const [colour, place] of this.places) view.setUint32(4 * place, colour);
    return entries;
  }
}
