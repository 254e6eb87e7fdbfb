import type { ApiErrorCode } from '../../api-errors.ts';
import { FILE_ERRORS, type ApiOperation } from '../operation.ts';

const UPLOAD_ERRORS = [
  'unsupported-type',
  'legacy-ppt',
  'too-many-files',
  'invalid-request',
  'too-large',
  'encoded-body',
  'damaged',
  'rate-limited',
  'busy',
] as const satisfies readonly ApiErrorCode[];
/** Of calls that take an Idempotency-Key. */
const KEY_ERRORS = [
  'idempotency-conflict',
  'idempotency-mismatch',
] as const satisfies readonly ApiErrorCode[];

/** Files in, smaller files out. */
export const compressOperations = {
  compressFile: {
    method: 'POST',
    path: '/api/compress',
    title: 'Compress one file',
    answer: 'the compressed file, or 202 with a job',
    errors: [
      'missing-file',
      'source-failed',
      ...UPLOAD_ERRORS,
      ...FILE_ERRORS,
      ...KEY_ERRORS,
      'compression-failed',
    ],
    limit: 'files',
    scope: 'compress',
  },
  compressBatch: {
    method: 'POST',
    path: '/api/compress/batch',
    title: 'Compress up to ten files',
    answer: 'a zip with the compressed files, or 202 with a batch of jobs',
    errors: [
      'missing-files',
      ...UPLOAD_ERRORS,
      ...KEY_ERRORS,
      'nothing-compressed',
      'compression-failed',
      'batch-failed',
    ],
    limit: 'files',
    scope: 'compress',
  },
} as const satisfies Readonly<Record<string, ApiOperation>>;
