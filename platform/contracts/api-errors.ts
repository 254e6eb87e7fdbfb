import { SELECTION_ERRORS } from './selection-errors.ts';

/**
 * Every error that the API answers with: status, whether trying again helps, and the usual text for people.
 * The only table of its kind; a specific text (e.g. the engine's own) may replace `message`.
 */
export const API_ERRORS = {
  'missing-file': { status: 400, retryable: false, message: 'No file uploaded or unsupported file type' },
  'missing-files': { status: 400, retryable: false, message: 'No files uploaded or unsupported file types' },
  'unsupported-type': SELECTION_ERRORS['unsupported-type'],
  'legacy-ppt': SELECTION_ERRORS['legacy-ppt'],
  mislabelled: {
    status: 400,
    retryable: false,
    message: 'The content of this file does not match its type.',
  },
  'too-many-files': SELECTION_ERRORS['too-many-files'],
  'invalid-request': {
    status: 400,
    retryable: false,
    message: 'The request is not complete or not well formed.',
  },
  'invalid-credential': { status: 400, retryable: false, message: 'Invalid credential or missing field' },
  'google-authentication-failed': { status: 401, retryable: false, message: 'Google authentication failed' },
  unauthorized: { status: 401, retryable: false, message: 'Missing or invalid token' },
  'invalid-key': {
    status: 401,
    retryable: false,
    message: 'This key is not known here, or it has been revoked. Check it, or make a new one.',
  },
  'token-expired': { status: 403, retryable: false, message: 'Token expired or unauthorized' },
  'missing-scope': { status: 403, retryable: false, message: 'This key is not allowed to do that.' },
  'not-found': { status: 404, retryable: false, message: 'There is nothing at this address.' },
  expired: {
    status: 404,
    retryable: false,
    message: 'This file is no longer here. Please compress it again.',
  },
  'method-not-allowed': { status: 405, retryable: false, message: 'This method is not allowed here.' },
  'limit-reached': {
    status: 409,
    retryable: false,
    message: 'Limit reached. Delete one to add another.',
  },
  'idempotency-conflict': {
    status: 409,
    retryable: true,
    message: 'The first request with this Idempotency-Key is still being received. Please ask again.',
  },
  'upload-conflict': {
    status: 409,
    retryable: true,
    message: 'The upload has another offset. Ask for it with HEAD and continue from there.',
  },
  'unsupported-protocol': {
    status: 412,
    retryable: false,
    message: 'Send the header Tus-Resumable: 1.0.0.',
  },
  'precondition-failed': {
    status: 412,
    retryable: false,
    message: 'The file does not match If-Match.',
  },
  'too-large': SELECTION_ERRORS['too-large'],
  'wrong-content-type': {
    status: 415,
    retryable: false,
    message: 'Send the bytes with Content-Type: application/offset+octet-stream.',
  },
  'encoded-body': {
    status: 415,
    retryable: false,
    message: 'The body is compressed, as Content-Encoding says. Send the file itself, without this header.',
  },
  'range-not-satisfiable': {
    status: 416,
    retryable: false,
    message: 'The file is shorter than the part that was asked for.',
  },
  damaged: {
    status: 422,
    retryable: false,
    message: 'The file is damaged. Please export or download it again.',
  },
  'password-protected': {
    status: 422,
    retryable: false,
    message: 'The file is protected by a password. Remove the password and try again.',
  },
  'source-failed': {
    status: 422,
    retryable: false,
    message: 'The file at this address could not be fetched.',
  },
  'limit-exceeded': {
    status: 422,
    retryable: false,
    message: 'The file holds more than can be processed safely.',
  },
  'idempotency-mismatch': {
    status: 422,
    retryable: false,
    message: 'This Idempotency-Key was used for another file or other options. Please use a new one.',
  },
  'nothing-compressed': { status: 422, retryable: false, message: 'None of the files could be compressed.' },
  'upload-taken-over': {
    status: 423,
    retryable: true,
    message: 'Another connection is continuing this upload.',
  },
  'rate-limited': {
    status: 429,
    retryable: true,
    message: 'Too many files at once. Please wait a moment and try again.',
  },
  'quota-exceeded': {
    status: 429,
    retryable: true,
    message: 'Daily limit reached. It resets at midnight UTC.',
  },
  'compression-failed': { status: 500, retryable: true, message: 'Compression failed' },
  'batch-failed': { status: 500, retryable: true, message: 'Batch compression failed' },
  internal: { status: 500, retryable: true, message: 'Something went wrong on our side. Please try again.' },
  busy: {
    status: 503,
    retryable: true,
    message: 'The service is very busy right now. Please try again in a moment.',
  },
  unavailable: {
    status: 503,
    retryable: true,
    message: 'Part of the service is unavailable. Please try again in a moment.',
  },
  'storage-full': {
    status: 507,
    retryable: true,
    message: 'This server has no room for new files right now. Please try again in a few minutes.',
  },
} as const satisfies Record<string, { status: number; retryable: boolean; message: string }>;

export type ApiErrorCode = keyof typeof API_ERRORS;

/** Body of every error answer. */
export interface ApiErrorBody {
  /** For people. */
  readonly error: string;
  /** For programs; stable. */
  readonly code: ApiErrorCode;
  readonly requestId: string;
}
