import type { ApiErrorCode } from '../api-errors.ts';

/** What documents say of an error, beside its status and usual text. */
interface ApiErrorNote {
  /** When it comes. */
  readonly cause: string;
  /** What the author of the program can do. */
  readonly remedy: string;
}

/** Of uploads that continue after a broken connection. */
const RESUMABLE_UPLOADS = {
  'upload-conflict': {
    cause:
      'The bytes do not continue those that have arrived: an answer was lost, or two connections send the same upload.',
    remedy: 'Ask with HEAD how much has arrived, and continue from Upload-Offset.',
  },
  'unsupported-protocol': {
    cause: 'The request does not name version 1.0.0 of tus.',
    remedy: 'Send Tus-Resumable: 1.0.0 with every request; a client for tus does.',
  },
  'wrong-content-type': {
    cause: 'The Content-Type of the bytes is not that of tus.',
    remedy: 'Send them as application/offset+octet-stream.',
  },
  'upload-taken-over': {
    cause: 'Another connection, often a newer one of yours, is sending to this upload.',
    remedy: 'Wait as long as Retry-After says, then ask with HEAD how much has arrived.',
  },
} as const satisfies Readonly<Record<string, ApiErrorNote>>;

/** Of requests that name themselves by an Idempotency-Key. */
const REPEATED_REQUESTS = {
  'idempotency-conflict': {
    cause: 'The first request with this Idempotency-Key is still being received.',
    remedy: 'Wait as long as Retry-After says, and send the same again.',
  },
  'idempotency-mismatch': {
    cause: 'This Idempotency-Key was used for another file, or with other options.',
    remedy: 'Make a new key for every new request; use the same key only to repeat one.',
  },
} as const satisfies Readonly<Record<string, ApiErrorNote>>;

