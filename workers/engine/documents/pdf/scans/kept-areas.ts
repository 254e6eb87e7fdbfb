import { JOINED_CELLS, LEAST_SPLIT_SHARE, MOST_PICTURES } from './tuning.ts';

/** A rectangle of pixels. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Cells of a page that stay a picture. */
export class KeptCells {
  private readonly width: number;
  private readonly height: number;
  private readonly cell: number;
  private readonly columns: number;
  private readonly rows: number;
  private readonly kept: Uint8Array;

  /** @param cell side of a cell, px */
  constructor({ width, height }: { readonly width: number; readonly height: number }, cell: number) {
    this.width = width;
    this.height = height;
    this.cell = cell;
    this.columns = Math.ceil(width / cell);
    this.rows = Math.ceil(height / cell);
    this.kept = new Uint8Array(this.columns * this.rows);
  }

  /** Keeps the cells that an area touches. */
  keep({ left, top, right, bottom }: Area): void {
    const { cell, columns } = this;
    for (let row = Math.floor(top / cell); row * cell < bottom; row++)
      for (let column = Math.floor(left / cell); column * cell < right; column++)
        this.kept[row * columns + column] = 1;
  }

  /**
   * Rectangles around kept cells that touch. They may overlap.
   * @returns undefined where they are more than a page of text has pictures
   */
  areas(): Area[] | undefined {
    const areas: Area[] = [];
    const open = this.kept.slice();
    for (let start = 0; start < open.length; start++)
      if (open[start] === 1) areas.push(...split(this.connected(open, start)));
    if (areas.length > MOST_PICTURES) return undefined;
    return joined(areas).map((area) => this.inPixels(area));
  }

  /** The cells that touch each other and one of them; they are open no more. */
  private connected(open: Uint8Array, start: number): Area[] {
    const { columns, rows } = this;
    const found: Area[] = [];
    const queue = [start];
    open[start] = 0;
    for (let cell = queue.pop(); cell !== undefined; cell = queue.pop()) {
      const [x, y] = [cell % columns, Math.floor(cell / columns)];
      found.push({ left: x, top: y, right: x + 1, bottom: y + 1 });
      for (let row = Math.max(0, y - 1); row <= Math.min(rows - 1, y + 1); row++)
        for (let column = Math.max(0, x - 1); column <= Math.min(columns - 1, x + 1); column++) {
          const near = row * columns + column;
          if (open[near] !== 1) continue;
          open[near] = 0;
          queue.push(near);
        }
    }
    return found;
  }

  private inPixels({ left, top, right, bottom }: Area): Area {
    const { cell, width, height } = this;
    return {
      left: left * cell,
      top: top * cell,
      right: Math.min(width, right * cell),
      bottom: Math.min(height, bottom * cell),
    };
  }
}

/** Rectangles around cells that touch: one, cut across or down where two take much less, as around the shadow of a table. */
function split(cells: readonly Area[]): Area[] {
  const whole = frameOf(cells);
  let least = pixelsOf([whole]) * (1 - LEAST_SPLIT_SHARE) - JOINED_CELLS;
  let cut: { readonly from: 'left' | 'top'; readonly at: number } | undefined;
  for (const from of ['left', 'top'] as const) {
    const lines = linesOf(cells, (cell) => cell[from] - whole[from]);
    const before = added(lines);
    const after = added(lines.toReversed()).reverse();
    for (let at = 1; at < lines.length; at++) {
      const taken = pixelsOf([before[at - 1]!, after[at]!]);
      if (taken >= least) continue;
      least = taken;
      cut = { from, at: whole[from] + at };
    }
  }
  if (!cut) return [whole];
  const { from, at } = cut;
  const parts = [cells.filter((cell) => cell[from] < at), cells.filter((cell) => cell[from] >= at)];
  return parts.flatMap(split);
}

/** The rectangle around the cells of each row or column; undefined where there are none. */
function linesOf(cells: readonly Area[], lineOf: (cell: Area) => number): (Area | undefined)[] {
  const lines: (Area | undefined)[] = [];
  for (const cell of cells) {
    const line = lineOf(cell);
    const known = lines[line];
    lines[line] = known ? frameOf([known, cell]) : cell;
  }
  return Array.from(lines);
}

/** For each line, the rectangle around all up to it. */
function added(lines: readonly (Area | undefined)[]): (Area | undefined)[] {
  let whole: Area | undefined;
  return lines.map((line) => (whole = line && whole ? frameOf([whole, line]) : (line ?? whole)));
}

/** Rectangles that cost less together become one, until there are none. */
function joined(areas: readonly Area[]): Area[] {
  const apart: Area[] = [];
  for (const area of areas) {
    let whole = area;
    for (let i = 0; i < apart.length;) {
      const both = frameOf([whole, apart[i]!]);
      if (pixelsOf([both]) > pixelsOf([whole, apart[i]!]) + JOINED_CELLS) {
        i++;
        continue;
      }
      whole = both;
      apart.splice(i, 1);
      i = 0;
    }
    apart.push(whole);
  }
  return apart;
}

/** The smallest rectangle that has all of these. */
export function frameOf(areas: readonly Area[]): Area {
  let { left, top, right, bottom } = areas[0]!;
  for (const area of areas) {
    if (area.left < left) left = area.left;
    if (area.top < top) top = area.top;
    if (area.right > right) right = area.right;
    if (area.bottom > bottom) bottom = area.bottom;
  }
  return { left, top, right, bottom };
}

/** Pixels of rectangles; where they overlap twice. */
export function pixelsOf(areas: readonly Area[]): number {
  return areas.reduce((sum, { left, top, right, bottom }) => sum + (right - left) * (bottom - top), 0);
}
