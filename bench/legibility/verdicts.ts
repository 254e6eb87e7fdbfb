import type { Raster } from '#engine/base/raster.ts';
import type { Preset } from '#engine/index.ts';
import type { Drawing } from './drawings.ts';
import { keptContrast } from './kept-contrast.ts';
import { highestStep, type Ramp } from './ramps.ts';

/** Contrast of marks, in levels, that a reader has to find again: fainter ones are told alone. */
const SEEN_LEVELS = 4;

/** Share of its contrast that such a mark keeps. */
const LEAST_KEPT: Readonly<Record<Preset, number>> = { small: 0.4, balanced: 0.5, high: 0.5, lossless: 0.98 };

/** Levels by which the steps of a ramp may grow. */
const MOST_GROWN_LEVELS = 5;

/** What a result shows of what was drawn, in a line, and whether that is enough. */
export interface Verdict {
  readonly isKept: boolean;
  readonly told: string;
}

/** Whether a result keeps the marks of a drawing. @param before as written @param after as it came back, both RGBA */
export function marksKept({ marks }: Drawing, before: Raster, after: Raster, preset: Preset): Verdict {
  const kept = marks.map((mark) => ({ mark, share: keptContrast(mark, before, after) }));
  const isKept = kept.every(({ mark, share }) => mark.levels < SEEN_LEVELS || share >= LEAST_KEPT[preset]);
  return { isKept, told: kept.map(({ mark: { name }, share }) => `${name} ${share.toFixed(2)}`).join(', ') };
}

/** Whether a result keeps a ramp smooth. @param before as written @param after as it came back, both RGBA */
export function rampKept(ramp: Ramp, before: Raster, after: Raster): Verdict {
  const [from, to] = [highestStep(ramp, before), highestStep(ramp, after)];
  return {
    isKept: to <= from + MOST_GROWN_LEVELS,
    told: `steps of ${from.toFixed(1)} become ${to.toFixed(1)}`,
  };
}
