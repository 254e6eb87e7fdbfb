import type { Keep } from './keep.ts';
import type { Preset } from './presets.ts';

/**
 * What a client asks for. One set from the form field to the engine: every stage carries it whole (spread, never copied
 * by name), so that a new option is added here, in the schema of the contracts, and where it is used.
 */
export interface JobOptions {
  /** How far to go. */
  readonly preset: Preset;
  /**
   * Size to reach, in bytes. Where the preset's own result fits, it is returned as it is. Else the preset's quality is lowered,
   * but that of `lossless`: the result takes 90 to 100 % of the size, or less where nothing that fits looks better; where it cannot
   * be met, the report names the smallest acceptable size.
   */
  readonly targetBytes?: number | undefined;
  /** Descriptions of a picture that stay; an empty list keeps none [copyright and date]. Documents keep their own. */
  readonly keep?: readonly Keep[] | undefined;
}
