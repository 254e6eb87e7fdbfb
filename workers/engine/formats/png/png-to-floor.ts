import { nextFloor } from '../../api/presets.ts';
import type { WorkBudget } from '../../budget/work-budget.ts';
import { MOST_SCORE } from '../../quality/thresholds.ts';
import type { EngineContext } from '../../context.ts';
import { isAlreadyCompressed } from '../../metadata/generation-marker.ts';
import type { PictureOptions } from '../../picture-options.ts';
import { outcome, skip } from '../../api/report/findings.ts';
import type { Outcome, Skip } from '../../api/report/report.ts';
import { LOOSE_POINTS } from '../../search/tuning.ts';
import { chooseSmallest, lossyShare, smallestCandidate } from './choose-smallest.ts';
import type { PngSource } from './png-source.ts';
import type { LossyPng, PngStrategies } from './png-strategies.ts';
import { CLEAR_SHARE, HARDLY_CHANGED_SCORE } from './tuning.ts';

export interface FloorTask extends Required<Pick<PictureOptions, 'floor' | 'rivalBytes'>> {
  readonly isGreyWithAlpha: boolean;
  /** A search takes little. */
  readonly isSmall: boolean;
}

/** The smallest of a palette and rounded samples at the floor, and of what is packed without loss. */
export async function pngToFloor(
  source: PngSource,
  strategies: PngStrategies,
  task: FloorTask,
  context: EngineContext,
): Promise<Outcome> {
  const obstacle = lossObstacle(source, task.floor, context);
  const mayLose = !obstacle && task.floor < 100;
  const lossy = mayLose ? await smallestLossy(strategies, task, context.budget) : null;
  context.onProgress(0.7);
  // A longer result without loss would not win.
  const maxBytes = lossy ? lossy.bytes.length / lossyShare(source, lossy) : await task.rivalBytes();
  context.budget.renew();
  const packed = isClear(source, lossy, task)
    ? null
    : await context.steps.timed('pack', () => strategies.pack(maxBytes));
  const result = chooseSmallest(source, [lossy, packed]);
  return outcome(result.bytes, { skips: obstacle ? [obstacle] : [] }, result);
}

/**
 * Scores leap from one palette to the next. What reaches the floor of a gentler preset is compared with what that preset makes, for as
 * much work: no preset takes more bytes than a gentler one. A search of a small picture takes little, so that all but what lies
 * close to its own floor is.
 */
async function smallestLossy(
  strategies: PngStrategies,
  task: FloorTask,
  budget: WorkBudget,
): Promise<LossyPng | null> {
  let best = smallestCandidate(await lossyCandidates(strategies, task));
  let own = task.floor;
  for (let next = nextFloor(own); next < MOST_SCORE; own = next, next = nextFloor(own)) {
    if (!best || best.score < (task.isSmall ? own + LOOSE_POINTS : next)) break;
    budget.renew();
    best = smallestCandidate([best, ...(await lossyCandidates(strategies, { ...task, floor: next }))]);
  }
  return best;
}

/**
 * What no palette shows well enough may be a third shorter with rounded samples, and grey with alpha in any case: a palette holds few
 * of its pairs.
 */
async function lossyCandidates(
  { reduceToFloor, roundToFloor }: PngStrategies,
  { floor, isGreyWithAlpha }: FloorTask,
): Promise<readonly (LossyPng | null)[]> {
  const palette = await reduceToFloor(floor);
  return [palette, !palette || isGreyWithAlpha ? await roundToFloor(floor) : null];
}

/**
 * Whether a palette is so much smaller than the source that packing need not be tried. Gradients, which are dithered, may pack to a
 * hundredth with row filters.
 */
function isClear({ bytes }: PngSource, lossy: LossyPng | null, { isSmall }: FloorTask): boolean {
  if (lossy?.kind !== 'palette' || isSmall || lossy.colouring?.dither) return false;
  if (lossy.score >= HARDLY_CHANGED_SCORE) return false;
  return lossy.bytes.length < CLEAR_SHARE * bytes.length;
}

/** The reason not to lose anything, if there is one. */
function lossObstacle(
  { header, ancillary, colours }: PngSource,
  floor: number,
  { preset }: EngineContext,
): Skip | null {
  if (floor >= 100) return null;
  if (isAlreadyCompressed(ancillary.markedFloor, floor)) return skip('already-compressed');
  if (colours === 'unjudged') return skip('colours-not-judged');
  return header.depth === 16 && preset === 'high' ? skip('16-bit') : null;
}
