export { compress, preload, type CompressOptions, type CompressResult } from './compress.ts';
export type { HelpAnswer, Helpers } from './context.ts';
export { helpWith } from './help.ts';
export { adviceForPicture, compoundContentOf, detectKind, SNIFF_BYTES } from './api/detect.ts';
export { EngineError, isEngineError, ENGINE_ERROR_CODES, type EngineErrorCode } from './api/errors.ts';
export {
  FILE_KINDS,
  INPUT_KINDS,
  OUTPUT_KINDS,
  PICTURE_KINDS,
  RESULT_INFO,
  RESULT_KINDS,
  KIND_INFO,
  extensionOf,
  isPictureKind,
  kindOfExtension,
  kindsOfType,
  listOfKinds,
  nameForKind,
  type DocumentKind,
  type FileKind,
  type OutputKind,
  type ResultKind,
  type PictureKind,
} from './api/kinds.ts';
export { readSet, type SetEntry } from './conversion/set/read-set.ts';
export { ENGINE_LIMITS } from './api/limits.ts';
export {
  ACCEPTABLE_SCORE,
  AMPLE_SCORE,
  DEFAULT_PRESET,
  PRESET_INFO,
  PRESETS,
  type Preset,
} from './api/presets.ts';
export { DEFAULT_KEEP, KEEP, type Keep } from './api/keep.ts';
export { kindConflict, type JobOptions } from './api/options.ts';
export type { CompressionReport, Change, Skip, Kept, Hint } from './api/report/report.ts';
export { CHANGES, FEATURES, HINTS, INTERNAL_SKIPS, SKIPS, type SkipCode } from './api/report/report-codes.ts';
export type { Codecs } from './codecs/ports/codecs.ts';
