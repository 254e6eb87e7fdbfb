import type { ApiErrorCode } from '../api-errors.ts';
import type { ApiScope } from './scopes.ts';

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
  readonly limit?: 'files' | 'requests' | 'lookups' | 'device-files';
  /** Set for calls of the tus protocol: its headers are in every answer. */
  readonly protocol?: 'tus';
  /** What a key must be allowed to do; without it any key will do. Checked for every route by access-guard.ts. */
  readonly scope?: ApiScope;
  /** Whether it needs an account: a session token, or a key where `scope` lets one in. Checked there as well. */
  readonly needsToken?: boolean;
  /** Whether it needs a person: a session token and no key. */
  readonly sessionOnly?: boolean;
}

/** What can happen to every call; the last three only where a token or a key is sent. */
const COMMON_ERRORS = [
  'internal',
  'unavailable',
  'unauthorized',
  'invalid-key',
  'rate-limited',
] as const satisfies readonly ApiErrorCode[];

/** How a call may fail, all together. */
export function errorsOf({
  errors,
  limit,
  scope,
  needsToken,
  sessionOnly,
}: ApiOperation): readonly ApiErrorCode[] {
  const all: ApiErrorCode[] = [...errors, ...COMMON_ERRORS];
  if (needsToken || sessionOnly) all.push('token-expired');
  if (scope !== undefined || sessionOnly) all.push('missing-scope');
  if (limit === 'files') all.push('quota-exceeded');
  return [...new Set(all)];
}

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
/** Of calls that take an Idempotency-Key. */
const KEY_ERRORS = [
  'idempotency-conflict',
  'idempotency-mismatch',
] as const satisfies readonly ApiErrorCode[];
const FILE_ERRORS = ['password-protected', 'limit-exceeded'] as const satisfies readonly ApiErrorCode[];