/** An error that is missing here does not compile. */
export const API_ERROR_NOTES: { readonly [K in ApiErrorCode]: ApiErrorNote } = {
  ...RESUMABLE_UPLOADS,
  ...REPEATED_REQUESTS,
  'missing-file': {
    cause: 'The form holds no file in the field "file", or the body is empty.',
    remedy: 'Send the file in the field "file", or as the body itself.',
  },
  'missing-files': {
    cause: 'The form holds no file in the field "files".',
    remedy: 'Repeat the field "files", once for each file. "files[]" is taken as well.',
  },
  'unsupported-type': {
    cause: 'The content is of none of the supported file types, whatever its name and type say.',
    remedy: 'Look at the first bytes: an error page or a link is often saved under the name of an image.',
  },
  'legacy-ppt': {
    cause: 'The file is a PowerPoint file of before 2007.',
    remedy: 'Convert it to .pptx first, with PowerPoint, Keynote or LibreOffice.',
  },
  mislabelled: {
    cause:
      'The declared type and the extension name two different file types; this is checked before the upload.',
    remedy: 'Leave "type" out: the content decides in the end.',
  },
  'too-many-files': {
    cause: 'More than ten files in a batch, or more than one for /api/compress.',
    remedy: 'Split the batch, or start a job for each file.',
  },
  'source-failed': {
    cause:
      'The server at the "url" did not answer with a file: the address is not public, leads nowhere, or is refused there. The text says which.',
    remedy: 'Open the address without signing in; if that works, try again.',
  },
  'invalid-request': {
    cause:
      'An option is unknown, wrong or given twice, the body is incomplete, or the JSON is invalid. The text says which.',
    remedy: 'Correct the request; sent again unchanged, it fails again.',
  },
  'invalid-credential': {
    cause: 'The field "credential" is missing or no ID token.',
    remedy: 'Send what the Google sign-in widget gave, as it is.',
  },
  'google-authentication-failed': {
    cause: 'The ID token is forged, too old or made for another site.',
    remedy: 'Let the person sign in again; an ID token is valid for an hour.',
  },
  unauthorized: {
    cause: 'The call needs a token and none was sent, or the server does not recognise what was sent.',
    remedy:
      'Send "Authorization: Bearer" with a session token or a key; where no token is needed, leave it out.',
  },
  'invalid-key': {
    cause: 'The key is mistyped, has expired or was revoked.',
    remedy: 'Make a new one on the dashboard, and send it as "Authorization: Bearer" or "X-API-Key".',
  },
  'missing-scope': {
    cause: 'The key is valid, but its scopes do not include this call.',
    remedy: 'Make a key with the scope that the text names; scopes of a key do not change.',
  },
  'token-expired': {
    cause: 'The token has expired.',
    remedy: 'Sign in again for a new one.',
  },
  'not-found': {
    cause: 'There is no such call, or the result is not ready: then with Retry-After.',
    remedy: 'Check method and path; for a result, follow the job first.',
  },
  expired: {
    cause:
      'It has expired, was deleted or never existed; or the result was downloaded and removed to free space.',
    remedy: 'Fetch results within 15 minutes; else compress the file again.',
  },
  'method-not-allowed': {
    cause: 'The address exists, but not for this method.',
    remedy: 'The header Allow names the methods that are taken.',
  },
  'limit-reached': {
    cause: 'The account has as many keys as it may have.',
    remedy: 'Remove one that is not used any more.',
  },
  'too-large': {
    cause:
      'The file is larger than 200 MB. Where the length is declared, this is checked before the body is read.',
    remedy: 'Split the document, or ask the operator for a higher limit.',
  },
  'precondition-failed': {
    cause: 'None of the ETags in If-Match is that of the file. A weak one (W/) never is.',
    remedy: 'Ask without If-Match for the file as it is now.',
  },
  'encoded-body': {
    cause: 'Content-Encoding says that the body is compressed: gzip, deflate, br, zstd or compress.',
    remedy: 'Switch off the compression of requests in your client; the files are compressed already.',
  },
  'range-not-satisfiable': {
    cause: 'Range begins behind the end of the file.',
    remedy: 'You have all of it; Content-Range tells the length.',
  },
  damaged: {
    cause: 'The file cannot be read: cut short, or written wrongly.',
    remedy: 'Export or download it again. Trying again does not help.',
  },
  'password-protected': {
    cause: 'The document needs a password to open.',
    remedy: 'Remove the password first; it cannot be sent with the file.',
  },
  'limit-exceeded': {
    cause:
      'The file takes too long or becomes too large when unpacked, such as an image of more than 100 megapixels.',
    remedy: 'Scale the image down, or split the document.',
  },
  'nothing-compressed': {
    cause: 'Every file of the batch failed. The text gives each reason.',
    remedy: 'Read the reasons, and send again the files that are intact.',
  },
  'rate-limited': {
    cause:
      'More files, jobs, stored bytes or status requests than your limit allows. RateLimit says what is left in this minute.',
    remedy: 'Wait as long as Retry-After says. More at a time: send them from a queue of your own.',
  },
  'quota-exceeded': {
    cause: 'The files that the key or the account may send in a day are used up.',
    remedy: 'Wait as long as Retry-After says, or ask for a higher quota. GET /api/usage tells what is left.',
  },
  'compression-failed': {
    cause: 'The compressor failed on this file. It is our fault and is recorded.',
    remedy: 'Try again once; if it fails again, report the request id.',
  },
  'batch-failed': {
    cause: 'The batch could not be put together. It is our fault and is recorded.',
    remedy: 'Try again; if it fails again, report the request id.',
  },
  internal: {
    cause: 'Something broke that should not. It is our fault and is recorded.',
    remedy: 'Try again with backoff; if it fails again, report the request id.',
  },
  busy: {
    cause:
      'The queue is full, a file waited for longer than ten minutes, or a busy machine could not finish it.',
    remedy: 'Wait as long as Retry-After says and send it again.',
  },
  unavailable: {
    cause: 'A service that the server needs cannot be reached, such as the object store. Nothing was lost.',
    remedy: 'Wait as long as Retry-After says and send it again.',
  },
  'storage-full': {
    cause: 'The store is full, or what is left of it is kept for jobs that run. Nothing was lost.',
    remedy: 'Wait as long as Retry-After says and send it again. Delete results that you have.',
  },
};
