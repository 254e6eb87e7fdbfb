import { HALF_WAY_MS, LEAST_PROGRESS, MOST_COUNTED_SHARE } from './tuning.ts';

/** Progress between the steps that are told: counted work moves it on, ever more slowly, as how much follows is not known. */
interface CountedProgress {
  /** A step is reached. @param ratio 0 to 1 */
  reached(ratio: number): void;
  /** Work was counted, in ms as `WorkBudget` counts it. */
  worked(ms: number): void;
}

/** @param tell is called with 0 to 1, never falling */
export function countProgress(tell: (ratio: number) => void): CountedProgress {
  let shown = 0;
  let step = 0;
  let sinceMs = 0;
  const show = (ratio: number): void => {
    shown = ratio;
    tell(ratio);
  };
  return {
    reached(ratio) {
      step = ratio;
      sinceMs = 0;
      if (ratio >= shown) show(ratio);
    },
    worked(ms) {
      sinceMs += ms;
      const share = (MOST_COUNTED_SHARE * sinceMs) / (sinceMs + HALF_WAY_MS);
      const ratio = step + (1 - step) * share;
      if (ratio >= shown + LEAST_PROGRESS) show(ratio);
    },
  };
}
