import type { WorkBudget } from '../../budget/work-budget.ts';
import type { EngineContext } from '../../context.ts';
import { isAlreadyCompressed, secondFloor } from '../../metadata/generation-marker.ts';
import type { PictureOptions } from '../../picture-options.ts';
import { isTiny } from '../../quality/tiny-pictures.ts';
import { outcome, skip } from '../../api/report/findings.ts';
import type { Outcome, Skip } from '../../api/report/report.ts';
import { smallestOfPresets } from '../../search/quality/gentler-presets.ts';
import { chooseSmallest, lossyShare, smallestCandidate } from './choose-smallest.ts';
import type { PngSource } from './png-source.ts';
import type { LossyPng, PackedPng, PngStrategies } from './png-strategies.ts';
import { CLEAR_SHARE, GRADIENT_SHARE, HARDLY_CHANGED_SCORE, SHORT_BYTES } from './tuning.ts';

export interface FloorTask extends Required<Pick<PictureOptions, 'floor' | 'rivalBytes' | 'isForTarget'>> {
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
  const floor = secondFloor(source.ancillary.markedFloor, task.floor);
  const lossy = mayLose ? await smallestLossy(strategies, { ...task, floor }, context.budget) : null;
  context.onProgress(0.7);
  // A longer result without loss would not win.
  const maxBytes = lossy ? lossy.bytes.length / lossyShare(source, lossy) : await task.rivalBytes();
  // The pictures of a document share its work.
  if (!source.embedded) context.budget.renew();
  const packed = isClear(source, lossy)
    ? null
    : await context.steps.timed('pack', () => strategies.pack(maxBytes));
  const mayRound = lossy?.kind === 'palette' && packed !== null && isGradient(packed, lossy);
  const rounded = mayRound ? await strategies.roundToFloor(floor) : null;
  const result = chooseSmallest(source, [lossy, packed, rounded]);
  const isRepeated = mayLose && floor > task.floor && result.bytes === source.bytes;
  const reason = isRepeated ? skip('already-compressed') : obstacle;
  return outcome(result.bytes, { skips: reason ? [reason] : [] }, result);
}

/** Of presets from this one on, by palettes alone: rounded samples are looked for at its own floor. */
function smallestLossy(
  strategies: PngStrategies,
  task: FloorTask,
  budget: WorkBudget,
): Promise<LossyPng | null> {
  return smallestOfPresets<LossyPng>({
    ...task,
    find: (floor, mostBytes) =>
      mostBytes === undefined
        ? lossyAtFloor(strategies, { ...task, floor })
        : strategies.reduceToFloor(floor, mostBytes),
    sizeOf: ({ bytes }) => bytes.length,
    scoreOf: ({ kind, score }) => (kind === 'palette' ? score : null),
    budget,
  });
}

/**
 * What no palette shows well enough may be a third shorter with rounded samples, and grey with alpha in any case: a palette holds few
 * of its pairs.
 */
async function lossyAtFloor(
  { reduceToFloor, roundToFloor }: PngStrategies,
  { floor, isGreyWithAlpha }: FloorTask,
): Promise<LossyPng | null> {
  const palette = await reduceToFloor(floor);
  return smallestCandidate([palette, !palette || isGreyWithAlpha ? await roundToFloor(floor) : null]);
}

/**
 * Whether a palette is so much smaller than the source that packing need not be tried. Gradients, which are dithered, may pack to a
 * hundredth with row filters.
 */
function isClear({ header, bytes }: PngSource, lossy: LossyPng | null): boolean {
  if (lossy?.kind !== 'palette' || isTiny(header) || lossy.colouring?.dither) return false;
  if (lossy.score >= HARDLY_CHANGED_SCORE || lossy.bytes.length < SHORT_BYTES) return false;
  return lossy.bytes.length < CLEAR_SHARE * bytes.length;
}

/** Whether a picture packs so much better without loss than in a palette that rounded samples pack better still: palettes are dithered. */
function isGradient(packed: PackedPng, palette: LossyPng): boolean {
  return packed.bytes.length < GRADIENT_SHARE * palette.bytes.length;
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
