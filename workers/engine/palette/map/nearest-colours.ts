import { FEW_PIXELS, FIRST_ENTRIES, SAMPLE_WEIGHTS } from '../tuning.ts';

const [RED, GREEN, BLUE] = SAMPLE_WEIGHTS;

/** Cells of a block along each axis, as bits; and what rounding may add to distances. */
const BLOCK_BITS = 2;
const ROUNDING = 1e-6;

/** Up to here entries are put in their places one by one. */
const FEW_ENTRIES = 24;

/** Finds palette colours by a grid of cells that remembers, for each, the few entries worth looking at. */
export class NearestColours {
  /** Premultiplied palette, four samples a colour. */
  readonly weighted: Float32Array;
  private readonly count: number;
  /** Opaque pictures leave the fourth axis out and halve the cells instead: their lists are much shorter. */
  private readonly shift: number;
  private readonly axes: number;
  private readonly reach: number;
  /** For each cell, where its entries begin, plus one; 0 where it was not looked at yet. */
  private readonly starts: Int32Array;
  /** Where the entries of visited cells begin, by key; null where `starts` has room for all cells. */
  private readonly fewStarts: Map<number, number> | null;
  /** Lists, each led by its length, the nearest to the centre of the cell first. */
  private entries: Uint8Array;
  /** Distances from the centre of the cell, beside `entries`. */
  private reaches: Float32Array;
  private used = 0;
  /** Lists of blocks of cells, by their key. */
  private readonly blocks = new Map<number, Uint8Array>();
  private readonly all = Uint8Array.from({ length: 256 }, (_, index) => index);
  /** Distances of all candidates while a list is made; the list, and its distances. */
  private readonly measured = new Float64Array(256);
  private readonly centre = new Float32Array(4);
  private readonly near = new Uint8Array(256);
  private readonly distances = new Float64Array(256);

  /**
   * @param palette RGBA, at most 256 colours
   * @param isOpaque the picture and all colours are opaque
   * @param pixels   about how many colours will be looked for; the answers are the same for any number
   */
  constructor(palette: Uint8Array, isOpaque: boolean, pixels: number) {
    this.count = palette.length / 4;
    this.shift = isOpaque ? 2 : 3;
    this.axes = isOpaque ? 3 : 4;
    const half = (1 << this.shift) / 2;
    this.reach = half * Math.sqrt(RED + GREEN + BLUE + (isOpaque ? 0 : 1));
    const isFew = pixels <= FEW_PIXELS;
    this.fewStarts = isFew ? new Map() : null;
    this.starts = new Int32Array(isFew ? 0 : 1 << ((8 - this.shift) * this.axes));
    this.entries = new Uint8Array(isFew ? FIRST_ENTRIES.few : FIRST_ENTRIES.many);
    this.reaches = new Float32Array(this.entries.length);
    this.weighted = new Float32Array(palette.length);
    for (let i = 0; i < palette.length; i += 4) {
      const scale = palette[i + 3]! / 255;
      for (let c = 0; c < 3; c++) this.weighted[i + c] = palette[i + c]! * scale;
      this.weighted[i + 3] = palette[i + 3]!;
    }
  }

  /** The entry nearest to a pixel. @param samples premultiplied, each 0 to 255 @param at its first one */
  find(samples: Float32Array, at: number): number {
    const key = this.cellOf(samples, at);
    const known = this.fewStarts ? this.fewStarts.get(key) : this.starts[key];
    const start = (known || this.addCell(key)) - 1;
    const length = this.entries[start]! || 256;
    let best = this.entries[start + 1]!;
    if (length === 1) return best;
    let least = this.distance(best, samples, at);
    // Triangle inequality: an entry further from the centre than this sum cannot be nearer to the pixel.
    let limit = Math.sqrt(least) + this.reach;
    for (let i = start + 2; i <= start + length; i++) {
      if (this.reaches[i]! > limit) break;
      const index = this.entries[i]!;
      const distance = this.distance(index, samples, at);
      if (distance < least) {
        least = distance;
        best = index;
        limit = Math.sqrt(least) + this.reach;
      }
    }
    return best;
  }

  /** Squared distance of an entry and a pixel; green counts most, as the eye sees it. See {@link find}. */
  distance(index: number, samples: Float32Array, at: number): number {
    const colours = this.weighted;
    const from = index * 4;
    const dr = colours[from]! - samples[at]!;
    const dg = colours[from + 1]! - samples[at + 1]!;
    const db = colours[from + 2]! - samples[at + 2]!;
    const da = colours[from + 3]! - samples[at + 3]!;
    return RED * dr * dr + GREEN * dg * dg + BLUE * db * db + da * da;
  }

