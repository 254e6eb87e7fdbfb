import { ACCEPTABLE_SCORE, PRESET_INFO, PRESETS, type Preset, type PresetInfo } from '../../api/presets.ts';
import type { SizeTarget } from '../../context.ts';
import { LEAST_PDF_DPI, LEAST_SLIDE_PPI } from './tuning.ts';

/**
 * Effort is one scale for all pictures of a document: 0 loses nothing, 1 is the smallest acceptable. Each preset is a point on it,
 * so that a search for a size goes through the presets and never beside them: score and resolution fall together.
 */

/** How far pictures may go at an effort. */
export interface EffortSettings {
  /** Lowest visual score; 100 for no loss. */
  readonly floor: number;
  /** Pixels to the inch as shown; Infinity keeps every pixel. */
  readonly density: number;
}

/** Where a kind of document has its resolution in the table of presets. */
export type DensityKey = keyof Pick<PresetInfo, 'pdfImageDpi' | 'pptxImagePpi'>;

const LEAST_DENSITY: Readonly<Record<DensityKey, number>> = {
  pdfImageDpi: LEAST_PDF_DPI,
  pptxImagePpi: LEAST_SLIDE_PPI,
};

/** The effort of a preset: even steps of score from 100 to the smallest acceptable. */
export function effortOf(preset: Preset): number {
  return effortOfFloor(PRESET_INFO[preset].scoreFloor);
}

function effortOfFloor(floor: number): number {
  return (100 - floor) / (100 - ACCEPTABLE_SCORE);
}

/** Presets between which a target lies, as efforts. */
export interface PresetEfforts {
  /** Of one that made more than the target. */
  readonly tooLarge: number;
  /** Of a lower one that fits [no preset fits]. */
  readonly fitting?: number;
}

/** Between which presets a target lies. */
export function presetEfforts({ tooLarge, fitting }: SizeTarget): PresetEfforts {
  return {
    tooLarge: effortOfFloor(tooLarge.floor),
    ...(fitting ? { fitting: effortOfFloor(fitting.floor) } : {}),
  };
}

/** Settings of an effort, those of a preset at its effort. @param effort 0 to 1 */
export function settingsAt(effort: number, key: DensityKey): EffortSettings {
  return {
    floor: 100 - (100 - ACCEPTABLE_SCORE) * effort,
    density: betweenPresets(effort, (preset) => PRESET_INFO[preset][key], LEAST_DENSITY[key]),
  };
}

/**
 * A number of the presets at any effort: in equal ratios from one preset to the next, and as effort falls to 0 in inverse
 * proportion to it. Beyond the last preset it stays as far as half of the way: scores tell quality, not the pixels that are gone.
 * @param valueOf above 0
 * @param least   at effort 1
 */
export function betweenPresets(effort: number, valueOf: (preset: Preset) => number, least: number): number {
  const points = PRESETS.map((preset) => ({ effort: effortOf(preset), value: valueOf(preset) }));
  const [last] = points;
  const halfway = { effort: (last!.effort + 1) / 2, value: last!.value };
  const lossy = [{ effort: 1, value: least }, halfway, ...points.filter((point) => point.effort > 0)];
  const stronger = lossy.findLast((point) => point.effort >= effort)!;
  const gentler = lossy.find((point) => point.effort < effort);
  if (stronger.effort === effort) return stronger.value;
  if (!gentler) return (stronger.value * stronger.effort) / effort;
  const share = (effort - gentler.effort) / (stronger.effort - gentler.effort);
  return gentler.value * (stronger.value / gentler.value) ** share;
}
