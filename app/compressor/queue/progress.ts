/** What a progress card shows, in this order, whatever the answer's pace. */
export const PROGRESS_STEPS = [10, 25, 45, 65, 80, 95, 100] as const;
/** How long each step but the last stands at least while the answer is outstanding. */
export const PROGRESS_WAITS_MS = [300, 400, 500, 400, 300, 200] as const;

/** How far a file truly is: no step is shown before it is reached. */
interface Truth {
  /** Percent of the way; what is less than before, or null for "not known", changes nothing. */
  tell(percent: number | null): void;
  /** What was told last; Infinity while nothing is known. */
  readonly percent: number;
  /** Resolves when more is known. */
  changed(): Promise<void>;
}

export function createTruth(): Truth {
  let known: number | null = null;
  let notice = () => {};
  let next = new Promise<void>((resolve) => (notice = resolve));
  return {
    tell(percent) {
      if (percent === null || percent <= (known ?? -1)) return;
      known = percent;
      notice();
      next = new Promise((resolve) => (notice = resolve));
    },
    get percent() {
      return known ?? Infinity;
    },
    changed: () => next,
  };
}

/**
 * Visits every step in order: at the spec's pace while the answer is outstanding and nothing truer is known, otherwise
 * when the file has come so far, with the percents in between; without waiting once the answer is in hand.
 * 95 stands until the answer comes; 100 is visited only after it.
 * @throws what `answer` rejects with, at once
 */
export async function walkProgress(
  answer: Promise<unknown>,
  visit: (percent: number) => void,
  truth: Truth = createTruth(),
  sleep: (ms: number) => Promise<void> = wait,
): Promise<void> {
  let inHand = false;
  const arrived = answer.then(() => {
    inHand = true;
  });
  let shown = 0;
  const show = (percent: number) => {
    if (percent <= shown) return;
    shown = percent;
    visit(percent);
  };
  for (const [index, percent] of PROGRESS_STEPS.entries()) {
    while (!inHand && truth.percent < percent) {
      show(Math.floor(truth.percent));
      await Promise.race([arrived, truth.changed()]);
    }
    if (percent === 100) await arrived;
    show(percent);
    const pause = PROGRESS_WAITS_MS[index];
    // A turn of the loop even when the answer is there, so that every step is drawn, the last one too.
    await (inHand || pause === undefined ? sleep(0) : Promise.race([arrived, sleep(pause)]));
  }
}

/**
 * Browsers hold back timers of a hidden page, after some minutes for a minute each: there a turn of the loop, which
 * lets steps be drawn, is left out. Longer waits end with the answer.
 */
function wait(ms: number): Promise<void> {
  if (ms === 0 && document.hidden) return Promise.resolve();
  return new Promise((resolve) => setTimeout(resolve, ms));
}
