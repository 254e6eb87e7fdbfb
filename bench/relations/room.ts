import type { CompressionReport } from '#engine/index.ts';
import type { Relation } from './relation.ts';

/** Points by which scores of one file may differ where nothing has changed. */
const SCORE_SLACK = 1;
/** Share of a target that a result takes, unless the preset asked for makes hardly more. */
const LEAST_USED = 0.85;
const NEAR_PRESET = 0.97;

/** Where targets lie between below `small` and the larger of both presets; each moves by a random share of its part. */
const PLACES = [0.3, 0.55, 0.8, 0.97];
const SPREAD = 0.05;

/** Targets begin at this share of what `small` makes. */
const LOWEST_SHARE = 0.8;

/** Size and score of a result. */
export interface Sized {
  readonly bytes: number;
  readonly score: number | null;
}

/** A result for a target. */
export interface Targeted extends Sized {
  readonly targetBytes: number;
  readonly isMet: boolean;
}

/** More room never gives less, and what a preset makes that fits is the least that a target gives. */
export const room: Relation = {
  name: 'room',
  title: 'a larger target gives no less, and no less than a preset that fits',
  check: async (file, { compress, random }) => {
    const small = sizedOf((await compress(file, { preset: 'small' })).report);
    const balanced = sizedOf((await compress(file, { preset: 'balanced' })).report);
    const lowest = LOWEST_SHARE * small.bytes;
    const highest = Math.max(small.bytes, balanced.bytes);
    const results: Targeted[] = [];
    for (const place of PLACES) {
      const moved = place + SPREAD * (random.next() - 0.5);
      const targetBytes = Math.floor(lowest + (highest - lowest) * moved);
      const { report } = await compress(file, { targetBytes });
      results.push({ ...sizedOf(report), targetBytes, isMet: report.target?.met ?? false });
    }
    return roomFaults({ small, balanced }, results);
  },
};

/** @param presets what both made @param results in the order of their targets */
export function roomFaults(
  presets: Readonly<Record<'small' | 'balanced', Sized>>,
  results: readonly Targeted[],
): string[] {
  return results.flatMap((result, index) => {
    const { bytes, targetBytes, isMet } = result;
    const before = results[index - 1];
    const least = [
      ...Object.entries(presets).filter(([, preset]) => preset.bytes <= targetBytes),
      ...(before ? [[`${before.targetBytes}`, before] as const] : []),
    ];
    const isShort = bytes < LEAST_USED * targetBytes && bytes < NEAR_PRESET * presets.balanced.bytes;
    return [
      ...(isMet === bytes <= targetBytes
        ? []
        : [`${bytes} of ${targetBytes} told as ${isMet ? 'met' : 'missed'}`]),
      ...(!isMet && presets.small.bytes <= targetBytes ? [`${targetBytes} missed, small fits`] : []),
      ...(isMet && isShort ? [`${Math.round((100 * bytes) / targetBytes)} % of ${targetBytes} used`] : []),
      ...least
        .filter(([, other]) => isLower(result, other))
        .map(([name, other]) => `score ${result.score} at ${targetBytes}, ${other.score} with ${name}`),
    ];
  });
}

/** Without loss all is equal to the source. */
function isLower({ score }: Sized, other: Sized): boolean {
  return score !== null && score < (other.score ?? 100) - SCORE_SLACK;
}

function sizedOf({ outputBytes, score }: CompressionReport): Sized {
  return { bytes: outputBytes, score };
}
