import { compress as compressWith, type CompressionReport, type JobOptions } from '#engine/index.ts';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';

export {
  EngineError,
  ENGINE_ERROR_CODES,
  isEngineError,
  FILE_KINDS,
  PRESETS,
  detectKind,
} from '#engine/index.ts';

/** Options of one call: what a job may ask for, and how a program follows it. */
export interface CompressFileOptions extends Partial<JobOptions> {
  /** Name of the file, from which the names in a set are made ["picture"]. */
  readonly name?: string;
  /** Cancels the work; `compress` rejects with its reason. */
  readonly signal?: AbortSignal;
  /** Told how far the work is, 0 to 1. */
  readonly onProgress?: (ratio: number) => void;
}

export interface CompressedFile {
  /** Never longer than the source; the source itself where nothing helped. */
  readonly bytes: Uint8Array;
  readonly report: CompressionReport;
}

const codecs = createNativeCodecs();

/**
 * Makes one file of our kinds smaller, in this process. The kind is read from the content.
 * @throws EngineError when the file cannot be compressed; its code says why
 */
export function compress(source: Uint8Array, options: CompressFileOptions = {}): Promise<CompressedFile> {
  return compressWith(source, { ...options, codecs });
}
