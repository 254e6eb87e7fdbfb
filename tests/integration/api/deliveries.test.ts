import { CreateBucketCommand, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  BatchAnswer,
  DeliveryListAnswer,
  DeliveryPageAnswer,
  JobAnswer,
} from '#platform/contracts/api/answers.ts';
import type { DeliveryRecord } from '#platform/contracts/deliveries.ts';
import { createDelivery } from '#platform/delivery-records.ts';
import { createJobId } from '#platform/job-records.ts';
import { readAll } from '#platform/read-stream.ts';
import { createWebhookSecret } from '#platform/webhook-secrets.ts';
import { startAwsEmulator } from '#tests/fixtures/aws-emulator.ts';
import { keysOf } from '#tests/fixtures/jobs.ts';
import { startReceiver, type Receiver } from '#tests/fixtures/receiver.ts';
import { signIn } from '#tests/fixtures/sign-in.ts';
import { jpegFile } from '#tests/fixtures/upload-files.ts';
import { startWebServer, type RunningServer } from '#tests/fixtures/web-server.ts';
import { DescribedAnswers, type ApiDescription } from '#tests/support/described-answers.ts';

const SECRETS = [createWebhookSecret(), createWebhookSecret()];
const PATIENCE = { timeout: 30_000, interval: 50 };

let server: RunningServer;
let photo: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  const env = {
    WEBHOOK_SECRET: SECRETS.join(', '),
    DELIVERY_HTTP: 'on',
    DELIVERY_ALLOW: '127.0.0.0/8',
    FILES_PER_MINUTE: '1000',
    UPLOADS_AT_ONCE: '9',
  };
  server = await startWebServer(env, { worker: true });
  photo = new Uint8Array(await jpegFile());
});
afterAll(() => server.close());

interface Sending {
  readonly path?: string;
  readonly query?: Record<string, string>;
  readonly fields?: Record<string, string>;
  readonly headers?: Record<string, string>;
  readonly bytes?: Uint8Array<ArrayBuffer>;
  readonly files?: number;
}

/** Sends a file, or several, for a job. */
function send({ path = '/api/compress', query = {}, fields = {}, headers = {}, ...rest }: Sending) {
  const { bytes = photo, files = 1 } = rest;
  const form = new FormData();
  const field = path.endsWith('batch') ? 'files' : 'file';
  for (let index = 0; index < files; index += 1) form.append(field, new Blob([bytes]), `${index}.jpg`);
  for (const [name, text] of Object.entries(fields)) form.append(name, text);
  const address = `${server.url}${path}?${new URLSearchParams(query).toString()}`;
  return fetch(address, { method: 'POST', body: form, headers: { Prefer: 'respond-async', ...headers } });
}

async function jobOf(answer: Response): Promise<JobAnswer> {
  expect(answer.status).toBe(202);
  return (await answer.json()) as JobAnswer;
}
const get = async <T>(path: string): Promise<T> => (await (await fetch(server.url + path)).json()) as T;
const deliveriesOf = async (id: string) =>
  (await get<DeliveryListAnswer>(`/api/jobs/${id}/deliveries`)).deliveries;
const arrived = (receiver: Receiver, count = 1) =>
  expect.poll(() => receiver.requests.length, PATIENCE).toBe(count);

/** What a webhook told, verified as a receiver does. */
function verified(receiver: Receiver, at: number, secret: string) {
  const { body, headers } = receiver.requests[at]!;
  const told = new Webhook(secret).verify(body.toString(), headers as Record<string, string>);
  return told as { type: string; timestamp: string; data: JobAnswer };
}

