import { Validator } from '@seriousme/openapi-schema-validator';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LAST_EVENT_ID } from '#functions/services/job-event-ids.ts';
import { accountIdOf } from '#functions/services/account-id.ts';
import { createApiKeys } from '#functions/services/api-keys/api-keys.ts';
import { API_OPERATION_LIST } from '#platform/contracts/api/operations.ts';
import { jobKeys } from '#platform/contracts/job.ts';
import { partialUploadKey } from '#platform/contracts/partial-upload.ts';
import { createDelivery } from '#platform/delivery-records.ts';
import { createJobRecord, transitionJob } from '#platform/job-records.ts';
import { readAll } from '#platform/read-stream.ts';
import { createWebhookSecret } from '#platform/webhook-secrets.ts';
import { newJobRecord } from '#tests/fixtures/jobs.ts';
import { tusMetadata, tusRequests } from '#tests/fixtures/tus-requests.ts';
import { signIn } from '#tests/fixtures/sign-in.ts';
import { jpegFile } from '#tests/fixtures/upload-files.ts';
import { startWebServer, type RunningServer } from '#tests/fixtures/web-server.ts';
import { DescribedAnswers, type ApiDescription } from '#tests/support/described-answers.ts';

let server: RunningServer;
let photo: Uint8Array<ArrayBuffer>;
let token: string;
let subject: string;
/** May do nothing. */
let weakKey: string;
let document: ApiDescription;
let answers: DescribedAnswers;

beforeAll(async () => {
  [server, photo] = await Promise.all([
    startWebServer(
      {
        FILES_PER_MINUTE: '1000',
        UPLOADS_AT_ONCE: '9',
        OPEN_JOBS: '100',
        WEBHOOK_SECRET: createWebhookSecret(),
        DELIVERY_ANONYMOUS: 'off',
      },
      {
        worker: true,
        // The embedded store takes no direct uploads; everything else about them is real.
        change: (platform) =>
          Object.assign(platform, {
            objects: Object.assign(platform.objects, {
              presignPut: () => Promise.resolve('https://store.example/put'),
            }),
          }),
      },
    ),
    jpegFile().then((bytes) => new Uint8Array(bytes)),
  ]);
  token = await signIn(server.url);
  subject = decodeJwt(token).sub!;
  weakKey = (await newKey()).key;
  document = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as ApiDescription;
  answers = new DescribedAnswers(document);
});
afterAll(() => server.close());

const call = (path: string, init: RequestInit = {}) => fetch(server.url + path, init);
const send = (path: string, body: object, headers: Record<string, string> = {}) =>
  call(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', ...headers },
  });
const authorized = () => ({ Authorization: `Bearer ${token}` });

function form(
  field: string,
  files: readonly Uint8Array<ArrayBuffer>[] = [photo],
  fields: Record<string, string> = {},
) {
  const body = new FormData();
  files.forEach((bytes, index) => body.append(field, new Blob([bytes]), `${index}.jpg`));
  for (const [name, text] of Object.entries(fields)) body.append(name, text);
  return body;
}
const upload = (path: string, body: FormData, headers: Record<string, string> = {}) =>
  call(path, { method: 'POST', body, headers });

/** A key of the person who is signed in that may do nothing. */
async function newKey(): Promise<{ id: string; key: string }> {
  const wanted = { name: 'a', scopes: [], tier: 'key' };
  const { record, text } = await createApiKeys(server.platform).create(wanted, accountIdOf('demo', subject));
  return { id: record.id, key: text };
}

const NO_JOB = 'AAAAAAAAAAAAAAAAAAAAAA';
const damaged = () => photo.slice(0, 60);

