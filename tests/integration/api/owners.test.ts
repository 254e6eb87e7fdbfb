import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BatchAnswer, DeliveryListAnswer, JobAnswer } from '#platform/contracts/api/answers.ts';
import { publicJobIdOf } from '#platform/public-job-id.ts';
import { createWebhookSecret } from '#platform/webhook-secrets.ts';
import { startReceiver } from '#tests/fixtures/receiver.ts';
import { signIn } from '#tests/fixtures/sign-in.ts';
import { tusMetadata, tusRequests } from '#tests/fixtures/tus-requests.ts';
import { jpegFile } from '#tests/fixtures/upload-files.ts';
import { startWebServer, type RunningServer } from '#tests/fixtures/web-server.ts';
import { arrived, deliveryClient, DELIVERS_HERE, PATIENCE } from '#tests/support/delivery-client.ts';

const SECRET = createWebhookSecret();
type Credential = Readonly<Record<string, string>>;
/** Without an account. */
const NOBODY: Credential = {};

let server: RunningServer;
let photo: Uint8Array<ArrayBuffer>;
let ada: Credential;
let adasKey: Credential;
let eve: Credential;
beforeAll(async () => {
  server = await startWebServer({ ...DELIVERS_HERE, WEBHOOK_SECRET: SECRET }, { worker: true });
  photo = new Uint8Array(await jpegFile());
  ada = { Authorization: `Bearer ${await signIn(server.url)}` };
  eve = { Authorization: `Bearer ${await signIn(server.url, { email: 'eve@example.org', name: 'Eve' })}` };
  const scopes = ['compress', 'jobs:read', 'share', 'webhooks'];
  const made = await post('/api/keys', ada, { name: 'server', scopes });
  adasKey = { 'X-API-Key': ((await made.json()) as { key: string }).key };
});
afterAll(() => server.close());

const client = deliveryClient(
  () => server,
  () => photo,
);
const tus = tusRequests(() => server.url);
const call = (method: string, path: string, headers: Credential = NOBODY) =>
  fetch(server.url + path, { method, headers });
const post = (path: string, headers: Credential, body: object) =>
  fetch(server.url + path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { ...headers, 'Content-Type': 'application/json' },
  });
const statusOf = async (answer: Promise<Response>) => {
  const { status, body } = await answer;
  await body?.cancel();
  return status;
};

/** Ids of jobs that have completed, each made in another way, with a webhook. */
const WAYS: Readonly<Record<string, (headers: Credential, webhook: string) => Promise<string>>> = {
  form: async (headers, webhook) => {
    const answer = await client.send({ headers, fields: { webhook } });
    return ((await answer.json()) as JobAnswer).id;
  },
  batch: async (headers, webhook) => {
    const answer = await client.send({ path: '/api/compress/batch', headers, fields: { webhook } });
    return ((await answer.json()) as BatchAnswer).jobs[0]!.id;
  },
  'resumable upload': async (headers, webhook) => {
    const path = await tus.created(photo.length, {
      ...headers,
      ...tusMetadata({ filename: 'a.jpg', webhook }),
    });
    await tus.patch(path, 0, photo);
    return path.split('/').at(-1)!;
  },
};
async function completed(way: string, headers: Credential): Promise<string> {
  const receiver = await startReceiver();
  const id = await WAYS[way]!(headers, receiver.url);
  await arrived(receiver, way === 'batch' ? 2 : 1);
  return id;
}

const readings = (id: string): [string, string][] => [
  ['GET', `/api/jobs/${id}`],
  ['GET', `/api/jobs/${id}/result`],
  ['GET', `/api/jobs/${id}/events`],
];
const statusesOf = (id: string, headers: Credential) =>
  Promise.all(readings(id).map(([method, path]) => statusOf(call(method, path, headers))));

