import type { EngineContext } from '../context.ts';
import { ACCEPTABLE_SCORE } from '../presets.ts';
import { joinFindings, skip } from '../report/findings.ts';
import type { Findings } from '../report/report.ts';
import { chooseEncoding, type ChosenEncoding } from './choose-encoding.ts';
import { encodeToTarget } from './encode-to-target.ts';
import type { Encoded } from './floor-request.ts';
import { targetOutcome } from './keep-target.ts';
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
  const { targetBytes } = context;
  if (targetBytes === undefined) return compressToFloor(encoder, floor, context);
  return compressToTarget(encoder, { targetBytes, allowsLossy: floor < 100 }, context);
}

async function compressToFloor(
  encoder: StillEncoder,
  floor: number,
  context: EngineContext,
): Promise<ChosenEncoding> {
  const lossy = await lossyToFloor(encoder, floor, context);
  context.onProgress(0.75);
  const lossless = await encoder.packLosslessly(lossy.result?.bytes.length ?? Infinity);
  return withFindings(chooseEncoding(encoder, lossless.result, lossy.result), lossy, lossless);
}

async function lossyToFloor(
  encoder: StillEncoder,
  floor: number,
  context: EngineContext,
): Promise<StepResult<Encoded>> {
  if (floor >= 100) return NO_RESULT;
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
  return { result: result && { ...result, bytes: lossy.finish(result.bytes, floor) }, skips };
}

interface TargetRequest {
  readonly targetBytes: number;
  readonly allowsLossy: boolean;
}

/**
 * Without loss where that fits. Else the encode of the smallest acceptable score comes first: where it is larger than the
 * target, the target is missed; where it fits, qualities above it are searched.
 */
async function compressToTarget(
  encoder: StillEncoder,
  { targetBytes, allowsLossy }: TargetRequest,
  context: EngineContext,
): Promise<ChosenEncoding> {
  const packed = await encoder.packLosslessly(targetBytes);
  const exact = chooseEncoding(encoder, packed.result, null);
  if (exact.bytes.length <= targetBytes) return withFindings(exact, packed, met(targetBytes));
  const { result: lossy, skips } = allowsLossy ? await encoder.prepareLossy() : NO_RESULT;
  const smallest = lossy ? await encodeToFloor(lossy, ACCEPTABLE_SCORE, context) : { result: null, skips };
  context.onProgress(0.5);
  if (lossy && smallest.result && smallest.result.bytes.length <= targetBytes) {
    const fitting = await context.steps.timed('search', () =>
      encodeToTarget(lossy, { smallest: smallest.result!, targetBytes }),
    );
    return withFindings(chooseEncoding(encoder, packed.result, fitting), met(targetBytes));
  }
  // Packing may not have been worth its time beside the target, but be the smallest after all.
  const lossless = packed.result
    ? packed
    : await encoder.packLosslessly(smallest.result?.bytes.length ?? Infinity);
  const chosen = chooseEncoding(encoder, lossless.result, smallest.result);
  return withFindings(chosen, smallest, lossless, {
    target: targetOutcome(targetBytes, chosen.bytes.length),
  });
}

function met(targetBytes: number): Partial<Findings> {
  return { target: { bytes: targetBytes, met: true } };
}

function withFindings(chosen: ChosenEncoding, ...parts: readonly Partial<Findings>[]): ChosenEncoding {
  return { ...chosen, findings: joinFindings(...parts, chosen.findings) };
}
