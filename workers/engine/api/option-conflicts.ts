import { conflictIn, type ConflictName, type JobOptions } from './options.ts';

/** An option that does not go with the others. */
export interface OptionConflict {
  readonly option: keyof JobOptions;
  /** What is wrong and what to do, for people. */
  readonly message: string;
}

/** What does not go together in a set of options; null where all does. Apart from the rules, for pages load words late. */
export function optionConflict(options: JobOptions): OptionConflict | null {
  const found = conflictIn(options);
  return found && { option: found.option, message: MESSAGES[found.name] };
}

const LOSSY_FORMAT =
  'A JPEG, and our AVIF, always loses something, so these formats do not go with the preset lossless. Choose png or webp, or another preset.';

const MESSAGES: Readonly<Record<ConflictName, string>> = {
  'lossless-layers': 'The preset lossless loses nothing, and layers smooth the paper. Leave one of both out.',
  'lossless-score':
    'The preset lossless loses nothing, so a score does not go with it. Leave one of both out.',
  'lossless-format': LOSSY_FORMAT,
  'lossless-formats': LOSSY_FORMAT,
  'widths-sides': 'A set has its widths, so maxWidth, maxHeight and maxSide do not go with widths.',
  'widths-format': 'A set can have several formats: name them as formats=webp,jpeg, and leave format out.',
  'formats-alone': 'Several formats go with widths only. For one image name one format.',
  'accept-format': 'A list of accepted formats goes with format=auto only.',
  'background-format': 'A background goes with the format jpeg, or auto: other formats keep transparency.',
};
