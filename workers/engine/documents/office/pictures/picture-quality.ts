import { PRESET_INFO, type Preset } from '../../../api/presets.ts';
import { betweenPresets, settingsAt } from '../../pictures/effort.ts';
import type { PictureUse } from '../drawing/picture-use.ts';

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
  return { floor, ppi, detail: DETAIL[preset], removesHidden: preset === 'small', keepsMarked: true };
}

const DETAIL: Readonly<Record<Preset, number>> = { small: 0, balanced: 0.9775, high: 0.99, lossless: 1 };

/** For a search for a size: as a preset at its effort, but for what asking for a size does not ask for. @param effort 0 to 1 */
export function qualityAt(effort: number): PictureQuality {
  const { floor, density: ppi } = settingsAt(effort, 'pptxImagePpi');
  // What may be lost of the detail falls in equal ratios.
  const detail = 1 - 1 / betweenPresets(effort, (preset) => 1 / (1 - DETAIL[preset]), 1);
  return { floor, ppi, detail, removesHidden: false, keepsMarked: false };
}

/**
 * Floor for one picture. Where it fills the slide, banding in skies and gradients shows most: six points more.
 * A picture whose colours are replaced or thresholded keeps every sample.
 */
export function floorFor(use: PictureUse, { floor }: PictureQuality): number {
  if (use.needsExactColours) return 100;
  return use.coversPage ? raised(floor, 6) : floor;
}

/**
 * Floor for a picture that comes without loss and would become a JPEG: its flat colours and sharp letters show noise
 * sooner than photographs do.
 */
export function jpegFloorFor(use: PictureUse, quality: PictureQuality): number {
  return raised(floorFor(use, quality), use.coversPage ? 6 : 8);
}

/** A floor raised by some points, at most to 95; higher floors stay. */
function raised(floor: number, points: number): number {
  return Math.max(floor, Math.min(95, floor + points));
}

/**
 * Lowest quality of a JPEG. Tiles of a smooth gradient score well even at quality 5, where its steps of twenty levels
 * show as bands across the slide; from 55 on they are of two levels. Such pictures take few bytes in any case.
 */
export function minQualityFor({ coversPage }: PictureUse): number {
  return coversPage ? 55 : 30;
}
