/**
 * Pictures up to here look into so few cells that a table of all of them, one or four megabytes, costs more than it saves:
 * every icon has a dozen of tables, and the collector of garbage ran after each.
 */
const FEW_PIXELS = 8_000;

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
  /** The same of few cells, by their key; null where all have their place. */
  private readonly fewStarts: Map<number, number> | null;
  /** Lists, each led by its length, the nearest to the centre of the cell first. */
  private entries: Uint8Array;
  /** Distances from the centre of the cell, beside `entries`. */
  private reaches: Float32Array;
  private used = 0;
  /** Of every entry from the centre of a cell, while its list is made. */
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
    this.entries = new Uint8Array(isFew ? 1 << 10 : 1 << 14);
    this.reaches = new Float32Array(this.entries.length);
    this.weighted = new Float32Array(palette.length);
    for (let i = 0; i < palette.length; i += 4) {
      const scale = palette[i + 3]! / 255;
      for (let c = 0; c < 3; c++) this.weighted[i + c] = palette[i + c]! * scale;
      this.weighted[i + 3] = palette[i + 3]!;
    }
  }

  /** The entry nearest to a premultiplied colour, each sample 0 to 255. */
  find(r: number, g: number, b: number, a: number): number {
    const { shift } = this;
    const bits = 8 - shift;
    const opaque = ((((r >> shift) << bits) | (g >> shift)) << bits) | (b >> shift);
    const key = this.axes === 3 ? opaque : (opaque << bits) | (a >> shift);
    const known = this.fewStarts ? this.fewStarts.get(key) : this.starts[key];
    const start = (known || this.addCell(key)) - 1;
    const length = this.entries[start]! || 256;
    let best = this.entries[start + 1]!;
    if (length === 1) return best;
    let least = this.distance(best, r, g, b, a);
    // What lies further from the centre than the best from the pixel, plus the pixel from the centre, cannot be nearer.
    let limit = Math.sqrt(least) + this.reach;
    for (let i = start + 2; i <= start + length; i++) {
      if (this.reaches[i]! > limit) break;
      const index = this.entries[i]!;
      const distance = this.distance(index, r, g, b, a);
      if (distance < least) {
        least = distance;
        best = index;
        limit = Math.sqrt(least) + this.reach;
      }
    }
    return best;
  }

  /** Squared distance; green counts most, as the eye sees it. */
  distance(index: number, r: number, g: number, b: number, a: number): number {
    const colours = this.weighted;
    const at = index * 4;
    const dr = colours[at]! - r;
    const dg = colours[at + 1]! - g;
    const db = colours[at + 2]! - b;
    const da = colours[at + 3]! - a;
    return RED * dr * dr + GREEN * dg * dg + BLUE * db * db + da * da;
  }

  /** Lists the entries that can be nearest to some colour of the cell: those within its reach of the best at its centre. */
  private addCell(key: number): number {
    const bits = 8 - this.shift;
    const mask = (1 << bits) - 1;
    const half = (1 << this.shift) / 2;
    const hasAlpha = this.axes === 4;
    const centre = (step: number): number => (((key >> (step * bits)) & mask) << this.shift) + half;
    const first = hasAlpha ? 1 : 0;
    const [r, g, b] = [centre(first + 2), centre(first + 1), centre(first)];
    const a = hasAlpha ? centre(0) : 255;
    let least = Infinity;
    for (let index = 0; index < this.count; index++) {
      const distance = Math.sqrt(this.distance(index, r, g, b, a));
      this.distances[index] = distance;
      if (distance < least) least = distance;
    }
    const near: number[] = [];
    for (let index = 0; index < this.count; index++)
      if (this.distances[index]! <= least + 2 * this.reach) near.push(index);
    near.sort((x, y) => this.distances[x]! - this.distances[y]! || x - y);
    const start = this.append(near) + 1;
    if (this.fewStarts) this.fewStarts.set(key, start);
    else this.starts[key] = start;
    return start;
  }

  private append(list: readonly number[]): number {
    if (this.used + list.length + 1 > this.entries.length) {
      const size = Math.max(this.entries.length * 2, this.used + list.length + 1);
      const [entries, reaches] = [new Uint8Array(size), new Float32Array(size)];
      entries.set(this.entries);
      reaches.set(this.reaches);
      this.entries = entries;
      this.reaches = reaches;
    }
    const start = this.used++;
    for (const index of list) {
      this.reaches[this.used] = this.distances[index]!;
      this.entries[this.used++] = index;
    }
    // 256 does not fit a byte and is written as 0.
    this.entries[start] = list.length;
    return start;
  }
}

const RED = 0.9;
const GREEN = 1.5;
const BLUE = 0.6;
