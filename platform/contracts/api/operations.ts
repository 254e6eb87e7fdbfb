import type { ApiErrorCode } from '../api-errors.ts';

/** A call of the API, for documents and pages; free of Node and of zod, so that pages use it too. */
export interface ApiOperation {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE';
  /** With `{name}` for what changes. */
  readonly path: string;
  /** What it does, as a title. */
  readonly title: string;
  /** What comes back when all goes well. */
  readonly answer: string;
  /** How it may fail, beside what can happen to every call. */
  readonly errors: readonly ApiErrorCode[];
  /** Which limit it counts against. */
  readonly limit?: 'files' | 'requests' | 'lookups';
  /** Set for calls of the tus protocol: its headers are in every answer. */
  readonly protocol?: 'tus';
  /** Whether it needs a bearer token. */
  readonly needsToken?: boolean;
}

/** What can happen to every call. */
export const COMMON_ERRORS = ['internal', 'unavailable'] as const satisfies readonly ApiErrorCode[];

const UPLOAD_ERRORS = [
  'unsupported-type',
  'legacy-ppt',
  'too-many-files',
  'invalid-request',
  'too-large',
  'damaged',
  'rate-limited',
  'busy',
] as const satisfies readonly ApiErrorCode[];
const FILE_ERRORS = ['password-protected', 'limit-exceeded'] as const satisfies readonly ApiErrorCode[];

/** Every call, in the order of the documentation. */
export const API_OPERATIONS = {
  compressFile: {
    method: 'POST',
    path: '/api/compress',
    title: 'Compress one file',
    answer: 'the compressed file, or 202 with a job',
    errors: ['missing-file', ...UPLOAD_ERRORS, ...FILE_ERRORS, 'compression-failed'],
    limit: 'files',
  },
  compressBatch: {
    method: 'POST',
    path: '/api/compress/batch',
    title: 'Compress up to ten files',
    answer: 'a zip with the compressed files, or 202 with a job for each',
    errors: ['missing-files', ...UPLOAD_ERRORS, 'nothing-compressed', 'compression-failed', 'batch-failed'],
    limit: 'files',
  },
  readJob: {
    method: 'GET',
    path: '/api/jobs/{id}',
    title: 'Ask for a job',
    answer: 'what is known about a job, with its report',
    errors: ['expired', 'rate-limited'],
    limit: 'lookups',
  },
  followJob: {
    method: 'GET',
    path: '/api/jobs/{id}/events',
    title: 'Follow a job',
    answer: 'server-sent events: how far the job is, then how it ended',
    errors: ['expired', 'rate-limited'],
    limit: 'lookups',
  },
  readResult: {
    method: 'GET',
    path: '/api/jobs/{id}/result',
    title: 'Fetch the result of a job',
    answer: 'the compressed file, as often as asked, whole or in parts',
    errors: [
      'not-found',
      'expired',
      'range-not-satisfiable',
      'unsupported-type',
      'damaged',
      ...FILE_ERRORS,
      'compression-failed',
      'rate-limited',
    ],
    limit: 'lookups',
  },
  cancelJob: {
    method: 'DELETE',
    path: '/api/jobs/{id}',
    title: 'End a job',
    answer: '204; the job is cancelled, its files and shares are deleted',
    errors: ['expired', 'rate-limited'],
    limit: 'lookups',
  },
  createUpload: {
    method: 'POST',
    path: '/api/uploads',
    title: 'Prepare a direct upload',
    answer: 'where to send a large file, straight to the object store',
    errors: [
      'invalid-request',
      'unsupported-type',
      'legacy-ppt',
      'mislabelled',
      'too-large',
      'not-found',
      'rate-limited',
      'busy',
    ],
    limit: 'files',
  },
  completeUpload: {
    method: 'POST',
    path: '/api/uploads/complete',
    title: 'Complete a direct upload',
    answer: '202 with the job of the uploaded file',
    errors: ['invalid-request', 'unsupported-type', 'legacy-ppt', 'expired', 'rate-limited'],
    limit: 'lookups',
  },
  createResumable: {
    method: 'POST',
    path: '/api/resumable',
    title: 'Begin a resumable upload',
    answer: '201 with the address to which the file is sent, in as many pieces as it takes (tus 1.0)',
    errors: [
      'invalid-request',
      'unsupported-protocol',
      'wrong-content-type',
      'too-large',
      'damaged',
      'unsupported-type',
      'legacy-ppt',
      'rate-limited',
      'busy',
    ],
    protocol: 'tus',
    limit: 'files',
  },
  readResumable: {
    method: 'HEAD',
    path: '/api/resumable/{id}',
    title: 'Ask how far an upload is',
    answer: 'how many bytes have come, and once all have, the job',
    errors: ['unsupported-protocol', 'expired', 'unsupported-type', 'legacy-ppt', 'rate-limited'],
    protocol: 'tus',
    limit: 'lookups',
  },
  appendResumable: {
    method: 'PATCH',
    path: '/api/resumable/{id}',
    title: 'Send the next piece',
    answer: '204 with how many bytes have come; after the last one the file is a job with the same id',
    errors: [
      'invalid-request',
      'unsupported-protocol',
      'upload-conflict',
      'upload-taken-over',
      'wrong-content-type',
      'too-large',
      'unsupported-type',
      'legacy-ppt',
      'expired',
      'rate-limited',
    ],
    protocol: 'tus',
    limit: 'lookups',
  },
  endResumable: {
    method: 'DELETE',
    path: '/api/resumable/{id}',
    title: 'End a resumable upload',
    answer: '204; what had come is deleted, and the job that it became is cancelled',
    errors: ['unsupported-protocol', 'expired', 'rate-limited'],
    protocol: 'tus',
    limit: 'lookups',
  },
  signIn: {
    method: 'POST',
    path: '/api/auth/google',
    title: 'Sign in',
    answer: 'a session token',
    errors: ['invalid-credential', 'google-authentication-failed', 'rate-limited'],
    limit: 'requests',
  },
  readProfile: {
    method: 'GET',
    path: '/api/protected/dashboard',
    title: 'Read the profile',
    answer: 'who is signed in',
    errors: ['unauthorized', 'token-expired'],
    needsToken: true,
  },
  createShare: {
    method: 'POST',
    path: '/api/shares',
    title: 'Share a result',
    answer: 'a link that works for 24 hours',
    errors: ['invalid-request', 'unauthorized', 'token-expired', 'expired', 'rate-limited'],
    limit: 'requests',
    needsToken: true,
  },
  openShare: {
    method: 'GET',
    path: '/s/{id}',
    title: 'Open a shared link',
    answer: 'the shared file',
    errors: ['expired', 'range-not-satisfiable', 'rate-limited'],
    limit: 'lookups',
  },
  readStats: {
    method: 'GET',
    path: '/api/stats',
    title: 'Count of compressed files',
    answer: 'how many files were compressed',
    errors: [],
  },
  readDescription: {
    method: 'GET',
    path: '/api/openapi.json',
    title: 'Description of the API',
    answer: 'this API as an OpenAPI 3.1 document',
    errors: [],
  },
} as const satisfies Readonly<Record<string, ApiOperation>>;
export type ApiOperationId = keyof typeof API_OPERATIONS;

/** The calls as a list, each with its id. */
export const API_OPERATION_LIST: readonly (ApiOperation & { readonly id: ApiOperationId })[] = Object.entries(
  API_OPERATIONS,
).map(([id, operation]) => ({ id: id as ApiOperationId, ...operation }));
