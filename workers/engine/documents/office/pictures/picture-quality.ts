import { PRESET_INFO, type Preset } from '../../../api/presets.ts';
import { betweenPresets, settingsAt } from '../../pictures/effort.ts';
import type { PictureUse } from '../drawing/picture-use.ts';
import { LEAST_QUALITY, LEAST_STRUCTURE, RAISED_FLOOR, RAISE_POINTS } from '../tuning.ts';
import { MOST_SCORE } from '../../../quality/thresholds.ts';

/** How far pictures of a deck may be reduced. */
export interface PictureQuality {
  /** Lowest visual score, 100 for no loss at all. */
  readonly floor: number;
  /** Pixels to the inch as displayed; Infinity keeps every pixel. */
  readonly ppi: number;
  /** Least structural similarity of a resized picture, enlarged again, to the source; 0 where size alone counts. */
  readonly detail: number;
  /** Whether areas that are cropped away wherever the picture is shown may go. */
  readonly removesHidden: boolean;
  /** Whether pictures with our marker stay as they are: not where a size was asked for. */
  readonly keepsMarked: boolean;
}

export function presetQuality(preset: Preset): PictureQuality {
  const { scoreFloor: floor, pptxImagePpi: ppi } = PRESET_INFO[preset];
  return {
    floor,
    ppi,
    detail: LEAST_STRUCTURE[preset],
    removesHidden: preset === 'small',
    keepsMarked: true,
  };
}

/** For a search for a size: as a preset at its effort, but for what asking for a size does not ask for. @param effort 0 to 1 */
export function qualityAt(effort: number): PictureQuality {
  const { floor, density: ppi } = settingsAt(effort, 'pptxImagePpi');
  // What may be lost of the detail falls in equal ratios.
  const detail = 1 - 1 / betweenPresets(effort, (preset) => 1 / (1 - LEAST_STRUCTURE[preset]), 1);
  return { floor, ppi, detail, removesHidden: false, keepsMarked: false };
}

/**
 * Floor for one picture. Where it fills the slide, banding in skies and gradients shows most: six points more.
 * A picture whose colours are replaced or thresholded keeps every sample.
 */
export function floorFor(use: PictureUse, { floor }: PictureQuality): number {
  if (use.needsExactColours) return MOST_SCORE;
  return use.coversPage ? raised(floor, RAISE_POINTS.covering) : floor;
}

/**
 * Floor for a picture that comes without loss and would become a JPEG: its flat colours and sharp letters show noise
 * sooner than photographs do.
 */
export function jpegFloorFor(use: PictureUse, quality: PictureQuality): number {
  return raised(floorFor(use, quality), use.coversPage ? RAISE_POINTS.coveringJpeg : RAISE_POINTS.jpeg);
}

/** A floor raised by some points; higher ones than the limit stay. */
function raised(floor: number, points: number): number {
  return Math.max(floor, Math.min(RAISED_FLOOR, floor + points));
}

/** Lowest quality of a JPEG, 1 to 100. */
export function minQualityFor({ coversPage }: PictureUse): number {
  return coversPage ? LEAST_QUALITY.covering : LEAST_QUALITY.other;
}
