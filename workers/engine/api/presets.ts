/**
 * How far the engine may go. `balanced` is the default; `lossless` never changes a decoded sample.
 */
export const PRESETS = ['small', 'balanced', 'high', 'lossless'] as const;
export type Preset = (typeof PRESETS)[number];

export const DEFAULT_PRESET: Preset = 'balanced';

export interface PresetInfo {
  /**
   * Lowest visual score a picture may have against its source (100 = identical).
   * balanced: 70 is "high quality" by SSIMULACRA 2; half a point more covers what our meter and others disagree about.
   */
  readonly scoreFloor: number;
  /** Pictures inside a PDF are brought down to this effective DPI when they are well above it. */
  readonly pdfImageDpi: number;
  /** Pictures inside a deck are brought down to this resolution as displayed on the slide. */
  readonly pptxImagePpi: number;
}

export const PRESET_INFO: Readonly<Record<Preset, PresetInfo>> = {
  small: { scoreFloor: 62, pdfImageDpi: 96, pptxImagePpi: 150 },
  balanced: { scoreFloor: 70.5, pdfImageDpi: 150, pptxImagePpi: 220 },
  high: { scoreFloor: 85, pdfImageDpi: 220, pptxImagePpi: 330 },
  lossless: { scoreFloor: 100, pdfImageDpi: Infinity, pptxImagePpi: Infinity },
};

/** The floor of the next gentler preset: the lowest one above a score, 100 at most. */
export function nextFloor(floor: number): number {
  return Math.min(
    ...PRESETS.map((preset) => PRESET_INFO[preset].scoreFloor).filter((each) => each > floor),
    100,
  );
}

/** The density of pictures of the next gentler preset: the lowest one above a density, at most Infinity. */
export function nextDensity(density: number, key: 'pdfImageDpi' | 'pptxImagePpi'): number {
  return Math.min(...PRESETS.map((preset) => PRESET_INFO[preset][key]).filter((each) => each > density));
}

/**
 * Lowest visual score at which a result may be returned for a target size, whatever the preset: "medium quality" by
 * SSIMULACRA 2. With a hard limit, such as that of an upload form, a readable file with visible loss is of use, and one that
 * is too large is not. Below the floor of `small` the report says so.
 */
export const ACCEPTABLE_SCORE = 50;

/** Highest score that may be asked for: above it `high` and `lossless` serve better. */
export const HIGHEST_ASKED_SCORE = 95;

/** The lowest visual score that a file is made for. @param score asked for in place of the preset's */
export function scoreFloorOf({
  preset,
  score,
}: {
  readonly preset: Preset;
  readonly score?: number | undefined;
}): number {
  return score ?? PRESET_INFO[preset].scoreFloor;
}

/**
 * A score that is high enough for any target size: above it a fuller result need not beat the score of a shorter one.
 */
export const AMPLE_SCORE = PRESET_INFO.high.scoreFloor;
