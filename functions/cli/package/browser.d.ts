import type { CompressFileOptions, CompressionReport } from './index.js';

export { EngineError, ENGINE_ERROR_CODES, isEngineError } from './index.js';

export interface CompressedBlob {
  /** Never longer than the source, but for another format or size that was asked for; the source itself where nothing helped. */
  readonly blob: Blob;
  readonly report: CompressionReport;
}

/**
 * Makes one file smaller in a worker of this page; nothing of it is sent anywhere.
 * @throws EngineError when the file cannot be compressed, or is too large for this device
 */
export declare function compress(file: Blob, options?: CompressFileOptions): Promise<CompressedBlob>;

/** What this browser or page lacks to run the engine, as the end of a sentence; null where nothing is missing. */
export declare function missingHere(): string | null;