/** Every call, in the order of the documentation. */
export const API_OPERATIONS = {
  compressFile: {
    method: 'POST',
    path: '/api/compress',
    title: 'Compress one file',
    answer: 'the compressed file, or 202 with a job',
    errors: ['missing-file', ...UPLOAD_ERRORS, ...FILE_ERRORS, ...KEY_ERRORS, 'compression-failed'],
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
  readBatch: {
    method: 'GET',
    path: '/api/batches/{id}',
    title: 'Ask for a batch',
    answer: 'what is known about a batch and the job of each file',
    errors: ['expired', 'rate-limited'],
    limit: 'lookups',
    scope: 'jobs:read',
  },
  followBatch: {
    method: 'GET',
    path: '/api/batches/{id}/events',
    title: 'Follow a batch',
    answer: 'server-sent events: how far each job is, how each ended, then the batch',
    errors: ['expired', 'rate-limited'],
    limit: 'lookups',
    scope: 'jobs:read',
  },
  cancelBatch: {
    method: 'DELETE',
    path: '/api/batches/{id}',
    title: 'End a batch',
    answer: '204; its jobs are cancelled, their files and shares are deleted',
    errors: ['expired', 'rate-limited'],
    limit: 'lookups',
    scope: 'compress',
  },
  readJob: {
    method: 'GET',
    path: '/api/jobs/{id}',
    title: 'Ask for a job',
    answer: 'what is known about a job, with its report',
    errors: ['expired', 'rate-limited'],
    limit: 'lookups',
    scope: 'jobs:read',
  },
  followJob: {
    method: 'GET',
    path: '/api/jobs/{id}/events',
    title: 'Follow a job',
    answer: 'server-sent events: how far the job is, then how it ended',
    errors: ['expired', 'rate-limited'],
    limit: 'lookups',
    scope: 'jobs:read',
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
    scope: 'jobs:read',
  },
  cancelJob: {
    method: 'DELETE',
    path: '/api/jobs/{id}',
    title: 'End a job',
    answer: '204; the job is cancelled, its files and shares are deleted',
    errors: ['expired', 'rate-limited'],
    limit: 'lookups',
    scope: 'compress',
  },
  readDeliveries: {
    method: 'GET',
    path: '/api/jobs/{id}/deliveries',
    title: 'Log of deliveries',
    answer: 'the webhooks of a job and where its result was sent, with every attempt',
    errors: ['expired', 'rate-limited'],
    limit: 'lookups',
    scope: 'jobs:read',
  },
  resendDelivery: {
    method: 'POST',
    path: '/api/jobs/{id}/deliveries/{delivery}/resend',
    title: 'Send again',
    answer: '202; what was delivered, or could not be, is sent once more within seconds',
    errors: ['invalid-request', 'expired', 'rate-limited'],
    limit: 'lookups',
    scope: 'webhooks',
  },
  listDeliveries: {
    method: 'GET',
    path: '/api/deliveries',
    title: 'List deliveries',
    answer: 'what was sent for the jobs of the account, newest first, a page of 25',
    errors: ['invalid-request'],
    limit: 'requests',
    scope: 'webhooks',
    needsToken: true,
  },
  readWebhookSecrets: {
    method: 'GET',
    path: '/api/webhooks/secrets',
    title: 'Secrets of webhooks',
    answer: 'the secrets that the webhooks of the account are signed with',
    errors: ['not-found'],
    scope: 'webhooks',
    needsToken: true,
  },
  changeWebhookSecret: {
    method: 'POST',
    path: '/api/webhooks/secrets',
    title: 'Change the secret of webhooks',
    answer: '201 with a new secret in front; the one before signs too for a day, or as long as asked',
    errors: ['invalid-request', 'not-found'],
    limit: 'requests',
    scope: 'webhooks',
    needsToken: true,
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
    scope: 'compress',
  },
  completeUpload: {
    method: 'POST',
    path: '/api/uploads/complete',
    title: 'Complete a direct upload',
    answer: '202 with the job of the uploaded file',
    errors: ['invalid-request', 'unsupported-type', 'legacy-ppt', 'expired', 'rate-limited'],
    limit: 'lookups',
    scope: 'compress',
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
    scope: 'compress',
  },
  readResumable: {
    method: 'HEAD',
    path: '/api/resumable/{id}',
    title: 'Ask how far an upload is',
    answer: 'how many bytes have come, and once all have, the job',
    errors: ['unsupported-protocol', 'expired', 'unsupported-type', 'legacy-ppt', 'rate-limited'],
    protocol: 'tus',
    limit: 'lookups',
    scope: 'compress',
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
    scope: 'compress',
  },
  endResumable: {
    method: 'DELETE',
    path: '/api/resumable/{id}',
    title: 'End a resumable upload',
    answer: '204; what had come is deleted, and the job that it became is cancelled',
    errors: ['unsupported-protocol', 'expired', 'rate-limited'],
    protocol: 'tus',
    limit: 'lookups',
    scope: 'compress',
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
    errors: [],
    sessionOnly: true,
  },
  createShare: {
    method: 'POST',
    path: '/api/shares',
    title: 'Share a result',
    answer: 'a link that works for 24 hours, or as long as asked',
    errors: ['invalid-request', 'expired', 'limit-reached'],
    limit: 'requests',
    needsToken: true,
    scope: 'share',
  },
  listShares: {
    method: 'GET',
    path: '/api/shares',
    title: 'List links',
    answer: 'the links of the account, with their downloads',
    errors: [],
    limit: 'requests',
    scope: 'share',
    needsToken: true,
  },
  endShare: {
    method: 'DELETE',
    path: '/api/shares/{id}',
    title: 'Revoke a link',
    answer: '204; the link is over and its file is deleted',
    errors: ['expired'],
    limit: 'requests',
    scope: 'share',
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
  listKeys: {
    method: 'GET',
    path: '/api/keys',
    title: 'List keys',
    answer: 'the keys of the account, without what is secret of them',
    errors: [],
    sessionOnly: true,
  },
  createKey: {
    method: 'POST',
    path: '/api/keys',
    title: 'Make a key',
    answer: 'a new key, which is shown this once',
    errors: ['invalid-request', 'limit-reached'],
    limit: 'requests',
    sessionOnly: true,
  },
  revokeKey: {
    method: 'DELETE',
    path: '/api/keys/{id}',
    title: 'Revoke a key',
    answer: '204; the key is refused from now on',
    errors: ['not-found'],
    limit: 'requests',
    sessionOnly: true,
  },
  readUsage: {
    method: 'GET',
    path: '/api/usage',
    title: 'Read the usage',
    answer: 'files and bytes of this month, and what is left of today',
    errors: [],
    needsToken: true,
  },
  signOutEverywhere: {
    method: 'DELETE',
    path: '/api/sessions',
    title: 'Sign out everywhere',
    answer: '204; every session of the account is over, on all devices; keys stay',
    errors: [],
    limit: 'requests',
    sessionOnly: true,
  },
  readStats: {
    method: 'GET',
    path: '/api/stats',
    title: 'Count of compressed files',
    answer: 'how many files were compressed',
    errors: [],
  },
  countDeviceFiles: {
    method: 'POST',
    path: '/api/stats',
    title: 'Count files of a device',
    answer: '204; so many files, which a browser compressed by itself, are in the count',
    errors: ['invalid-request', 'rate-limited'],
    limit: 'device-files',
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
