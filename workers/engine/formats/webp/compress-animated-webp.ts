import { latin1 } from '../../base/bytes.ts';
import type { EngineContext } from '../../context.ts';
import { colourFindings } from '../../metadata/colour-plan.ts';
import { cautiousFloor } from '../../quality/tiny-pictures.ts';
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

/** Share of the source's bytes that a result may take where no target asks for one. */
const WORTHWHILE_SHARE = 0.97;

/** Pixels of all frames of a file of up to 1 MB: encoding them once takes a second or two. Larger files may have more. */
const ALL_PIXELS = 8_000_000;

/** Share of what lossy frames promise below which fewer colours are sure to be smaller. */
const CLEAR_SHARE = 0.8;

/** A floor this much lower than the one of the generation marker is worth another generation. */
const LOWER_FLOOR = 3;

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
  const frames = source.chunks.filter(({ type }) => type === 'ANMF');
  const { markedFloor } = source;
  if (!target && markedFloor !== null && markedFloor <= floor + LOWER_FLOOR)
    return unchanged(source.bytes, { skips: [skip('already-compressed')] });
  const { width, height } = canvasSize(source.chunks);
  if (width * height * frames.length > ALL_PIXELS * proportionOf(source.bytes.length))
    return unchanged(source.bytes, { skips: [skip('too-much-work')] });
  const encoder = await steps.timed('decode', () => AnimationEncoder.open(source, context));
  if (target) {
    const { packed } = target;
    const losslessBytes = packed?.length ?? source.bytes.length;
    const fitting = target.fitting && { bytes: target.fitting.bytes, score: target.fitting.score };
    const request = { targetBytes: target.bytes, losslessBytes, fitting };
    const fitted = await steps.timed('search', () => fitAnimation(source, request, encoder, context));
    return chosen(source, [packed ? { bytes: packed, score: null } : null, fitted.result], 1, fitted.target);
  }
  const lossless = frames.every(isLosslessFrame) ? await encodeLossless(source, encoder) : null;
  const { candidates, isMerged } =
    floor >= 100
      ? { candidates: [], isMerged: false }
      : await lossyCandidates(source, lossless, floor, encoder, context);
  const result = chosen(source, [...candidates, lossless], WORTHWHILE_SHARE);
  return isMerged && result.bytes === source.bytes
    ? unchanged(source.bytes, { skips: [skip('frames-merged')] })
    : result;
}

function isLosslessFrame({ data }: RiffChunk): boolean {
  return latin1(data, 16, 20) === 'VP8L';
}

async function encodeLossless(
  source: WebpSource,
  encoder: AnimationEncoder,
): Promise<EncodedAnimation | null> {
  const bare = await encoder.encode({ quality: 90, lossless: true, effort: 4 });
  return bare && { bytes: finishWebp(bare, source, source.plan.icc, null), score: null };
}

interface LossyCandidates {
  readonly candidates: readonly (EncodedAnimation | null)[];
  /** Equal frames would have become one. */
  readonly isMerged: boolean;
}

/** In fewer colours, and with lossy frames where those may be smaller: each of their trials encodes every frame. */
async function lossyCandidates(
  source: WebpSource,
  lossless: EncodedAnimation | null,
  floor: number,
  encoder: AnimationEncoder,
  context: EngineContext,
): Promise<LossyCandidates> {
  const { steps } = context;
  const first = await steps.timed('search', () => firstTrial(floor, encoder));
  encoder.release();
  const likely = first ? likelyBytes(first, floor) : Infinity;
  const usefulBytes = Math.min(likely, lossless?.bytes.length ?? Infinity, source.bytes.length);
  const cautious = cautiousFloor(floor, canvasSize(source.chunks));
  const reduced = await steps.timed('reduce', () =>
    reduceAnimatedWebp(source, { floor: cautious, usefulBytes }, context),
  );
  const finished = reduced && {
    bytes: finishWebp(reduced.bytes, source, source.plan.icc, floor),
    score: reduced.score,
  };
  if (!first || (finished && finished.bytes.length < CLEAR_SHARE * likely))
    return { candidates: [finished], isMerged: !first };
  const lossy = await steps.timed('search', () => searchAnimation(source, floor, encoder, context, first));
  return { candidates: [finished, lossy], isMerged: false };
}

/** The same frames without what only describes them. */
function withoutDescriptions(source: WebpSource): Uint8Array {
  const frames = source.chunks.filter(({ type }) => ['VP8X', 'ANIM', 'ANMF'].includes(type));
  return finishWebp(writeRiff(frames), source, source.plan.icc, source.markedFloor);
}

/** The smallest candidate, or the frames as they are, or the source where that is not notably smaller. */
function chosen(
  source: WebpSource,
  candidates: readonly (EncodedAnimation | null)[],
  share: number,
  target?: TargetOutcome,
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
