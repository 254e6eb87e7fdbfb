/** What a progress card shows, in this order, whatever the answer's pace. */
export const PROGRESS_STEPS = [10, 25, 45, 65, 80, 95, 100] as const;
/** How long each step but the last may stand while the answer is outstanding. */
export const PROGRESS_WAITS_MS = [300, 400, 500, 400, 300, 200] as const;

/**
 * Visits every step in order: at the spec's pace while the answer is outstanding, without waiting once it is in hand.
 * 95 stands until the answer comes; 100 is visited only after it.
 * @throws what `answer` rejects with, at once
 */
export async function walkProgress(
  answer: Promise<unknown>,
  visit: (percent: number) => void,
  sleep: (ms: number) => Promise<void> = wait,
): Promise<void> {
  let inHand = false;
  const arrived = answer.then(() => {
    inHand = true;
  });
  for (const [index, percent] of PROGRESS_STEPS.entries()) {
    if (percent === 100) await arrived;
    visit(percent);
    const pause = PROGRESS_WAITS_MS[index];
    // A turn of the loop even when the answer is there, so that every step is drawn, the last one too.
    await (inHand || pause === undefined ? sleep(0) : Promise.race([arrived, sleep(pause)]));
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
