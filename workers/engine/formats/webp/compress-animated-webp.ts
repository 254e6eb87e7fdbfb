import { latin1 } from '../../base/bytes.ts';
import type { EngineContext, SizeTarget } from '../../context.ts';
import { colourFindings } from '../../metadata/colour-plan.ts';
import { generationFloor, isAlreadyCompressed } from '../../metadata/generation-marker.ts';
import { floorForSize } from '../../quality/tiny-pictures.ts';
import { proportionOf } from '../../budget/proportion.ts';
import { change, outcome, skip, unchanged } from '../../api/report/findings.ts';
import type { Outcome, TargetOutcome } from '../../api/report/report.ts';
import { AnimationEncoder } from './animation-encoder.ts';
import { finishWebp, type WebpSource } from './webp-source.ts';
import { reduceAnimatedWebp } from './reduce-animated-webp.ts';
import { canvasSize, writeRiff, type RiffChunk } from '../../containers/riff.ts';
import { metadataChanges } from './webp-findings.ts';
import {
  firstTrial,
  fitAnimation,
  likelyBytes,
  searchAnimation,
  type EncodedAnimation,
} from './search-animated-webp.ts';
import { USUAL_EFFORT, CLEAR_SHARE, LOSSLESS_SHARE, SMALL_FILE_PIXELS } from './tuning.ts';

/**
 * Re-encodes an animation: as many frames, the same delays and the same loop count, or the source as it was.
 * @throws EngineError "damaged"
 */
export async function compressAnimatedWebp(
  source: WebpSource,
  floor: number,
  context: EngineContext,
): Promise<Outcome> {
  const { target, steps } = context;
  if (!target && isAlreadyCompressed(source.markedFloor, floor))
    return unchanged(source.bytes, { skips: [skip('already-compressed')] });
  const { width, height } = canvasSize(source.chunks);
  if (width * height * framesOf(source).length > SMALL_FILE_PIXELS * proportionOf(source.bytes.length))
    return unchanged(source.bytes, { skips: [skip('too-much-work')] });
  const encoder = await steps.timed('decode', () => AnimationEncoder.open(source, context));
  if (target) return fitTarget(encoder, target);
  const lossless = framesOf(source).every(isLosslessFrame) ? await encodeLossless(encoder) : null;
  const { candidates, isMerged } =
    floor >= 100
      ? NO_CANDIDATES
      : await lossyCandidates(encoder, lossless, generationFloor(source.markedFloor, floor));
  const result = chosen(source, [...candidates, lossless], { share: LOSSLESS_SHARE });
  return isMerged && result.bytes === source.bytes
    ? unchanged(source.bytes, { skips: [skip('frames-merged')] })
    : result;
}

async function fitTarget(encoder: AnimationEncoder, target: SizeTarget): Promise<Outcome> {
  const { source, context } = encoder;
  const packed = target.packed ?? null;
  const request = {
    targetBytes: target.bytes,
    losslessBytes: packed?.length ?? source.bytes.length,
    fitting: target.fitting && { bytes: target.fitting.bytes, score: target.fitting.score },
  };
  const fitted = await context.steps.timed('search', () => fitAnimation(encoder, request));
  const lossless = packed && { bytes: packed, score: null };
  return chosen(source, [lossless, fitted.result], { share: 1, target: fitted.target });
}

function framesOf({ chunks }: WebpSource): RiffChunk[] {
  return chunks.filter(({ type }) => type === 'ANMF');
}

function isLosslessFrame({ data }: RiffChunk): boolean {
  return latin1(data, 16, 20) === 'VP8L';
}

async function encodeLossless(encoder: AnimationEncoder): Promise<EncodedAnimation | null> {
  const bare = await encoder.encode({ quality: 90, lossless: true, effort: USUAL_EFFORT });
  return bare && { bytes: encoder.finish(bare, null), score: null };
}

interface LossyCandidates {
  readonly candidates: readonly (EncodedAnimation | null)[];
  /** Equal frames would have become one. */
  readonly isMerged: boolean;
}

const NO_CANDIDATES: LossyCandidates = { candidates: [], isMerged: false };

/** In fewer colours, and with lossy frames where those may be smaller: each of their trials encodes every frame. */
async function lossyCandidates(
  encoder: AnimationEncoder,
  lossless: EncodedAnimation | null,
  floor: number,
): Promise<LossyCandidates> {
  const { source, context } = encoder;
  const first = await context.steps.timed('search', () => firstTrial(encoder, floor));
  encoder.release();
  const likely = first ? likelyBytes(first, floor) : Infinity;
  const maxBytes = Math.min(likely, lossless?.bytes.length ?? Infinity, source.bytes.length);
  const reduced = await context.steps.timed('reduce', () => inFewColours(encoder, floor, maxBytes));
  if (!first || (reduced && reduced.bytes.length < CLEAR_SHARE * likely))
    return { candidates: [reduced], isMerged: !first };
  const lossy = await context.steps.timed('search', () => searchAnimation(encoder, floor, first));
  return { candidates: [reduced, lossy], isMerged: false };
}

async function inFewColours(
  encoder: AnimationEncoder,
  floor: number,
  maxBytes: number,
): Promise<EncodedAnimation | null> {
  const { source, context } = encoder;
  const request = { floor: floorForSize(floor, canvasSize(source.chunks)), maxBytes };
  const reduced = await reduceAnimatedWebp(source, request, context);
  return reduced && { bytes: encoder.finish(reduced.bytes, floor), score: reduced.score };
}

/** The frames as they are, without what only describes them. */
function withoutDescriptions(source: WebpSource): Uint8Array {
  const frames = source.chunks.filter(({ type }) => ['VP8X', 'ANIM', 'ANMF'].includes(type));
  return finishWebp(writeRiff(frames), source, source.plan.icc, source.markedFloor);
}

/** The smallest candidate, or the frames as they are, or the source where that is not notably smaller. */
function chosen(
  source: WebpSource,
  candidates: readonly (EncodedAnimation | null)[],
  { share, target }: { readonly share: number; readonly target?: TargetOutcome },
): Outcome {
  const ended = target ? { target } : {};
  const [smallest] = candidates
    .filter((candidate) => candidate !== null)
    .sort((a, b) => a.bytes.length - b.bytes.length);
  const isWorthwhile = smallest !== undefined && smallest.bytes.length <= share * source.bytes.length;
  const best = isWorthwhile ? smallest : { bytes: withoutDescriptions(source), score: null };
  if (best.bytes.length >= source.bytes.length)
    return unchanged(source.bytes, ended, { skips: [skip('not-smaller')] });
  const savedBytes = source.bytes.length - best.bytes.length;
  const { changes: profileChanges = [] } = colourFindings(source.plan, source.icc);
  return outcome(best.bytes, ended, {
    score: best.score,
    changes: [
      ...(isWorthwhile ? [change('animation-re-encoded', { savedBytes })] : []),
      ...profileChanges,
      ...metadataChanges(source),
    ],
  });
}