/** A job as a worker leaves it, or one that nobody has taken. */
async function jobThat(status: 'completed' | 'failed' | 'queued'): Promise<string> {
  const record = newJobRecord({ kind: 'jpeg', fileName: 'a.jpg', sourceBytes: photo.length });
  const { objects } = server.platform;
  await createJobRecord(objects, record);
  const expiresAt = new Date(Date.now() + 60_000).toISOString();
  const end = { finishedAt: new Date().toISOString(), expiresAt };
  if (status === 'failed')
    await transitionJob(objects, record.id, 'failed', {
      ...end,
      failure: { code: 'damaged', message: 'The JPEG file is damaged.' },
    });
  if (status === 'completed') {
    const answer = await upload('/api/compress', form('file'));
    await answer.arrayBuffer();
    return answer.headers.get('x-job-id')!;
  }
  return record.id;
}

/** A job with a delivery that is still tried. */
async function jobWithDelivery(signer?: string): Promise<string> {
  const record = newJobRecord({ deliver: { webhook: 'https://hooks.example/' } });
  const now = new Date().toISOString();
  const later = new Date(Date.now() + 3_600_000).toISOString();
  const message = { id: 'msg_a', event: 'job.completed', body: '{}' } as const;
  const attempts = [{ at: now, durationMs: 20, status: 500, error: 'wrong-status' }] as const;
  await createJobRecord(server.platform.objects, record);
  await createDelivery(server.platform.objects, {
    ...{ version: 1, jobId: record.id, id: 'webhook', type: 'webhook', url: 'https://hooks.example/' },
    ...{ state: 'pending', createdAt: now, nextAttemptAt: later, deadline: later },
    attempts: [...attempts],
    ...(signer === undefined ? {} : { signer }),
    message,
  });
  return record.id;
}
/** Asks for a job and a webhook, without an account. */
const WITH_WEBHOOK = { Prefer: 'respond-async', 'X-Webhook-URL': 'https://hooks.example/' };
async function batchThat(): Promise<string> {
  const answer = await upload('/api/compress/batch', form('files', [photo, photo]), {
    Prefer: 'respond-async',
  });
  return answer.headers.get('location')!;
}

async function uploadToken(): Promise<string> {
  const answer = await send('/api/uploads', { fileName: 'a.jpg', bytes: photo.length, target: 5_000 });
  const { jobId, uploadToken: made } = (await answer.json()) as { jobId: string; uploadToken: string };
  await server.platform.objects.put(jobKeys.upload(jobId), photo, { contentType: 'image/jpeg' });
  return made;
}

const tus = tusRequests(() => server.url);
const OFFSET_BYTES = { 'Content-Type': 'application/offset+octet-stream' };

/** An upload whose bytes have come without anybody having looked at them, as a server leaves it that dies just then. */
async function uploadOfText(): Promise<string> {
  const path = await tus.created(5);
  const { objects, partials } = server.platform;
  const id = path.split('/').at(-1)!;
  const stored = await objects.find(partialUploadKey(id));
  const { ticket } = JSON.parse((await readAll(stored!.body, 9_999)).toString()) as { ticket: string };
  const text = [new TextEncoder().encode('hello')];
  const bytes = (async function* () {
    yield* text;
  })();
  await partials.append({ key: jobKeys.upload(id), ticket, totalBytes: 5 }, 0, bytes);
  return path;
}

/** A part that is there, and one that is not. */
const PARTS: Record<string, string>[] = [{ Range: 'bytes=0-9' }, { Range: 'bytes=999999-' }];