  /** The cell that a pixel lies in. */
  private cellOf(samples: Float32Array, at: number): number {
    const { shift } = this;
    const bits = 8 - shift;
    let key = 0;
    for (let axis = 0; axis < this.axes; axis++) key = (key << bits) | (samples[at + axis]! >> shift);
    return key;
  }

  /** Lists the entries that can be nearest to some colour of the cell: those within its reach of the best at its centre. */
  private addCell(key: number): number {
    const { shift } = this;
    const candidates = this.blockAround(key);
    const length = this.listNear(key, shift, candidates, candidates.length);
    this.sortNear(length);
    const start = this.append(length) + 1;
    if (this.fewStarts) this.fewStarts.set(key, start);
    else this.starts[key] = start;
    return start;
  }

  /**
   * The entries that can be in the list of any cell of the block of cells around one: the list of the block, as a cell is no
   * further from its centre than its reach is longer. Looking at these and not at all of a palette takes a tenth of the time.
   */
  private blockAround(key: number): Uint8Array {
    const bits = 8 - this.shift;
    const mask = (1 << (bits - BLOCK_BITS)) - 1;
    let block = 0;
    for (let axis = 0; axis < this.axes; axis++)
      block |= ((key >> (axis * bits + BLOCK_BITS)) & mask) << (axis * (bits - BLOCK_BITS));
    let list = this.blocks.get(block);
    if (!list) {
      const length = this.listNear(block, this.shift + BLOCK_BITS, this.all, this.count);
      this.blocks.set(block, (list = this.near.slice(0, length)));
    }
    return list;
  }

  /**
   * Lists the candidates within a cell's reach of the best at its centre, in `near` and `distances`.
   * @param key   of a cell whose sides have `shift` bits
   * @returns how many they are
   */
  private listNear(key: number, shift: number, candidates: Uint8Array, count: number): number {
    const { near, distances, centre } = this;
    this.putCentre(key, shift);
    let least = Infinity;
    for (let i = 0; i < count; i++) {
      const distance = Math.sqrt(this.distance(candidates[i]!, centre, 0));
      this.measured[i] = distance;
      if (distance < least) least = distance;
    }
    // A cell of another size than those of the grid is a block: rounding must lose it nothing.
    const limit = least + 2 * this.reach * 2 ** (shift - this.shift) + (shift === this.shift ? 0 : ROUNDING);
    let length = 0;
    for (let i = 0; i < count; i++) {
      if (this.measured[i]! > limit) continue;
      near[length] = candidates[i]!;
      distances[length++] = this.measured[i]!;
    }
    return length;
  }

  /** Puts the colour in the middle of a cell into `centre`. */
  private putCentre(key: number, shift: number): void {
    const bits = 8 - shift;
    const half = (1 << shift) / 2;
    this.centre[3] = 255;
    for (let axis = this.axes - 1, left = key; axis >= 0; axis--, left >>= bits)
      this.centre[axis] = ((left & ((1 << bits) - 1)) << shift) + half;
  }

  /** Sorts the first entries of `near`, the nearest first; of equal ones that with the lower index. */
  private sortNear(length: number): void {
    const { near, distances } = this;
    if (length > FEW_ENTRIES) {
      const byIndex = this.measured;
      for (let i = 0; i < length; i++) byIndex[near[i]!] = distances[i]!;
      near.set(Array.from(near.subarray(0, length)).sort((x, y) => byIndex[x]! - byIndex[y]! || x - y));
      for (let i = 0; i < length; i++) distances[i] = byIndex[near[i]!]!;
      return;
    }
    for (let i = 1; i < length; i++) {
      const [index, distance] = [near[i]!, distances[i]!];
      let at = i;
      for (; at > 0 && isBefore(distance, index, distances[at - 1]!, near[at - 1]!); at--) {
        distances[at] = distances[at - 1]!;
        near[at] = near[at - 1]!;
      }
      distances[at] = distance;
      near[at] = index;
    }
  }

  /** Keeps the first entries of `near`. */
  private append(length: number): number {
    if (this.used + length + 1 > this.entries.length) {
      const size = Math.max(this.entries.length * 2, this.used + length + 1);
      const [entries, reaches] = [new Uint8Array(size), new Float32Array(size)];
      entries.set(this.entries);
      reaches.set(this.reaches);
      this.entries = entries;
      this.reaches = reaches;
    }
    const start = this.used++;
    this.entries.set(this.near.subarray(0, length), this.used);
    this.reaches.set(this.distances.subarray(0, length), this.used);
    this.used += length;
    // 256 does not fit a byte and is written as 0.
    this.entries[start] = length;
    return start;
  }
}

/** The nearer of two entries comes first; of equal ones that with the lower index. */
function isBefore(distance: number, index: number, other: number, otherIndex: number): boolean {
  return distance < other || (distance === other && index < otherIndex);
}
