import type { JobOptions } from '../../../api/options.ts';
import { PRESET_INFO, scoreFloorOf } from '../../../api/presets.ts';
import { settingsAt } from '../../pictures/effort.ts';
import type { PictureUse } from '../drawing/picture-use.ts';
import { MOST_SCORE } from '../../../quality/thresholds.ts';

/** How far pictures of a deck may be reduced. */
export interface PictureQuality {
  /** Lowest visual score, 100 for no loss at all. */
  readonly floor: number;
  /** Pixels to the inch as displayed; Infinity keeps every pixel. */
  readonly ppi: number;
  /** Whether a size was asked for: all qualities are tried then. */
  readonly isForTarget: boolean;
  /** Whether areas that are cropped away wherever the picture is shown may go. */
  readonly removesHidden: boolean;
  /** Whether pictures with our marker stay as they are: not where a size was asked for. */
  readonly keepsMarked: boolean;
}

/** @param options.score in place of the preset's */
export function presetQuality(options: Pick<JobOptions, 'preset' | 'score'>): PictureQuality {
  const { preset } = options;
  return {
    floor: scoreFloorOf(options),
    ppi: PRESET_INFO[preset].pptxImagePpi,
    isForTarget: false,
    removesHidden: preset === 'small',
    keepsMarked: true,
  };
}

/** For a search for a size: as a preset at its effort, but for what asking for a size does not ask for. @param effort 0 to 1 */
export function qualityAt(effort: number): PictureQuality {
  const { floor, density: ppi } = settingsAt(effort, 'pptxImagePpi');
  return { floor, ppi, isForTarget: true, removesHidden: false, keepsMarked: false };
}

/** Floor for one picture. One whose colours are replaced or thresholded keeps every sample. */
export function floorFor(use: PictureUse, { floor }: PictureQuality): number {
  return use.needsExactColours ? MOST_SCORE : floor;
}