describe('a webhook', () => {
  it.each<[string, (url: string) => Sending]>([
    ['a field', (webhook) => ({ fields: { webhook } })],
    ['the query', (webhook) => ({ query: { webhook } })],
    ['a header', (webhook) => ({ headers: { 'X-Webhook-URL': webhook } })],
  ])('asked for by %s tells the job that GET tells', async (_where, sending) => {
    const receiver = await startReceiver();
    const { id } = await jobOf(await send(sending(`${receiver.url}/hooks/a-secret-path?token=another`)));
    await arrived(receiver);
    for (const secret of SECRETS) expect(verified(receiver, 0, secret).type).toBe('job.completed');
    const { data } = verified(receiver, 0, SECRETS[0]!);
    await expect
      .poll(async () => (await get<JobAnswer>(`/api/jobs/${id}`)).delivery, PATIENCE)
      .toEqual({ webhook: 'delivered' });
    const { delivery: _delivery, ...job } = await get<JobAnswer>(`/api/jobs/${id}`);
    expect(data).toEqual(job);

    const [delivery] = await deliveriesOf(id);
    expect(delivery).toMatchObject({
      id: 'webhook',
      type: 'webhook',
      event: 'job.completed',
      state: 'delivered',
      receiver: receiver.url,
      messageId: receiver.requests[0]!.headers['webhook-id'],
      attempts: [{ status: 200 }],
    });
    expect(JSON.stringify(delivery)).not.toMatch(/secret-path|another/);
    expect(server.log()).not.toMatch(/a-secret-path|token=another/);
  });

  it('tells each job of a batch, those that failed too, and the batch as a whole', async () => {
    const receiver = await startReceiver();
    const path = '/api/compress/batch';
    const sound = await send({ path, files: 2, fields: { webhook: receiver.url } });
    expect(sound.status).toBe(202);
    await send({ path, bytes: photo.slice(0, 100), headers: { 'X-Webhook-URL': receiver.url } });
    // Two jobs and their batch, one job and its batch.
    await arrived(receiver, 5);
    const told = receiver.requests.map((_, at) => verified(receiver, at, SECRETS[0]!));
    expect(told.map(({ type }) => type).sort()).toEqual([
      'batch.completed',
      'batch.completed',
      'job.completed',
      'job.completed',
      'job.failed',
    ]);
    const described = new DescribedAnswers(await get<ApiDescription>('/api/openapi.json'));
    expect(told.flatMap((each) => described.problemsOfWebhook(each.type, each))).toEqual([]);
    const { jobs } = (await sound.json()) as BatchAnswer;
    const whole = told.find(({ data }) => 'jobs' in data && (data.jobs as JobAnswer[]).length === 2);
    expect(whole?.data).toMatchObject({ jobs: jobs.map(({ id }) => ({ id, status: 'completed' })) });
    expect(JSON.stringify(whole)).not.toContain('"report"');
    expect((await deliveriesOf(jobs[0]!.id)).map(({ id }) => id).sort()).toEqual(['batch', 'webhook']);
  });

  it('is signed for the account of a client that has one', async () => {
    const receiver = await startReceiver();
    const Authorization = `Bearer ${await signIn(server.url)}`;
    await jobOf(await send({ fields: { webhook: receiver.url }, headers: { Authorization } }));
    await arrived(receiver);
    const answer = await fetch(`${server.url}/api/webhooks/secrets`, { headers: { Authorization } });
    const { secrets } = (await answer.json()) as { secrets: string[] };
    expect(secrets).toHaveLength(2);
    for (const secret of secrets) expect(verified(receiver, 0, secret).type).toBe('job.completed');
    expect(() => verified(receiver, 0, SECRETS[0]!)).toThrow('No matching signature');
  });

  it('is signed with the new secret of its account and, for as long as was asked, with the one before', async () => {
    const person = { email: 'turn@example.org', name: 'Turn' };
    const session = { Authorization: `Bearer ${await signIn(server.url, person)}` };
    const headers = { ...session, 'Content-Type': 'application/json' };
    const path = `${server.url}/api/webhooks/secrets`;
    const secretsOf = async (answer: Promise<Response>) =>
      ((await (await answer).json()) as { secrets: string[] }).secrets;
    const change = (body: object) => fetch(path, { method: 'POST', body: JSON.stringify(body), headers });
    const first = await secretsOf(fetch(path, { headers }));
    const second = await secretsOf(change({}));
    // Each follows from both secrets of the installation.
    expect(second.slice(2)).toEqual(first);
    const receiver = await startReceiver();
    await jobOf(await send({ fields: { webhook: receiver.url }, headers: session }));
    await arrived(receiver);
    for (const secret of second) expect(verified(receiver, 0, secret).type).toBe('job.completed');

    const third = await secretsOf(change({ overlapSeconds: 0 }));
    expect(third).toHaveLength(2);
    expect(await secretsOf(fetch(path, { headers }))).toEqual(third);
    await jobOf(await send({ fields: { webhook: receiver.url }, headers: session }));
    await arrived(receiver, 2);
    expect(verified(receiver, 1, third[0]!).type).toBe('job.completed');
    for (const secret of second) expect(() => verified(receiver, 1, secret)).toThrow('No matching signature');
    expect((await change({ overlap: 5 })).status).toBe(400);
  });

  it('is for keys with the scope, signed as for the sessions of their account', async () => {
    const receiver = await startReceiver();
    const session = { Authorization: `Bearer ${await signIn(server.url)}` };
    const keyWith = async (scopes: string[]) => {
      const init = { method: 'POST', body: JSON.stringify({ name: 'test', scopes }) };
      const headers = { ...session, 'Content-Type': 'application/json' };
      const answer = await fetch(`${server.url}/api/keys`, { ...init, headers });
      return { Authorization: `Bearer ${((await answer.json()) as { key: string }).key}` };
    };
    const fields = { webhook: receiver.url };
    const refused = await send({ fields, headers: await keyWith(['compress']) });
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ code: 'missing-scope' });
    await jobOf(await send({ fields, headers: await keyWith(['compress', 'webhooks']) }));
    await arrived(receiver);
    const answer = await fetch(`${server.url}/api/webhooks/secrets`, { headers: session });
    const { secrets } = (await answer.json()) as { secrets: string[] };
    expect(verified(receiver, 0, secrets[0]!).type).toBe('job.completed');
  });

  it('is sent once more when its client asks for it, after the job was forgotten too', async () => {
    const receiver = await startReceiver();
    const { id } = await jobOf(await send({ fields: { webhook: receiver.url } }));
    await arrived(receiver);
    await expect.poll(async () => (await deliveriesOf(id))[0]?.state, PATIENCE).toBe('delivered');
    await server.platform.objects.delete([`outcomes/${id}.json`]);
    const again = await fetch(`${server.url}/api/jobs/${id}/deliveries/webhook/resend`, { method: 'POST' });
    expect(again.status).toBe(202);
    expect(await again.json()).toMatchObject({ id: 'webhook-2', state: 'pending' });
    await arrived(receiver, 2);
    const ids = receiver.requests.map(({ headers }) => headers['webhook-id']);
    expect(ids[1]).toBe(ids[0]);
  });

  it('is in the list of its account, newest first, until its job is deleted', async () => {
    const receiver = await startReceiver();
    const session = {
      Authorization: `Bearer ${await signIn(server.url, { email: 'list@example.org', name: 'List' })}`,
    };
    const page = async (query = '') =>
      (await (
        await fetch(`${server.url}/api/deliveries${query}`, { headers: session })
      ).json()) as DeliveryPageAnswer;
    expect(await page()).toEqual({ deliveries: [] });
    const ids: string[] = [];
    for (let made = 0; made < 2; made += 1) {
      const fields = { webhook: `${receiver.url}/a-secret-path` };
      ids.unshift((await jobOf(await send({ fields, headers: session }))).id);
      await arrived(receiver, made + 1);
    }
    const { deliveries, next } = await page();
    expect(deliveries.map(({ jobId }) => jobId)).toEqual(ids);
    expect(next).toBeUndefined();
    expect(deliveries[0]).toMatchObject({ id: 'webhook', receiver: receiver.url });
    expect(JSON.stringify(deliveries)).not.toContain('a-secret-path');
    // Of more than a page.
    for (let made = 2; made <= 25; made += 1)
      await server.platform.objects
        .find(`deliveries/${ids[1]!}/webhook.json`)
        .then(
          async (stored) => JSON.parse((await readAll(stored!.body, 99_999)).toString()) as DeliveryRecord,
        )
        .then((record) => ({
          ...record,
          jobId: createJobId(),
          createdAt: new Date(made * 1_000).toISOString(),
        }))
        .then((record) => createDelivery(server.platform.objects, record));
    const first = await page();
    expect(first.deliveries).toHaveLength(25);
    const second = await page(`?${new URLSearchParams({ before: first.next! }).toString()}`);
    expect(second.deliveries.map(({ createdAt }) => createdAt)).toEqual([new Date(2_000).toISOString()]);
    expect(second.next).toBeUndefined();
    expect((await fetch(`${server.url}/api/deliveries?before=no`, { headers: session })).status).toBe(400);
    const other = { Authorization: `Bearer ${await signIn(server.url)}` };
    expect(await (await fetch(`${server.url}/api/deliveries`, { headers: other })).text()).not.toContain(
      ids[0],
    );
    await fetch(`${server.url}/api/jobs/${ids[0]!}`, { method: 'DELETE' });
    expect((await page()).deliveries[0]?.jobId).toBe(ids[1]);
    expect((await keysOf(server.platform, 'deliveries-of/')).join()).not.toContain(ids[0]);
  });

  it('is forgotten with its job', async () => {
    const receiver = await startReceiver((response) => response.writeHead(503).end());
    const { id } = await jobOf(await send({ fields: { webhook: receiver.url } }));
    await expect.poll(async () => (await deliveriesOf(id))[0]?.attempts.length, PATIENCE).toBe(1);
    expect((await fetch(`${server.url}/api/jobs/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect(await keysOf(server.platform, `deliveries/${id}/`)).toEqual([]);
    expect((await fetch(`${server.url}/api/jobs/${id}/deliveries`)).status).toBe(404);
  });
});

describe('a result that is sent to a presigned address', () => {
  it('is in the bucket when the webhook says so', { timeout: 60_000 }, async () => {
    const emulator = await startAwsEmulator();
    try {
      const Bucket = 'results';
      await emulator.s3.send(new CreateBucketCommand({ Bucket }));
      const put = new PutObjectCommand({ Bucket, Key: 'small.jpg', ContentType: 'image/jpeg' });
      const resultUrl = await getSignedUrl(emulator.s3, put, { expiresIn: 600 });
      const receiver = await startReceiver();
      const { id } = await jobOf(await send({ fields: { webhook: receiver.url, resultUrl } }));
      await arrived(receiver);
      expect(verified(receiver, 0, SECRETS[0]!).data.delivery).toEqual({ result: 'delivered' });
      const stored = await emulator.s3.send(new GetObjectCommand({ Bucket, Key: 'small.jpg' }));
      const result = await fetch(`${server.url}/api/jobs/${id}/result`);
      expect(stored.ContentType).toBe('image/jpeg');
      expect(Buffer.from(await stored.Body!.transformToByteArray())).toEqual(
        Buffer.from(await result.arrayBuffer()),
      );
      expect(server.log()).not.toContain('X-Amz-Signature');
    } finally {
      await emulator.stop();
    }
  });
});

describe('what is refused', () => {
  const good = 'https://example.org/hook';

  it.each<[string, Sending, string]>([
    [
      'an answer that is waited for',
      { fields: { webhook: good }, headers: { Prefer: '' } },
      'Prefer: respond-async',
    ],
    ['an option given twice', { query: { webhook: good }, fields: { webhook: good } }, 'more than once'],
    [
      'an option and its header',
      { query: { resultUrl: good }, headers: { 'X-Result-URL': good } },
      'more than once',
    ],
    ['a private address', { fields: { webhook: 'https://10.0.0.1/' } }, 'on the public internet'],
    [
      'the metadata of a cloud',
      { fields: { resultUrl: 'http://169.254.169.254/latest' } },
      'on the public internet',
    ],
    ['no address', { fields: { webhook: 'hooks' } }, 'starts with https://'],
    ['a password', { fields: { webhook: 'https://a:b@example.org/' } }, 'without a user name'],
    [
      'one address for several files',
      { path: '/api/compress/batch', fields: { resultUrl: good } },
      'one by one',
    ],
    ['a misspelt name', { fields: { webhok: good } }, 'There is no option "webhok"'],
    ['an address of 5 000 characters', { fields: { webhook: `${good}?${'a'.repeat(5_000)}` } }, 'too long'],
  ])('%s', async (_what, sending, text) => {
    const before = await server.keys('uploads/');
    const answer = await send(sending);
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { error: string }).error).toContain(text);
    expect(await server.keys('uploads/')).toEqual(before);
  });

  it('takes an empty option for none', async () => {
    const answer = await send({ fields: { webhook: '', resultUrl: '' } });
    expect((await jobOf(answer)).delivery).toBeUndefined();
  });
});

describe('clients without an account', () => {
  it('have nothing delivered by a server that others can reach, unless its operator allows it', async () => {
    const strict = await startWebServer({ HOST: '127.0.0.1', DELIVERY_ANONYMOUS: 'off', DEMO_SIGN_IN: 'on' });
    try {
      const ask = async (headers: Record<string, string>) => {
        const form = new FormData();
        form.append('webhook', 'https://example.org/');
        form.append('file', new Blob([photo]), 'a.jpg');
        const init = { method: 'POST', body: form, headers: { Prefer: 'respond-async', ...headers } };
        const answer = await fetch(`${strict.url}/api/compress`, init);
        return { status: answer.status, ...((await answer.json()) as { error?: string }) };
      };
      expect(await ask({})).toMatchObject({
        status: 401,
        error: expect.stringContaining('with an account') as string,
      });
      const Authorization = `Bearer ${await signIn(strict.url)}`;
      // And without a secret nothing can be signed.
      expect(await ask({ Authorization })).toMatchObject({
        status: 400,
        error: expect.stringContaining('WEBHOOK_SECRET') as string,
      });
      const secrets = await fetch(`${strict.url}/api/webhooks/secrets`, { headers: { Authorization } });
      expect(secrets.status).toBe(404);
    } finally {
      await strict.close();
    }
  });
});
