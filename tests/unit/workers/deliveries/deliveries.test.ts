import { Webhook } from 'standardwebhooks';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDeliveryService } from '#functions/services/deliveries/delivery-service.ts';
import type { DeliveryRecord } from '#platform/contracts/deliveries.ts';
import type { JobRecord } from '#platform/contracts/job.ts';
import { publicJobIdOf } from '#platform/public-job-id.ts';
import { webhookSecretsOf } from '#platform/webhook-secrets.ts';
import type { Fault } from '#tests/fixtures/faulty-ports.ts';
import { keysOf } from '#tests/fixtures/jobs.ts';
import { startReceiver } from '#tests/fixtures/receiver.ts';
import { until } from '#tests/fixtures/until.ts';
import {
  createWorld,
  endedJob,
  SECRET,
  untilAttempted,
  untilDelivered,
  untilOutboxIsEmpty,
} from '#tests/support/delivery-world.ts';

const HOUR = 3_600_000;

describe('a webhook', () => {
  it('tells the job, signed for its account, and leaves nothing in the outbox', async () => {
    const world = await createWorld();
    const receiver = await startReceiver();
    const job = endedJob(world, { webhook: `${receiver.url}/hook?token=secret-token`, signer: 'account-1' });
    await world.process().begin(job);
    await untilDelivered(world, job);

    const [{ headers, body }] = receiver.requests as [(typeof receiver.requests)[0]];
    const [secret] = webhookSecretsOf([SECRET], 'account-1');
    // Its clock is the test's.
    expect(Number(headers['webhook-timestamp'])).toBe(Math.floor(world.clock.now() / 1000));
    const signed = new Webhook(secret!).sign(
      String(headers['webhook-id']),
      new Date(world.clock.now()),
      body,
    );
    expect(headers['webhook-signature']).toBe(signed);
    const id = publicJobIdOf(job.id);
    expect(JSON.parse(body.toString())).toMatchObject({
      type: 'job.completed',
      timestamp: job.finishedAt,
      data: { id, publicId: id, status: 'completed', outputBytes: 5, result: `/api/jobs/${id}/result` },
    });
    expect(body.toString()).not.toContain(job.id);
    expect(body.toString()).not.toContain(job.fileName);
    await untilOutboxIsEmpty(world);
    expect(world.log()).toContain('delivery.delivered');
    expect(world.log()).not.toContain('secret-token');
  });

  it('tells that a job has failed, and nothing of one that was cancelled', async () => {
    const world = await createWorld();
    const receiver = await startReceiver();
    const failure = { code: 'damaged', message: 'The JPEG file is damaged.' } as const;
    const process = world.process();
    const failed = { status: 'failed', failure, outputBytes: undefined } as const;
    await process.begin(endedJob(world, { webhook: receiver.url }, { status: 'cancelled' }));
    await process.begin(endedJob(world, { webhook: receiver.url, resultUrl: receiver.url }, failed));
    await until('a request', () => receiver.requests.length === 1);
    expect(JSON.parse(receiver.requests[0]!.body.toString())).toMatchObject({
      type: 'job.failed',
      data: { status: 'failed', code: 'damaged', error: 'The JPEG file is damaged.' },
    });
  });

  it('is tried again for a day, always the same, and then given up', async () => {
    const world = await createWorld();
    const receiver = await startReceiver((response) => response.writeHead(500).end());
    const job = endedJob(world, { webhook: receiver.url });
    const process = world.process();
    process.start();
    await process.begin(job);
    for (let attempts = 1; attempts <= 11; attempts += 1) {
      await until(
        `attempt ${attempts}`,
        async () => (await world.deliveries(job))[0]?.attempts.length === attempts,
      );
      const [{ nextAttemptAt }] = (await world.deliveries(job)) as [DeliveryRecord];
      if (nextAttemptAt) await world.clock.advance(Date.parse(nextAttemptAt) - world.clock.now() + 10_000);
    }
    const [record] = (await world.deliveries(job)) as [DeliveryRecord];
    expect(record).toMatchObject({ state: 'failed' });
    expect(record.attempts.every(({ status, error }) => status === 500 && error === 'wrong-status')).toBe(
      true,
    );
    const days = Date.parse(record.attempts.at(-1)!.at) - Date.parse(record.createdAt);
    expect(days).toBeGreaterThan(18 * HOUR);
    expect(days).toBeLessThan(30 * HOUR);
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(receiver.requests.map(({ body }) => body.toString())).size).toBe(1);
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(11);
    expect(await keysOf(world.platform, 'outbox/')).toEqual([]);
  });

  it('is not sent any more to a receiver that answered 410, until its client asks for it', async () => {
    const world = await createWorld();
    let status = 410;
    const receiver = await startReceiver((response) => response.writeHead(status).end());
    const process = world.process();
    process.start();
    const jobs = [1, 2, 3].map(() => endedJob(world, { webhook: receiver.url }));
    const stateOf = async (job: JobRecord) => (await world.deliveries(job)).at(-1)?.state;
    for (const job of jobs.slice(0, 2)) {
      await process.begin(job);
      await until('its end', async () => (await stateOf(job)) === 'failed');
    }
    expect(receiver.requests).toHaveLength(1);

    status = 200;
    await createDeliveryService({ objects: world.platform.objects, clock: world.clock }).resend(
      jobs[0]!.id,
      'webhook',
    );
    await until('its arrival', async () => (await stateOf(jobs[0]!)) === 'delivered', world.clock);
    await process.begin(jobs[2]!);
    await until('the next one', async () => (await stateOf(jobs[2]!)) === 'delivered');
    expect(receiver.requests).toHaveLength(3);
  });

  it('is not sent without a signature by a worker that has no secret', async () => {
    const world = await createWorld();
    const receiver = await startReceiver();
    const job = endedJob(world, { webhook: receiver.url });
    await world.process([], []).begin(job);
    await until('a line in the log', () => world.log().includes('Expected WEBHOOK_SECRET'));
    const process = world.process();
    process.start();
    await untilDelivered(world, job, world.clock);
    expect(receiver.requests).toHaveLength(1);
  });

  it('is sent by another process when its own stops before the receiver has answered', async () => {
    const world = await createWorld();
    const receiver = await startReceiver((response, number) => number > 0 && response.end());
    const job = endedJob(world, { webhook: receiver.url });
    const stopping = world.process();
    await stopping.begin(job);
    await until('a request', () => receiver.requests.length === 1);
    const stopped = stopping.stop({ graceMs: 0 });
    await world.clock.advance(0);
    await stopped;
    expect(await world.deliveries(job)).toMatchObject([{ state: 'pending', attempts: [] }]);
    world.process().start();
    await untilDelivered(world, job, world.clock);
    expect(receiver.requests).toHaveLength(2);
  });

  it('follows Retry-After', async () => {
    const world = await createWorld();
    const receiver = await startReceiver((response) =>
      response.writeHead(503, { 'retry-after': '3600' }).end(),
    );
    const job = endedJob(world, { webhook: receiver.url });
    await world.process().begin(job);
    await untilAttempted(world, job);
    const [{ nextAttemptAt }] = (await world.deliveries(job)) as [DeliveryRecord];
    expect(Date.parse(nextAttemptAt!) - world.clock.now()).toBe(HOUR);
  });

  it('is begun once, however often its job is settled', async () => {
    const world = await createWorld();
    const receiver = await startReceiver();
    const job = endedJob(world, { webhook: receiver.url });
    const [one, other] = [world.process(), world.process()];
    other.start();
    await Promise.all([one.begin(job), other.begin(job), one.begin(job)]);
    await untilDelivered(world, job);
    await one.begin(job);
    await untilOutboxIsEmpty(world, world.clock);
    expect(receiver.requests).toHaveLength(1);
  });

  it('is taken over from a process that has died, by one of several', async () => {
    const world = await createWorld();
    const receiver = await startReceiver((response, number) =>
      response.writeHead(number === 0 ? 503 : 200).end(),
    );
    const job = endedJob(world, { webhook: receiver.url });
    const dead = world.process();
    await dead.begin(job);
    await untilAttempted(world, job);
    await dead.stop({ graceMs: 0 });
    for (const process of [world.process(), world.process()]) process.start();
    await untilDelivered(world, job, world.clock);
    await world.clock.advance(60_000);
    expect(receiver.requests).toHaveLength(2);
  });

  it.each(['objects.put', 'objects.delete'])('arrives when %s fails in between', async (call) => {
    const world = await createWorld();
    const receiver = await startReceiver();
    const job = endedJob(world, { webhook: receiver.url });
    const faults: Fault[] = [];
    const process = world.process(faults);
    process.start();
    await process.begin(job);
    faults.push({ call, times: 1 });
    await untilDelivered(world, job, world.clock);
    await untilOutboxIsEmpty(world, world.clock);
    expect(receiver.requests.length).toBeLessThanOrEqual(2);
  });

  it('is not sent when its client has ended the job meanwhile', async () => {
    const world = await createWorld();
    const receiver = await startReceiver((response) => response.writeHead(503).end());
    const job = endedJob(world, { webhook: receiver.url });
    const process = world.process();
    process.start();
    await process.begin(job);
    await untilAttempted(world, job);
    await createDeliveryService({ objects: world.platform.objects }).deleteAllOf(job.id);
    await untilOutboxIsEmpty(world, world.clock);
    expect(receiver.requests).toHaveLength(1);
    expect(await world.deliveries(job)).toEqual([]);
  });
});

it('does not let hundreds of webhooks to a slow receiver hold up others', async () => {
  const world = await createWorld();
  const held: (() => void)[] = [];
  const slow = await startReceiver((response) => held.push(() => response.end()));
  const quick = await startReceiver();
  const process = world.process();
  await Promise.all(
    Array.from({ length: 120 }, (_, count) =>
      process.begin(endedJob(world, { webhook: `${slow.url}/${count}`, signer: 'one' })),
    ),
  );
  // Another host, or they would share a lane.
  const job = endedJob(world, { webhook: quick.url.replace('127.0.0.1', 'localhost'), signer: 'one' });
  await process.begin(job);
  await until('the quick one', () => quick.requests.length === 1);
  expect(slow.mostAtOnce()).toBe(4);
  // The slow one gets the others all the same, a few at a time.
  process.start();
  const answering = setInterval(() => held.splice(0).forEach((answer) => answer()), 1);
  onTestFinished(() => clearInterval(answering));
  await until('more of the slow one', () => slow.requests.length > 108, world.clock);
  expect(slow.mostAtOnce()).toBe(4);
});