describe('a job of an account', () => {
  describe.each(Object.keys(WAYS))('made by a %s', (way) => {
    it('is read by whoever has its id, and ended, shared and sent again by its account alone', async () => {
      const id = await completed(way, ada);
      const { url } = (await (await post('/api/shares', ada, { jobId: id })).json()) as { url: string };
      for (const other of [NOBODY, eve]) {
        expect(await statusesOf(id, other)).toEqual([200, 200, 200]);
        expect(await statusOf(call('DELETE', `/api/jobs/${id}`, other))).toBe(404);
        expect(await statusOf(call('GET', `/api/jobs/${id}/deliveries`, other))).toBe(404);
        expect(await statusOf(call('POST', `/api/jobs/${id}/deliveries/webhook/resend`, other))).toBe(404);
      }
      expect(await statusOf(post('/api/shares', eve, { jobId: id }))).toBe(404);
      expect(await statusOf(fetch(url))).toBe(200);

      for (const own of [ada, adasKey]) {
        expect(await statusOf(call('GET', `/api/jobs/${id}/deliveries`, own))).toBe(200);
        expect(await statusOf(call('POST', `/api/jobs/${id}/deliveries/webhook/resend`, own))).toBe(202);
        expect(await statusOf(post('/api/shares', own, { jobId: id }))).toBe(201);
      }
      expect(await statusOf(call('DELETE', `/api/jobs/${id}`, adasKey))).toBe(204);
      expect(await statusOf(fetch(url))).toBe(404);
      expect(await statusOf(call('GET', `/api/jobs/${id}`))).toBe(404);
    });
  });

  it('has its log to itself, also when the job is forgotten', async () => {
    const id = await completed('form', ada);
    await server.platform.objects.delete([`outcomes/${id}.json`, `results/${id}`]);
    const path = `/api/jobs/${id}/deliveries`;
    for (const other of [NOBODY, eve]) {
      expect(await statusOf(call('GET', path, other))).toBe(404);
      expect(await statusOf(call('POST', `${path}/webhook/resend`, other))).toBe(404);
      expect(await statusOf(call('DELETE', `/api/jobs/${id}`, other))).toBe(404);
    }
    expect(await statusOf(call('DELETE', `/api/jobs/${id}`, ada))).toBe(204);
  });

  it('is ended with its batch by its account alone', async () => {
    const answer = await client.send({ path: '/api/compress/batch', files: 2, headers: ada });
    const path = answer.headers.get('location')!;
    for (const other of [NOBODY, eve]) {
      expect(await statusOf(call('GET', path, other))).toBe(200);
      expect(await statusOf(call('DELETE', path, other))).toBe(404);
    }
    expect(await statusOf(call('DELETE', path, ada))).toBe(204);
  });

  it('is ended as an upload by its account alone, and goes on without a session', async () => {
    const path = await tus.created(photo.length, ada);
    for (const other of [NOBODY, eve]) expect(await statusOf(tus.ask('DELETE', path, other))).toBe(404);
    expect(await statusOf(tus.patch(path, 0, photo.slice(0, 9)))).toBe(204);
    expect(await statusOf(tus.ask('DELETE', path, ada))).toBe(204);
  });
});

describe('a job without an account', () => {
  it('is its id’s for everything, but for the links that accounts have made of it', async () => {
    const id = await completed('form', NOBODY);
    const { url } = (await (await post('/api/shares', ada, { jobId: id })).json()) as { url: string };
    expect(await statusOf(call('POST', `/api/jobs/${id}/deliveries/webhook/resend`))).toBe(202);
    expect(await statusOf(call('DELETE', `/api/jobs/${id}`))).toBe(204);
    expect(await statusOf(call('GET', `/api/jobs/${id}`))).toBe(404);
    expect(await statusOf(fetch(url))).toBe(200);
    // Who has shared it ends the link with the job.
    expect(await statusOf(call('DELETE', `/api/jobs/${id}`, ada))).toBe(204);
    expect(await statusOf(fetch(url))).toBe(404);
  });
});

