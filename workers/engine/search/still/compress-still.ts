import type { EngineContext, SizeTarget } from '../../context.ts';
import { ACCEPTABLE_SCORE } from '../../api/presets.ts';
import { joinFindings, skip } from '../../api/report/findings.ts';
import type { Findings, Skip } from '../../api/report/report.ts';
import { MOST_SCORE } from '../../quality/thresholds.ts';
import { LOSSY_PROGRESS } from '../tuning.ts';
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
  const lossless = await encoder.packLosslessly(lossy.result?.bytes.length ?? Infinity);
  return withFindings(chooseEncoding(encoder, lossless.result, lossy.result), lossy, lossless);
}

async function lossyToFloor(
  encoder: StillEncoder,
  floor: number,
  context: EngineContext,
): Promise<StepResult<Encoded>> {
  if (floor >= MOST_SCORE) return NO_RESULT;
  if (encoder.isAlreadyCompressed(floor)) return { result: null, skips: [skip('already-compressed')] };
  const { result: lossy, skips } = await encoder.prepareLossy();
  return lossy ? encodeToFloor(lossy, floor, context) : { result: null, skips };
}

async function encodeToFloor(
  lossy: LossyEncoder,
  floor: number,
  context: EngineContext,
): Promise<StepResult<Encoded>> {
  const { result, skips } = await context.steps.timed('search', () => lossy.encodeToFloor(floor));
  return { result: result && noteEncode({ ...result, bytes: lossy.finish(result.bytes, floor) }), skips };
}

/**
 * The encode of a preset that fits comes first, else that of the smallest acceptable score: where it is larger than the target,
 * the target is missed; where it fits, qualities between it and what the preset made are searched. Nothing that fits comes without loss: the preset's own result
 * would have been that.
 */
async function compressToTarget(
  encoder: StillEncoder,
  { bytes: targetBytes, tooLarge, fitting }: SizeTarget,
  context: EngineContext,
): Promise<ChosenEncoding> {
  const { result: lossy, skips } = await encoder.prepareLossy();
  const known = encodeOf(fitting?.bytes);
  const smallest = await smallestEncode(lossy, known, skips, context);
  context.onProgress(0.5);
  if (lossy && smallest.result && smallest.result.bytes.length <= targetBytes) {
    const fitting = await context.steps.timed('search', () =>
      encodeToTarget(lossy, { smallest: smallest.result!, targetBytes, tooLarge }),
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

function smallestEncode(
  lossy: LossyEncoder | null,
  known: Encoded | null,
  skips: readonly Skip[],
  context: EngineContext,
): Promise<StepResult<Encoded>> {
  if (!lossy || known) return Promise.resolve({ result: known, skips });
  return encodeToFloor(lossy, ACCEPTABLE_SCORE, context);
}

function met(targetBytes: number): Partial<Findings> {
  return { target: { bytes: targetBytes, met: true } };
}

function withFindings(chosen: ChosenEncoding, ...parts: readonly Partial<Findings>[]): ChosenEncoding {
  return { ...chosen, findings: joinFindings(...parts, chosen.findings) };
}
