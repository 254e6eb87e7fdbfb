import type { compressOperations } from '#platform/contracts/api/operations/compress.ts';
import { WITH_WEBHOOK, type ApiWalk, type CallsOf } from './api-walk.ts';

/** Uploads of one file and of several, sound and not. */
export function compressCalls(walk: ApiWalk): CallsOf<typeof compressOperations> {
  const { call, upload, form, damaged, photo } = walk;
  return {
    compressFile: [
      () => upload('/api/compress', form('file')),
      () => upload('/api/compress?target=100', form('file')),
      () => call('/api/compress', { method: 'POST', body: photo, headers: { 'Content-Type': 'image/jpeg' } }),
      () => upload('/api/compress', form('file'), { Prefer: 'respond-async' }),
      () => upload('/api/compress', form('file'), WITH_WEBHOOK),
      () => upload('/api/compress', form('file'), { 'X-Made-On-Device': 'true' }),
      () => upload('/api/compress', form('file'), { 'Idempotency-Key': 'one' }),
      () => upload('/api/compress', form('file'), { 'Idempotency-Key': 'one' }),
      () => upload('/api/compress?preset=small', form('file'), { 'Idempotency-Key': 'one' }),
      () => upload('/api/compress', form('wrong')),
      () => upload('/api/compress?quality=1', form('file')),
      () => upload('/api/compress', form('file', [damaged()])),
      () => upload('/api/compress', form('file'), { 'Content-Encoding': 'gzip' }),
    ],
    compressBatch: [
      () => upload('/api/compress/batch', form('files', [photo, damaged()])),
      () => upload('/api/compress/batch?target=100', form('files')),
      () => upload('/api/compress/batch', form('files'), { Prefer: 'respond-async' }),
      () => upload('/api/compress/batch', form('files'), WITH_WEBHOOK),
      () => upload('/api/compress/batch', form('files'), { 'Idempotency-Key': 'two' }),
      () => upload('/api/compress/batch', form('files'), { 'Idempotency-Key': 'two' }),
      () => upload('/api/compress/batch', form('files', [damaged()])),
      () => upload('/api/compress/batch', form('file')),
      () => upload('/api/compress/batch', form('files'), { 'Content-Encoding': 'deflate' }),
    ],
  };
}
