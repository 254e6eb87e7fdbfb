import type { Raster } from '../../base/raster.ts';
import { SAMPLED_PIXELS } from '../tuning.ts';

/**
 * The colours of a picture, sorted. How often each is met does not hang on the order of the pixels, so that a picture that is
 * turned or mirrored has the same histogram.
 */
export interface ColourHistogram {
  /** Red, green, blue and alpha in one number each; 0 where nothing shows. */
  readonly colours: Uint32Array;
  readonly pixels: Uint32Array;
  /** Those pixels that have the colour of all four neighbours: pages and buttons, not the levels of a photograph. */
  readonly inAreas: Uint32Array;
}

/**
 * Counts the colours of a picture. Of more than a megapixel about as many are sampled: a palette hardly changes by it.
 * @param raster RGB, RGBA or grey, 8 bits
 */
export function colourHistogram(raster: Raster): ColourHistogram {
  const { width, height } = raster;
  const table = new ColourTable();
  const takenAt = sampling(width, height);
  for (let y = 0, at = 0; y < height; y++) {
    const isTaken = takenAt(y);
    for (let x = 0, last = -1, place = -1; x < width; x++, at++) {
      if (isTaken[x] === 0) continue;
      const packed = packedAt(raster, at);
      if (packed !== last) [last, place] = [packed, table.placeOf(packed)];
      table.pixels[place]!++;
      if (isInArea(raster, x, y)) table.inAreas[place]!++;
    }
  }
  return table.sorted();
}

/**
 * Which pixels of the rows of a large picture are taken, 1 or 0 each. Their places are counted from the nearest edges, and across and
 * down are one, so that turning moves none; a hash spreads them, so that no pattern is missed.
 */
function sampling(width: number, height: number): (y: number) => Uint8Array {
  const isTaken = new Uint8Array(width).fill(1);
  const share = SAMPLED_PIXELS / (width * height);
  if (share >= 1) return () => isTaken;
  const least = Math.floor(share * HASHES);
  return (y) => {
    const down = Math.min(y, height - 1 - y);
    for (let across = 0; 2 * across < width; across++) {
      const taken = hashOf(across + down + Math.imul(across * down, SPREAD)) < least ? 1 : 0;
      isTaken[across] = taken;
      isTaken[width - 1 - across] = taken;
    }
    return isTaken;
  };
}

/** How many hashes there are. */
const HASHES = 0x1_0000_0000;

/** Keeps sums and products of places apart. */
const SPREAD = 0x9e3779b1;

/** Red, green, blue and alpha of a pixel in one number. */
function packedAt({ data, channels }: Raster, pixel: number): number {
  const from = pixel * channels;
  const isGrey = channels < 3;
  const alpha = channels % 2 === 0 ? data[from + channels - 1]! : 255;
  if (alpha === 0) return 0;
  const green = data[isGrey ? from : from + 1]!;
  const blue = data[isGrey ? from : from + 2]!;
  return ((data[from]! << 24) | (green << 16) | (blue << 8) | alpha) >>> 0;
}

/** Whether a pixel has the colour of those beside, above and below it. */
function isInArea({ data, channels, width, height }: Raster, x: number, y: number): boolean {
  if (x === 0 || y === 0 || x === width - 1 || y === height - 1) return false;
  const row = width * channels;
  const from = y * row + x * channels;
  for (let at = from; at < from + channels; at++) {
    const sample = data[at];
    if (data[at - channels] !== sample || data[at + channels] !== sample) return false;
    if (data[at - row] !== sample || data[at + row] !== sample) return false;
  }
  return true;
}

/** Colours that a table has room for at first; it doubles. */
const FIRST_COLOURS = 4096;

/** Numbers colours as they come. A table of our own: a Map of a million numbers takes ten times as long. */
class ColourTable {
  private count = 0;
  private colours = new Uint32Array(FIRST_COLOURS);
  pixels = new Uint32Array(FIRST_COLOURS);
  inAreas = new Uint32Array(FIRST_COLOURS);
  /** Numbers of colours plus one, by their hash; 0 where there is none. */
  private slots = new Uint32Array(FIRST_COLOURS * 2);

  placeOf(colour: number): number {
    const mask = this.slots.length - 1;
    let slot = hashOf(colour) & mask;
    for (let known = this.slots[slot]!; known > 0; known = this.slots[slot]!) {
      if (this.colours[known - 1] === colour) return known - 1;
      slot = (slot + 1) & mask;
    }
    if (this.count === this.colours.length) {
      this.grow();
      return this.placeOf(colour);
    }
    this.colours[this.count++] = colour;
    this.slots[slot] = this.count;
    return this.count - 1;
  }

  /** Numbers sort ten times as fast as places by them: each place stands behind its colour in one. */
  sorted(): ColourHistogram {
    const { count } = this;
    const keys = Float64Array.from({ length: count }, (_, at) => this.colours[at]! * PLACES + at).sort();
    const [colours, pixels, inAreas] = [
      new Uint32Array(count),
      new Uint32Array(count),
      new Uint32Array(count),
    ];
    for (let to = 0; to < count; to++) {
      const at = keys[to]! % PLACES;
      colours[to] = this.colours[at]!;
      pixels[to] = this.pixels[at]!;
      inAreas[to] = this.inAreas[at]!;
    }
    return { colours, pixels, inAreas };
  }

  private grow(): void {
    const { colours } = this;
    const size = colours.length * 2;
    this.colours = grown(colours, size);
    this.pixels = grown(this.pixels, size);
    this.inAreas = grown(this.inAreas, size);
    this.slots = new Uint32Array(size * 2);
    const mask = this.slots.length - 1;
    colours.forEach((colour, at) => {
      let slot = hashOf(colour) & mask;
      while (this.slots[slot]! > 0) slot = (slot + 1) & mask;
      this.slots[slot] = at + 1;
    });
  }
}

/** More than a table has places. */
const PLACES = 0x20_0000;

function grown(numbers: Uint32Array, size: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(size);
  larger.set(numbers);
  return larger;
}

/** Shifts and factor that mix all bits of a number into each other. */
const FIRST_SHIFT = 15;
const FACTOR = 0x2c1b3c6d;
const SECOND_SHIFT = 13;

function hashOf(number: number): number {
  const mixed = Math.imul(number ^ (number >>> FIRST_SHIFT), FACTOR);
  return (mixed ^ (mixed >>> SECOND_SHIFT)) >>> 0;
}
