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
  /** Lowest visual score in place of the preset's, 50 to 95 on the SSIMULACRA2 scale [that of the preset]. Not with `lossless`. */
  readonly score?: number | undefined;
}

/** An option that does not go with the others. */
export interface OptionConflict {
  readonly option: keyof JobOptions;
  /** What is wrong and what to do, for people. */
  readonly message: string;
}

/** What does not go together in a set of options; null where all does. */
export function optionConflict({ preset, score }: JobOptions): OptionConflict | null {
  if (preset === 'lossless' && score !== undefined)
    return {
      option: 'score',
      message: 'The preset lossless loses nothing, so a score does not go with it. Leave one of both out.',
    };
  return null;
}
