import { listOfKinds } from '#engine/api/kinds.ts';
import { measured } from '../measurements.ts';

export interface Endpoint {
  readonly id: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly title: string;
  readonly text: string;
  /** Name, type and meaning. */
  readonly parameters: readonly (readonly [name: string, type: string, meaning: string])[];
  readonly errors: readonly (readonly [status: number, text: string])[];
  /** Names of samples in docs/samples, with what each of them shows. */
  readonly samples: readonly (readonly [name: string, title: string])[];
  /** What comes back when all went well. */
  readonly answer: string;
}

const OPTIONS: Endpoint['parameters'] = [
  ['preset', 'string, optional', 'small, balanced (default), high or lossless'],
  [
    'target',
    'string, optional',
    'A size to stay within, such as 300KB or 20MB; X-Target-Met says whether it does',
  ],
  [
    'keep',
    'string, optional',
    'Metadata to keep: none, all, or some of copyright, date, location, camera. The default is copyright and date',
  ],
];

const compress: Endpoint = {
  id: 'compress',
  method: 'POST',
  path: '/api/compress',
  title: 'Compress one file',
  text: `Takes one file and answers with a smaller one, in the same format. ${listOfKinds('and')}, less than 200\u00a0MB. Public.`,
  parameters: [
    ['file', 'file', 'The file, in a form; or the body is the file itself'],
    ['name', 'query', 'Name of a file that is the body itself'],
    ...OPTIONS,
  ],
  errors: [
    [400, 'No file uploaded or unsupported file type'],
    [500, 'Compression failed'],
  ],
  samples: [
    ['compress', 'A form'],
    ['raw', 'The file itself'],
    ['options', 'With options'],
    ['set', 'A set for a website'],
  ],
  answer: `HTTP/1.1 200 OK
Content-Type: application/pdf
Content-Disposition: attachment; filename="featherpress_report.pdf"
X-Original-Size: ${measured.reportPdf.fromBytes}
X-Compressed-Size: ${measured.reportPdf.toBytes}
Link: </api/jobs/0d306wz2tTxYaUbyBDT0NA>; rel="describedby"

(the compressed file)`,
};

const batch: Endpoint = {
  id: 'batch',
  method: 'POST',
  path: '/api/compress/batch',
  title: 'Compress up to ten files',
  text: 'Takes up to ten files of any supported type and answers with a zip of the results. It answers 200 even if only one of ten succeeds: X-Failed-Count says how many failed. Public.',
  parameters: [['files', 'file, repeated', 'One part for each file, 10 at most'], ...OPTIONS],
  errors: [
    [400, 'No files uploaded or unsupported file types'],
    [500, 'Batch compression failed'],
  ],
  samples: [['batch', 'A batch']],
  answer: `HTTP/1.1 200 OK
Content-Type: application/zip
X-File-Count: 3
X-Failed-Count: 0

(a zip with one result for each file and featherpress-report.json)`,
};

const jobs: Endpoint = {
  id: 'jobs',
  method: 'GET',
  path: '/api/jobs/{id}/events',
  title: 'Follow a job',
  text: 'With Prefer: respond-async the answer of a compress call is 202 with a job, as soon as the file has arrived. Its events tell how far it is and how it ended; GET /api/jobs/{id} tells the same once, and the result waits at /api/jobs/{id}/result for 15 minutes. A broken connection resumes with Last-Event-ID, as browsers do automatically.',
  parameters: [
    ['Prefer', 'header', 'respond-async, or respond-async, wait=20 for a job only when it takes longer'],
    ['Last-Event-ID', 'header, optional', 'The id of the last event that came'],
  ],
  errors: [[404, 'This file is no longer here. Please compress it again.']],
  samples: [['job', 'A job and its events']],
  answer: `HTTP/1.1 200 OK
Content-Type: text/event-stream

event: progress
data: {"status":"running","progress":0.4,"secondsLeft":3}

event: completed
data: {"id":"0d306wz2tTxYaUbyBDT0NA","status":"completed", ...}`,
};

const auth: Endpoint = {
  id: 'auth',
  method: 'POST',
  path: '/api/auth/google',
  title: 'Sign in',
  text: 'Exchanges a Google ID token for a session token, which is valid for seven days. Public.',
  parameters: [['credential', 'string', 'The ID token that Google Identity Services returned']],
  errors: [
    [400, 'Invalid credential or missing field'],
    [401, 'Google authentication failed'],
  ],
  samples: [['sign-in', 'Sign in']],
  answer: `HTTP/1.1 200 OK
Content-Type: application/json

{"token": "eyJhbGciOiJIUzI1NiIs..."}`,
};

const profile: Endpoint = {
  id: 'profile',
  method: 'GET',
  path: '/api/protected/dashboard',
  title: 'Read the profile',
  text: 'Answers with name, email and profile picture of the person to whom the session token belongs. Needs the token as a bearer token.',
  parameters: [['Authorization', 'header', 'Bearer, a space, and the token from signing in']],
  errors: [
    [401, 'Missing or invalid token'],
    [403, 'Token expired or unauthorized'],
  ],
  samples: [['profile', 'Profile']],
  answer: `HTTP/1.1 200 OK
Content-Type: application/json

{
  "user": {
    "name": "Ama Owusu",
    "email": "ama@example.com",
    "picture": "https://lh3.googleusercontent.com/..."
  }
}`,
};

const share: Endpoint = {
  id: 'share',
  method: 'POST',
  path: '/api/shares',
  title: 'Share a result',
  text: 'Keeps the result of a job under an address that cannot be guessed; anyone who has it can download the file. Ending the job ends the link. Needs a bearer token.',
  parameters: [
    ['jobId', 'string', 'A job that has completed: X-Job-Id of its answer'],
    ['expiresInSeconds', 'number, optional', 'How long the link works; 24 hours without it'],
  ],
  errors: [
    [401, 'Missing or invalid token'],
    [404, 'This file is no longer here. Please compress it again.'],
  ],
  samples: [['share', 'A link']],
  answer: `HTTP/1.1 201 Created
Content-Type: application/json

{
  "url": "https://featherpress.example/s/...",
  "expiresAt": "2026-11-22T02:12:51.000Z"
}`,
};

/** Calls that have a section of their own: what the specification lists, and what most programs need beside it. */
export const endpoints = { compress, batch, jobs, auth, profile, share } as const;
