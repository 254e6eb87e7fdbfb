import { JOINED_CELLS } from './tuning.ts';

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

  /** Rectangles around kept cells that touch; none of them overlap. */
  areas(): Area[] {
    const areas: Area[] = [];
    const open = this.kept.slice();
    for (let start = 0; start < open.length; start++)
      if (open[start] === 1) areas.push(this.connected(open, start));
    return joined(areas).map((area) => this.inPixels(area));
  }

  private connected(open: Uint8Array, start: number): Area {
    const { columns, rows } = this;
    const area = { left: columns, top: rows, right: 0, bottom: 0 };
    const queue = [start];
    open[start] = 0;
    for (let cell = queue.pop(); cell !== undefined; cell = queue.pop()) {
      const [x, y] = [cell % columns, Math.floor(cell / columns)];
      area.left = Math.min(area.left, x);
      area.top = Math.min(area.top, y);
      area.right = Math.max(area.right, x + 1);
      area.bottom = Math.max(area.bottom, y + 1);
      for (let row = Math.max(0, y - 1); row <= Math.min(rows - 1, y + 1); row++)
        for (let column = Math.max(0, x - 1); column <= Math.min(columns - 1, x + 1); column++) {
          const near = row * columns + column;
          if (open[near] !== 1) continue;
          open[near] = 0;
          queue.push(near);
        }
    }
    return area;
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

/** Rectangles that overlap become one, and those that cost less together, until there are none. */
function joined(areas: readonly Area[]): Area[] {
  const apart: Area[] = [];
  for (const area of areas) {
    let whole = area;
    for (let i = 0; i < apart.length;) {
      const other = apart[i]!;
      if (
        !overlap(whole, other) &&
        pixelsOf([union(whole, other)]) > pixelsOf([whole, other]) + JOINED_CELLS
      ) {
        i++;
        continue;
      }
      whole = union(whole, other);
      apart.splice(i, 1);
      i = 0;
    }
    apart.push(whole);
  }
  return apart;
}

/** Whether two areas have pixels in common. */
export function overlap(a: Area, b: Area): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

function union(a: Area, b: Area): Area {
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  };
}

/** Pixels of rectangles that do not overlap. */
export function pixelsOf(areas: readonly Area[]): number {
  return areas.reduce((sum, { left, top, right, bottom }) => sum + (right - left) * (bottom - top), 0);
}
