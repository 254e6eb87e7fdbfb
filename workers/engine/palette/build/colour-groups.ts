import { AXES, writeCoordinates } from '../colour-metric.ts';
import type { ColourHistogram } from './colour-histogram.ts';

/** Colours of a picture that stand for one. */
export interface ColourGroup {
  /** Their mean by pixels: red, green and blue as far as it is opaque, and alpha. */
  readonly colour: readonly number[];
  readonly pixels: number;
  /** The one of them that most pixels in areas have, as far as it is opaque, and how many those are. */
  readonly area: { readonly colour: readonly number[]; readonly pixels: number };
}

/**
 * The colours of a picture in groups. The box in which colours differ most is cut in two, at their mean along the axis on which they
 * differ most, until there are enough. A picture of few colours has one group for each.
 * @param most   groups at most
 * @param hue    what a squared level of hue counts beside one of samples
 */
export function colourGroups(histogram: ColourHistogram, most: number, hue: number): ColourGroup[] {
  const cells = cellsOf(histogram, hue);
  const boxes = new BoxHeap();
  boxes.push(boxOf(cells, 0, cells.order.length));
  while (boxes.length < most && boxes.widest.priority > 0) {
    const widest = boxes.pop();
    const middle = cut(cells, widest);
    boxes.push(boxOf(cells, widest.from, middle));
    boxes.push(boxOf(cells, middle, widest.end));
  }
  return boxes.all.map(({ from, end }) => groupOf(cells, from, end));
}

/** The colours that a picture has. */
interface Cells extends ColourHistogram {
  readonly coordinates: Float64Array;
  /** Places of the cells in the other lists, those of a box together. */
  readonly order: Uint32Array;
}

function cellsOf(histogram: ColourHistogram, hue: number): Cells {
  const { colours } = histogram;
  const coordinates = new Float64Array(colours.length * AXES);
  const colour = [0, 0, 0, 0];
  colours.forEach((packed, at) => {
    unpack(packed, colour);
    writeCoordinates(colour, hue, coordinates, at * AXES);
  });
  return { ...histogram, coordinates, order: Uint32Array.from(colours, (_, at) => at) };
}

/** Red, green and blue as far as the colour is opaque, and alpha. */
function unpack(packed: number, to: number[]): void {
  const alpha = packed & 255;
  const share = alpha / 255;
  to[0] = (packed >>> 24) * share;
  to[1] = ((packed >>> 16) & 255) * share;
  to[2] = ((packed >>> 8) & 255) * share;
  to[3] = alpha;
}
/** A range of the order of cells. */
interface Box {
  readonly from: number;
  readonly end: number;
  /** The axis on which its colours differ most, and their mean there. */
  readonly axis: number;
  readonly mean: number;
  /** What its pixels differ in all; 0 where they have one colour. */
  readonly priority: number;
}

function boxOf({ order, coordinates, pixels }: Cells, from: number, end: number): Box {
  if (end - from === 1) return { from, end, axis: 0, mean: 0, priority: 0 };
  const [sums, squares] = [new Float64Array(AXES), new Float64Array(AXES)];
  let count = 0;
  for (let i = from; i < end; i++) {
    const cell = order[i]!;
    const weight = pixels[cell]!;
    count += weight;
    for (let axis = 0, at = cell * AXES; axis < AXES; axis++, at++) {
      const value = coordinates[at]!;
      sums[axis]! += weight * value;
      squares[axis]! += weight * value * value;
    }
  }
  let [widest, most, variance] = [0, -1, 0];
  for (let axis = 0; axis < AXES; axis++) {
    const spread = squares[axis]! / count - (sums[axis]! / count) ** 2;
    variance += spread;
    if (spread > most) [widest, most] = [axis, spread];
  }
  return { from, end, axis: widest, mean: sums[widest]! / count, priority: Math.max(TINY, variance) * count };
}

/** Rounding of nearly equal colours of many pixels must not make them look like one. */
const TINY = 1e-9;

/** Sorts the cells of a box into those below its mean and those above. @returns where the latter begin */
function cut({ order, coordinates }: Cells, { from, end, axis, mean }: Box): number {
  let [low, high] = [from, end - 1];
  while (low <= high) {
    const cell = order[low]!;
    if (coordinates[cell * AXES + axis]! < mean) {
      low++;
      continue;
    }
    order[low] = order[high]!;
    order[high--] = cell;
  }
  // Where rounding has put the mean at an end, one cell goes.
  return low === from ? from + 1 : low === end ? end - 1 : low;
}

function groupOf({ order, colours, pixels, inAreas }: Cells, from: number, end: number): ColourGroup {
  const [sums, colour] = [
    [0, 0, 0, 0],
    [0, 0, 0, 0],
  ];
  let count = 0;
  let largest = order[from]!;
  for (let i = from; i < end; i++) {
    const cell = order[i]!;
    unpack(colours[cell]!, colour);
    count += pixels[cell]!;
    if (inAreas[cell]! > inAreas[largest]!) largest = cell;
    for (let c = 0; c < 4; c++) sums[c]! += pixels[cell]! * colour[c]!;
  }
  const area = [0, 0, 0, 0];
  unpack(colours[largest]!, area);
  return {
    colour: sums.map((sum) => sum / count),
    pixels: count,
    area: { colour: area, pixels: inAreas[largest]! },
  };
}

/** Boxes, of which the one with the highest priority is at hand (a binary heap). */
class BoxHeap {
  readonly all: Box[] = [];

  get length(): number {
    return this.all.length;
  }

  get widest(): Box {
    return this.all[0]!;
  }

  push(box: Box): void {
    const { all } = this;
    let at = all.length;
    for (let above = (at - 1) >> 1; at > 0 && all[above]!.priority < box.priority; above = (at - 1) >> 1) {
      all[at] = all[above]!;
      at = above;
    }
    all[at] = box;
  }

  pop(): Box {
    const { all } = this;
    const widest = all[0]!;
    const last = all.pop()!;
    const { length } = all;
    if (length === 0) return widest;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below + 1 < length && all[below + 1]!.priority > all[below]!.priority) below++;
      if (below >= length || all[below]!.priority <= last.priority) break;
      all[at] = all[below]!;
      at = below;
    }
    all[at] = last;
    return widest;
  }
}
