export { compress, type CompressOptions, type CompressResult } from './compress.ts';
export { detectKind, SNIFF_BYTES } from './detect.ts';
export { EngineError, isEngineError, ENGINE_ERROR_CODES, type EngineErrorCode } from './errors.ts';
export { FILE_KINDS, KIND_FACTS, type FileKind } from './kinds.ts';
export { ENGINE_LIMITS } from './limits.ts';
export { PRESETS, DEFAULT_PRESET, PRESET_FACTS, type Preset } from './presets.ts';
export type { CompressionReport, Change, Skip, Kept } from './report.ts';
export type { Codecs } from './codecs/codecs.ts';
