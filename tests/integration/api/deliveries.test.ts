import { CreateBucketCommand, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BatchAnswer, JobAnswer } from '#platform/contracts/api/answers.ts';
import { createWebhookSecret } from '#platform/webhook-secrets.ts';
import { startAwsEmulator } from '#tests/fixtures/aws-emulator.ts';
import { startReceiver } from '#tests/fixtures/receiver.ts';
import { signIn } from '#tests/fixtures/sign-in.ts';
import { jpegFile } from '#tests/fixtures/upload-files.ts';
import { startWebServer, type RunningServer } from '#tests/fixtures/web-server.ts';
import { DescribedAnswers, type ApiDescription } from '#tests/support/described-answers.ts';
import {
  arrived,
  deliveryClient,
  DELIVERS_HERE,
  jobOf,
  PATIENCE,
  verified,
  type Sending,
} from '#tests/support/delivery-client.ts';

const SECRETS = [createWebhookSecret(), createWebhookSecret()];
let server: RunningServer;
let photo: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  server = await startWebServer({ ...DELIVERS_HERE, WEBHOOK_SECRET: SECRETS.join(', ') }, { worker: true });
  photo = new Uint8Array(await jpegFile());
});
afterAll(() => server.close());
const { send, get, deliveriesOf } = deliveryClient(
  () => server,
  () => photo,
);

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
    const { delivery: _delivery, result: _result, ...job } = await get<JobAnswer>(`/api/jobs/${id}`);
    expect(data).toEqual({ ...job, id: job.publicId });

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
    expect(whole?.data).toMatchObject({
      jobs: jobs.map(({ publicId }) => ({ id: publicId, status: 'completed' })),
    });
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
});

describe('a result that is sent to a presigned address', () => {
  it('is in the bucket when the webhook says so', async () => {
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
