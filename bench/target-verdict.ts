import { ACCEPTABLE_SCORE, AMPLE_SCORE, type CompressionReport } from '#engine/index.ts';

/** How a target size ended; what begins with BROKEN is not as promised. */
export type TargetVerdict =
  | 'near'
  | 'as good'
  | 'not needed'
  | 'impossible'
  | 'BROKEN: not told'
  | 'BROKEN: too large'
  | 'BROKEN: not as usual'
  | 'BROKEN: far below'
  | 'BROKEN: possible'
  | 'BROKEN: score';

/** A result that was made smaller for a target takes at least this share of it. */
export const NEAR_SHARE = 0.9;

/** Where a target is missed, a result that loses more saves at least this share of the bytes. */
const WORTH_LOSS_SHARE = 0.01;

/** A result of the same file at other options. */
interface Known {
  readonly bytes: number;
  /** Null without loss. */
  readonly score: number | null;
}

/** What other runs made of the same file. */
interface Bounds {
  /** Of the same preset without a target. */
  readonly usualBytes: number;
  /** The smaller of the presets `small` and `balanced`. */
  readonly smallBytes: number;
  /** All of them, presets and targets. */
  readonly known: readonly Known[];
}

/** Judges a report by the promise that the engine makes for target sizes. */
export function judgeTarget(
  { target, outputBytes, score }: Pick<CompressionReport, 'target' | 'outputBytes' | 'score'>,
  targetBytes: number,
  { usualBytes, smallBytes, known }: Bounds,
): TargetVerdict {
  if (!target || target.bytes !== targetBytes) return 'BROKEN: not told';
  if (score !== null && score < ACCEPTABLE_SCORE) return 'BROKEN: score';
  if (!target.met) {
    if (target.smallestBytes !== outputBytes) return 'BROKEN: not told';
    const isBeaten = smallBytes < (1 - WORTH_LOSS_SHARE) * outputBytes;
    return outputBytes <= targetBytes || isBeaten ? 'BROKEN: possible' : 'impossible';
  }
  if (outputBytes > targetBytes) return 'BROKEN: too large';
  if (usualBytes <= targetBytes) return outputBytes === usualBytes ? 'not needed' : 'BROKEN: not as usual';
  if (outputBytes >= NEAR_SHARE * targetBytes) return 'near';
  const isBeaten = known.some(
    (other) => other.bytes <= targetBytes && (other.score ?? 100) > (score ?? 100) + SCORE_SLACK,
  );
  return (score ?? 100) >= AMPLE_SCORE && !isBeaten ? 'as good' : 'BROKEN: far below';
}

/** Scores that differ by less look the same. */
const SCORE_SLACK = 3;