/** Requests of every kind for every call. */
const CALLS: Readonly<Record<string, readonly (() => Promise<Response>)[]>> = {
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
  ],
  readBatch: [async () => call(await batchThat()), () => call(`/api/batches/${NO_JOB}`)],
  followBatch: [
    async () => call(`${await batchThat()}/events`),
    async () => call(`${await batchThat()}/events`, { headers: { 'Last-Event-ID': String(LAST_EVENT_ID) } }),
    () => call(`/api/batches/${NO_JOB}/events`),
  ],
  cancelBatch: [
    async () => call(await batchThat(), { method: 'DELETE' }),
    () => call(`/api/batches/${NO_JOB}`, { method: 'DELETE' }),
  ],
  readJob: [
    async () => call(`/api/jobs/${await jobThat('completed')}`),
    async () => call(`/api/jobs/${await jobThat('failed')}`),
    async () => call(`/api/jobs/${await jobThat('queued')}`),
    async () => call(`/api/jobs/${await jobWithDelivery()}`),
    () => call(`/api/jobs/${NO_JOB}`),
  ],
  followJob: [
    async () => call(`/api/jobs/${await jobThat('completed')}/events`),
    () => call(`/api/jobs/${NO_JOB}/events`, { headers: { 'Last-Event-ID': String(LAST_EVENT_ID) } }),
    () => call(`/api/jobs/${NO_JOB}/events`),
  ],
  readResult: [
    async () => call(`/api/jobs/${await jobThat('completed')}/result`),
    ...PARTS.map(
      (headers) => async () => call(`/api/jobs/${await jobThat('completed')}/result`, { headers }),
    ),
    async () => {
      const id = await jobThat('completed');
      return call(`/api/jobs/${id}/result`, { headers: { 'If-None-Match': `"${id}"` } });
    },
    async () => call(`/api/jobs/${await jobThat('failed')}/result`),
    async () => call(`/api/jobs/${await jobThat('queued')}/result`),
    () => call(`/api/jobs/${NO_JOB}/result`),
  ],
  cancelJob: [
    async () => call(`/api/jobs/${await jobThat('queued')}`, { method: 'DELETE' }),
    () => call(`/api/jobs/${NO_JOB}`, { method: 'DELETE' }),
  ],
  readDeliveries: [
    async () => call(`/api/jobs/${await jobWithDelivery()}/deliveries`),
    async () => call(`/api/jobs/${await jobThat('queued')}/deliveries`),
    () => call(`/api/jobs/${NO_JOB}/deliveries`),
  ],
  resendDelivery: [
    async () => call(`/api/jobs/${await jobWithDelivery()}/deliveries/webhook/resend`, { method: 'POST' }),
    () => call(`/api/jobs/${NO_JOB}/deliveries/webhook/resend`, { method: 'POST' }),
    async () => {
      const path = `/api/jobs/${await jobWithDelivery()}/deliveries/webhook/resend`;
      for (let count = 0; count < 9; count += 1) await call(path, { method: 'POST' });
      return call(path, { method: 'POST' });
    },
  ],
  listDeliveries: [
    async () => {
      await jobWithDelivery(accountIdOf('demo', subject));
      return call('/api/deliveries', { headers: authorized() });
    },
    () => call('/api/deliveries?before=yesterday', { headers: authorized() }),
    () => call('/api/deliveries'),
  ],
  readWebhookSecrets: [
    () => call('/api/webhooks/secrets', { headers: authorized() }),
    () => call('/api/webhooks/secrets'),
  ],
  changeWebhookSecret: [
    () => send('/api/webhooks/secrets', {}, authorized()),
    () => send('/api/webhooks/secrets', { overlapSeconds: -1 }, authorized()),
    () => send('/api/webhooks/secrets', {}),
  ],
  createUpload: [
    () => send('/api/uploads', { fileName: 'a.jpg', bytes: 5, webhook: 'https://hooks.example/' }),
    () => send('/api/uploads', { fileName: 'a.jpg', bytes: 5, preset: 'small', targetBytes: 4 }),
    () => send('/api/uploads', { fileName: 'a.jpg', bytes: 5, quality: 4 }),
    () => send('/api/uploads', { fileName: 'a.exe', bytes: 5 }),
    () => send('/api/uploads', { fileName: 'a.jpg', bytes: 5e9 }),
  ],
  completeUpload: [
    async () => send('/api/uploads/complete', { uploadToken: await uploadToken() }),
    () => send('/api/uploads/complete', { uploadToken: 'no' }),
    async () => {
      const made = { uploadToken: await uploadToken() };
      const { id } = (await (await send('/api/uploads/complete', made)).json()) as { id: string };
      await call(`/api/jobs/${id}`, { method: 'DELETE' });
      return send('/api/uploads/complete', made);
    },
  ],
  createResumable: [
    () => tus.create(photo.length),
    () =>
      tus.ask('POST', '/api/resumable', { 'Upload-Length': String(photo.length), ...OFFSET_BYTES }, photo),
    () => tus.create('-1'),
    () => tus.create(5, { 'Tus-Resumable': '0.2.2' }),
    () => tus.create(5e9),
    () => tus.create(0),
    () => tus.ask('POST', '/api/resumable', { 'Upload-Length': '5', 'Content-Type': 'text/plain' }, 'hello'),
  ],
  readResumable: [
    async () => tus.head(await tus.created(photo.length, tusMetadata({ filename: 'a.jpg' }))),
    async () => {
      const path = await tus.created(photo.length);
      await tus.patch(path, 0, photo);
      return tus.head(path);
    },
    async () => tus.head(await uploadOfText()),
    () => tus.head(`/api/resumable/${NO_JOB}`),
    () => tus.ask('HEAD', `/api/resumable/${NO_JOB}`, { 'Tus-Resumable': '2' }),
  ],
  appendResumable: [
    async () => tus.patch(await tus.created(photo.length), 0, photo.slice(0, 9)),
    async () => tus.patch(await tus.created(photo.length), 0, photo),
    async () => tus.patch(await tus.created(5), 0, 'hello'),
    async () => tus.patch(await tus.created(5), 1, 'hello'),
    async () => tus.patch(await tus.created(4), 0, 'hello'),
    async () => tus.patch(await tus.created(5), 0, 'hello', { 'Content-Type': 'text/plain' }),
    async () => tus.patch(await tus.created(5), 0, 'hello', { 'Tus-Resumable': '2' }),
    () => tus.patch(`/api/resumable/${NO_JOB}`, 0, 'hello'),
  ],
  endResumable: [
    async () => tus.ask('DELETE', await tus.created(5)),
    () => tus.ask('DELETE', `/api/resumable/${NO_JOB}`),
    () => tus.ask('DELETE', `/api/resumable/${NO_JOB}`, { 'Tus-Resumable': '2' }),
  ],
  signIn: [
    async () => {
      const answer = await send('/dev/identity', { email: 'eve@example.org', name: 'Eve' });
      return send('/api/auth/google', (await answer.json()) as object);
    },
    () => send('/api/auth/google', {}),
    () => send('/api/auth/google', { credential: 'a.b.c' }),
  ],
  listShares: [() => call('/api/shares', { headers: authorized() }), () => call('/api/shares')],
  endShare: [
    async () => {
      const answer = await send('/api/shares', { jobId: await jobThat('completed') }, authorized());
      const { id } = (await answer.json()) as { id: string };
      return call(`/api/shares/${id}`, { method: 'DELETE', headers: authorized() });
    },
    () => call(`/api/shares/${NO_JOB}`, { method: 'DELETE', headers: authorized() }),
  ],
  listKeys: [() => call('/api/keys', { headers: authorized() })],
  createKey: [
    () => send('/api/keys', { name: 'a', filesPerDay: 5, expiresInDays: 5 }, authorized()),
    () => send('/api/keys', { name: '' }, authorized()),
    async () => {
      const token = await signIn(server.url, { email: 'full@example.org', name: 'Full' });
      const make = () => send('/api/keys', { name: 'a' }, { Authorization: `Bearer ${token}` });
      for (let made = 0; made < 20; made += 1) await make();
      return make();
    },
  ],
  revokeKey: [
    async () => {
      const { id } = await newKey();
      return call(`/api/keys/${id}`, { method: 'DELETE', headers: authorized() });
    },
    () => call('/api/keys/none', { method: 'DELETE', headers: authorized() }),
  ],
  readUsage: [
    () => call('/api/usage', { headers: authorized() }),
    async () => call('/api/usage', { headers: { Authorization: `Bearer ${(await newKey()).key}` } }),
  ],
  signOutEverywhere: [
    async () => {
      const token = await signIn(server.url, { email: 'eve@example.org', name: 'Eve' });
      return call('/api/sessions', { method: 'DELETE', headers: { Authorization: `Bearer ${token}` } });
    },
  ],
  readProfile: [
    () => call('/api/protected/dashboard', { headers: authorized() }),
    () => call('/api/protected/dashboard'),
  ],
  createShare: [
    async () => send('/api/shares', { jobId: await jobThat('completed') }, authorized()),
    () => send('/api/shares', { jobId: NO_JOB }, authorized()),
    () => send('/api/shares', {}, authorized()),
    () => send('/api/shares', { jobId: NO_JOB }),
  ],
  openShare: [
    async () => {
      const answer = await send('/api/shares', { jobId: await jobThat('completed') }, authorized());
      return fetch(((await answer.json()) as { url: string }).url);
    },
    ...[...PARTS, { 'If-None-Match': '*' }].map((headers) => async () => {
      const answer = await send('/api/shares', { jobId: await jobThat('completed') }, authorized());
      return fetch(((await answer.json()) as { url: string }).url, { headers });
    }),
    () => call(`/s/${NO_JOB}`, { headers: { Accept: 'application/json' } }),
  ],
  readStats: [() => call('/api/stats')],
  countDeviceFiles: [() => send('/api/stats', { files: 2 }, {}), () => send('/api/stats', { files: 11 }, {})],
  readDescription: [() => call('/api/openapi.json')],
};

