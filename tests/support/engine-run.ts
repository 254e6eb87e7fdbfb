import { compress, type CompressOptions, type CompressResult } from '#engine/index.ts';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';

export const codecs = createNativeCodecs();

/** Compresses with the native codecs. */
export function run(bytes: Uint8Array, options: Partial<CompressOptions> = {}): Promise<CompressResult> {
  return compress(bytes, { codecs, ...options });
}

/** Codes of what the report says was changed or skipped. */
export function codesOf({ report }: CompressResult): string[] {
  return [...report.changes, ...report.skips].map(({ code }) => code);
}
