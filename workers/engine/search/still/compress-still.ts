import type { WorkBudget } from '../../budget/work-budget.ts';
import type { EngineContext, SizeTarget } from '../../context.ts';
import { ACCEPTABLE_SCORE, nextFloor } from '../../api/presets.ts';
import { joinFindings, skip } from '../../api/report/findings.ts';
import type { Findings, Skip } from '../../api/report/report.ts';
import { generationFloor, isAlreadyCompressed } from '../../metadata/generation-marker.ts';
import { MOST_SCORE } from '../../quality/thresholds.ts';
import { LOSSY_PROGRESS, QUICK_PIXELS } from '../tuning.ts';
import { chooseEncoding, type ChosenEncoding } from './choose-encoding.ts';
import { encodeToTarget } from '../target/encode-to-target.ts';
import type { Encoded } from './floor-request.ts';
import { encodeOf, noteEncode } from './known-encodes.ts';
import { targetOutcome } from '../target/keep-target.ts';
import { NO_RESULT, type LossyEncoder, type StepResult, type StillEncoder } from './still-encoder.ts';

/**
 * The encoding to return for a still picture: for the context's target size where it has one, else for the floor.
 * @param floor lowest visual score; 100 allows no loss. A target size goes down to the smallest acceptable score instead
 */
export function compressStill(
  encoder: StillEncoder,
  floor: number,
  context: EngineContext,
): Promise<ChosenEncoding> {
  const { target } = context;
  return target ? compressToTarget(encoder, target, context) : compressToFloor(encoder, floor, context);
}

async function compressToFloor(
  encoder: StillEncoder,
  floor: number,
  context: EngineContext,
): Promise<ChosenEncoding> {
  const lossy = await lossyToFloor(encoder, floor, context);
  context.onProgress(LOSSY_PROGRESS);
  context.budget.renew();
  const lossless = await encoder.packLosslessly(lossy.result?.bytes.length ?? Infinity);
  return withFindings(chooseEncoding(encoder, lossless.result, lossy.result), lossy, lossless);
}

async function lossyToFloor(
  encoder: StillEncoder,
  floor: number,
  context: EngineContext,
): Promise<StepResult<Encoded>> {
  if (floor >= MOST_SCORE) return NO_RESULT;
  if (isAlreadyCompressed(encoder.markedFloor, floor))
    return { result: null, skips: [skip('already-compressed')] };
  const { result: lossy, skips } = await encoder.prepareLossy();
  if (!lossy) return { result: null, skips };
  const found = await context.steps.timed('search', () =>
    smallestAbove(generationFloor(encoder.markedFloor, floor), lossy, context.budget),
  );
  return finished(found, lossy, floor);
}

function finished(
  { result, skips }: StepResult<Encoded>,
  lossy: LossyEncoder,
  floor: number,
): StepResult<Encoded> {
  return { result: result && noteEncode({ ...result, bytes: lossy.finish(result.bytes, floor) }), skips };
}

/**
 * Scores that leap from one quality to the next lead a search past the smallest encode. One that reaches the floor of a gentler preset
 * is compared with what that preset makes, for as much work: no preset takes more bytes than a gentler one. A search of a small
 * picture takes little, so that what lies half way to it is as well.
 */
async function smallestAbove(
  floor: number,
  lossy: LossyEncoder,
  budget: WorkBudget,
): Promise<StepResult<Encoded>> {
  const isQuick = lossy.raster.width * lossy.raster.height <= QUICK_PIXELS;
  let best = await lossy.encodeToFloor(floor);
  let found = best;
  for (let [own, next] = [floor, nextFloor(floor)]; next < MOST_SCORE; own = next, next = nextFloor(own)) {
    // Of a small picture, what is found at no floor may be at the next.
    const score = (found.result ?? best.result)?.score ?? (isQuick ? MOST_SCORE : 0);
    if (score < (isQuick ? (own + next) / 2 : next)) break;
    budget.renew();
    const maxBytes = best.result?.bytes.length ?? Infinity;
    found = await lossy.encodeToFloor(next, isQuick ? undefined : { maxBytes });
    if (found.result && found.result.bytes.length < maxBytes) best = found;
  }
  return best;
}

/**
 * The encode of a preset that fits comes first, else that of the smallest acceptable score: where it is larger than the target,
 * the target is missed; where it fits, qualities between it and what the preset made are searched. Nothing that fits comes without
 * loss: the preset's own result would have been that.
 */
async function compressToTarget(
  encoder: StillEncoder,
  { bytes: targetBytes, tooLarge, fitting }: SizeTarget,
  context: EngineContext,
): Promise<ChosenEncoding> {
  const { result: lossy, skips } = await encoder.prepareLossy();
  const [known, larger] = [encodeOf(fitting?.bytes), encodeOf(tooLarge.bytes)];
  const smallest = await smallestEncode(lossy, known, skips, context);
  context.onProgress(0.5);
  if (lossy && smallest.result && smallest.result.bytes.length <= targetBytes) {
    const fitting = await context.steps.timed('search', () =>
      encodeToTarget(lossy, {
        smallest: smallest.result!,
        ...(larger?.judged ? { judged: larger.judged } : {}),
        targetBytes,
        tooLarge,
      }),
    );
    return withFindings(chooseEncoding(encoder, null, fitting), met(targetBytes));
  }
  // The preset may not have tried it beside its own result.
  const lossless = await encoder.packLosslessly(smallest.result?.bytes.length ?? Infinity);
  const chosen = chooseEncoding(encoder, lossless.result, smallest.result);
  return withFindings(chosen, smallest, lossless, {
    target: targetOutcome(targetBytes, chosen.bytes.length),
  });
}

async function smallestEncode(
  lossy: LossyEncoder | null,
  known: Encoded | null,
  skips: readonly Skip[],
  context: EngineContext,
): Promise<StepResult<Encoded>> {
  if (!lossy || known) return { result: known, skips };
  const found = await context.steps.timed('search', () => lossy.encodeToFloor(ACCEPTABLE_SCORE));
  return finished(found, lossy, ACCEPTABLE_SCORE);
}

function met(targetBytes: number): Partial<Findings> {
  return { target: { bytes: targetBytes, met: true } };
}

function withFindings(chosen: ChosenEncoding, ...parts: readonly Partial<Findings>[]): ChosenEncoding {
  return { ...chosen, findings: joinFindings(...parts, chosen.findings) };
}
