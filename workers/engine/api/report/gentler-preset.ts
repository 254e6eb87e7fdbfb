import { isPictureKind, type FileKind } from '../kinds.ts';
import { asksForConversion, type JobOptions } from '../options.ts';
import { PRESET_INFO, PRESETS, type Preset } from '../presets.ts';
import { hint } from './findings.ts';
import type { Findings, Hint } from './report.ts';

/**
 * Says where a preset gains nothing over a gentler one: the picture has the gentler one's quality already. Nothing is said where a
 * size, format or score was asked for, or for a document, whose pictures have other pixels at each preset.
 */
export function gentlerPreset(
  kind: FileKind,
  preset: Preset,
  options: Partial<JobOptions>,
  { score }: Findings,
): readonly Hint[] {
  const isPresetAlone =
    isPictureKind(kind) &&
    options.targetBytes === undefined &&
    options.score === undefined &&
    !asksForConversion(options);
  if (!isPresetAlone || score === null) return [];
  const gentlest = PRESETS.findLast((each) => PRESET_INFO[each].scoreFloor <= score);
  return gentlest && PRESETS.indexOf(gentlest) > PRESETS.indexOf(preset)
    ? [hint('gentler-preset', { values: { preset: gentlest } })]
    : [];
}
