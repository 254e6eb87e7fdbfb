import { accountIdOf } from '#functions/services/identity/account-id.ts';
import { createApiKeys } from '#functions/services/identity/api-keys/api-keys.ts';
import { jobKeys } from '#platform/contracts/job.ts';
import { partialUploadKey } from '#platform/contracts/partial-upload.ts';
import { createDelivery } from '#platform/delivery-records.ts';
import { createJobRecord, transitionJob } from '#platform/job-records.ts';
import { readAll } from '#platform/read-stream.ts';
import { newJobRecord } from '#tests/fixtures/jobs.ts';
import { tusRequests } from '#tests/fixtures/tus-requests.ts';
import type { RunningServer } from '#tests/fixtures/web-server.ts';

/** Requests of every kind for each call of a table of operations. */
export type CallsOf<Operations> = Readonly<Record<keyof Operations, readonly (() => Promise<Response>)[]>>;

export const NO_JOB = 'AAAAAAAAAAAAAAAAAAAAAA';
/** Asks for a job and a webhook, without an account. */
export const WITH_WEBHOOK = { Prefer: 'respond-async', 'X-Webhook-URL': 'https://hooks.example/' };
export const OFFSET_BYTES = { 'Content-Type': 'application/offset+octet-stream' };
/** A part that is there, one that is not, and a file that is another one. */
export const PARTS: Record<string, string>[] = [
  { Range: 'bytes=0-9' },
  { Range: 'bytes=999999-' },
  { 'If-Match': '"other"' },
];

export interface WalkOptions {
  readonly server: RunningServer;
  readonly photo: Uint8Array<ArrayBuffer>;
  /** Of a session. */
  readonly token: string;
  /** Whose session it is. */
  readonly subject: string;
}
export type ApiWalk = ReturnType<typeof createApiWalk>;

/** What requests of every kind are made of: a server with jobs, uploads, deliveries and keys as they come. */
export function createApiWalk({ server, photo, token, subject }: WalkOptions) {
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
    const { record, text } = await createApiKeys(server.platform).create(
      wanted,
      accountIdOf('demo', subject),
    );
    return { id: record.id, key: text };
  }

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

  const damaged = () => photo.slice(0, 60);

  return {
    ...{ server, photo, subject, call, send, upload, form, authorized, newKey, damaged },
    ...{ jobThat, jobWithDelivery, batchThat, uploadToken, tus, uploadOfText },
  };
}