describe('what a webhook tells', () => {
  it('names a job of an account by what opens nothing without its key', async () => {
    const receiver = await startReceiver();
    const id = await WAYS.form!(adasKey, `${receiver.url}/hooks`);
    await arrived(receiver);
    const { publicId } = (await (await call('GET', `/api/jobs/${id}`)).json()) as JobAnswer;
    expect(publicId).toBe(publicJobIdOf(id));
    const [told] = receiver.requests;
    expect(told!.body.toString() + JSON.stringify(told!.headers)).not.toContain(id);
    const { data } = JSON.parse(told!.body.toString()) as { data: JobAnswer };
    expect(data).toMatchObject({ id: publicId, publicId, result: `/api/jobs/${publicId}/result` });

    for (const other of [NOBODY, eve]) {
      expect(await statusesOf(publicId, other)).toEqual([404, 404, 404]);
      expect(await statusOf(call('DELETE', `/api/jobs/${publicId}`, other))).toBe(404);
    }
    expect(await statusOf(post('/api/shares', eve, { jobId: publicId }))).toBe(404);
    expect(await statusesOf(publicId, adasKey)).toEqual([200, 200, 200]);
    const bytes = await (await call('GET', data.result!, adasKey)).bytes();
    expect(bytes.length).toBe(data.outputBytes);
    expect(await statusOf(post('/api/shares', adasKey, { jobId: publicId }))).toBe(201);
    const log = await call('GET', `/api/jobs/${publicId}/deliveries`, adasKey);
    expect(((await log.json()) as DeliveryListAnswer).deliveries).toHaveLength(1);
    expect(await statusOf(call('DELETE', `/api/jobs/${publicId}`, adasKey))).toBe(204);
    expect(await statusOf(call('GET', `/api/jobs/${publicId}`, adasKey))).toBe(404);
    expect((await server.keys('deliveries/')).join()).not.toContain(publicId);
  });

  it('names a job without an account by what opens nothing at all', async () => {
    const receiver = await startReceiver();
    const path = '/api/compress/batch';
    const answer = await client.send({ path, files: 2, fields: { webhook: receiver.url } });
    const { jobs } = (await answer.json()) as BatchAnswer;
    await arrived(receiver, 3);
    for (const { body } of receiver.requests) {
      for (const { id } of jobs) expect(body.toString()).not.toContain(id);
      expect(body.toString()).not.toContain('/api/jobs/');
    }
    for (const { publicId } of jobs)
      for (const anybody of [NOBODY, ada])
        expect(await statusesOf(publicId, anybody)).toEqual([404, 404, 404]);
  });
});

describe('the log', () => {
  it('holds no id that opens a job, an upload, a batch or a link, however its address is spelt', async () => {
    const id = await completed('form', ada);
    const share = await post('/api/shares', ada, { jobId: id });
    const { id: shareId, url } = (await share.json()) as { id: string; url: string };
    const upload = await tus.created(photo.length, ada);
    const batch = await client.send({ path: '/api/compress/batch', files: 2 });
    const encoded = `%${id.charCodeAt(0).toString(16)}${id.slice(1)}`;
    await Promise.all([
      ...[id, encoded].flatMap((each) => [
        statusOf(call('GET', `/api/jobs/${each}`)),
        statusOf(call('GET', `/API/Jobs/${each}/result`)),
        statusOf(call('GET', `/api/jobs//${each}`)),
      ]),
      statusOf(call('GET', `/jobs/${id}`)),
      statusOf(fetch(url)),
      statusOf(call('GET', `/S/${shareId}`)),
      statusOf(call('DELETE', `/api/shares/${shareId}`, eve)),
      statusOf(tus.head(upload)),
      statusOf(call('GET', batch.headers.get('location')!)),
    ]);
    await expect.poll(() => server.log().includes(publicJobIdOf(id)), PATIENCE).toBe(true);
    const secrets = [
      id,
      id.slice(1),
      shareId,
      upload.split('/').at(-1)!,
      batch.headers.get('location')!.slice(13),
    ];
    expect(secrets.filter((secret) => server.log().includes(secret))).toEqual([]);
  });
});