/** What needs an outage, a flood or a session of a week, and has tests of its own. */
const ELSEWHERE = /( 500| 503| 429|compressFile 409|compressBatch 409|compressFile 413|compressBatch 413|(read|change)WebhookSecrets? 40[34]|createUpload 404|appendResumable 423|readResult 400|createShare 409|readUsage 403)$/; // prettier-ignore

describe('the OpenAPI document', () => {
  it('is valid', async () => {
    const result = await new Validator().validate({ ...structuredClone(document) });
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
  });

  it('has every call of the table, and no other', () => {
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(
      API_OPERATION_LIST.map(({ method, path }) => `${method} ${path}`).sort(),
    );
    expect(Object.keys(CALLS).sort()).toEqual(API_OPERATION_LIST.map(({ id }) => id).sort());
  });

  it.each(API_OPERATION_LIST.map(({ id }) => id))('describes what %s answers', async (id) => {
    const problems: string[] = [];
    for (const make of CALLS[id]!) problems.push(...(await answers.problemsOf(id, await make())));
    // With a key that is none, and with one that may do nothing of it.
    const { method, path } = API_OPERATION_LIST.find((operation) => operation.id === id)!;
    for (const token of [weakKey.slice(0, -1), weakKey]) {
      const headers = { Authorization: `Bearer ${token}` };
      const answer = await call(path.replace(/\{\w+\}/g, NO_JOB), { method, headers });
      const isAboutKey = [401, 403].includes(answer.status);
      if (isAboutKey) problems.push(...(await answers.problemsOf(id, answer)));
      else await answer.arrayBuffer();
    }
    expect(problems).toEqual([]);
  });

  it('describes no answer that never comes', () => {
    const unseen = answers.described.filter((each) => !answers.seen.has(each) && !ELSEWHERE.test(each));
    expect(unseen).toEqual([]);
  });
});

describe('the check itself', () => {
  it.each<[string, () => Response]>([
    ['another status', () => Response.json({ compressedCount: 1 }, { status: 418 })],
    ['a field that is not described', () => Response.json({ compressedCount: 1, more: 2 }, OK)],
    ['a field that is missing', () => Response.json({}, OK)],
    [
      'a header that is not described',
      () => Response.json({ compressedCount: 1 }, { headers: { ...OK.headers, 'X-New': '1' } }),
    ],
    ['a header that is missing', () => Response.json({ compressedCount: 1 })],
    ['another type', () => new Response('1', OK)],
  ])('finds %s', async (_name, answer) => {
    expect(await new DescribedAnswers(document).problemsOf('readStats', answer())).not.toEqual([]);
  });

  it('passes what is described', async () => {
    const answer = Response.json({ compressedCount: 1 }, OK);
    expect(await new DescribedAnswers(document).problemsOf('readStats', answer)).toEqual([]);
  });
});

const OK = { headers: { 'Cache-Control': 'no-store', 'X-Request-Id': 'a' } };
