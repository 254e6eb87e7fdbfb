import { conflictIn, type JobOptions } from '#engine/api/options.ts';
import { PRESETS } from '#engine/api/presets.ts';

/** A second try for "smaller" where no preset is left: this share of the size so far. */
const SMALLER_RATIO = 0.75;

/** Options that should give a smaller result: the next preset down, after the last one a size of three quarters. */
export function smallerOptions(
  { preset, targetBytes, ...rest }: JobOptions,
  outputBytes: number,
): JobOptions {
  const next = PRESETS[PRESETS.indexOf(preset) - 1];
  if (next !== undefined && targetBytes === undefined) return { ...rest, preset: next };
  return { ...rest, preset: 'small', targetBytes: Math.max(1, Math.floor(outputBytes * SMALLER_RATIO)) };
}

/** Options that keep more of the original: the next preset up, without a size to reach; null after the last one, and where that does not go with a format. */
export function betterOptions({ preset, targetBytes, ...rest }: JobOptions): JobOptions | null {
  if (targetBytes !== undefined) return { ...rest, preset: preset === 'small' ? 'balanced' : preset };
  const next = PRESETS[PRESETS.indexOf(preset) + 1];
  const better = next && { ...rest, preset: next };
  return better === undefined || conflictIn(better) ? null : better;
}
