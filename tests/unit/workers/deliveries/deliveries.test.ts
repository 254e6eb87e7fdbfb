import { Webhook } from 'standardwebhooks';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDeliveryService } from '#functions/services/delivery-service.ts';
import { createEmbeddedPlatform } from '#platform/adapters/embedded/create-embedded-platform.ts';
import { jobKeys, type JobRecord } from '#platform/contracts/job.ts';
import type { DeliveryRecord } from '#platform/contracts/deliveries.ts';
import { deliveriesOf } from '#platform/delivery-records.ts';
import { createLogger } from '#platform/logger.ts';
import type { Platform } from '#platform/ports/platform.ts';
import { createAddressPolicy } from '#platform/public-addresses.ts';
import { createWebhookSecret, webhookSecretsOf } from '#platform/webhook-secrets.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';
import { withFaults, type Fault } from '#tests/fixtures/faulty-ports.ts';
import { keysOf, newJobRecord } from '#tests/fixtures/jobs.ts';
import { startReceiver } from '#tests/fixtures/receiver.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { until } from '#tests/fixtures/until.ts';
import { createDeliveries, type Deliveries } from '#workers/deliveries/deliveries.ts';
import { createWorkerMetrics } from '#workers/worker-metrics.ts';

const SECRET = createWebhookSecret();
const HOUR = 3_600_000;

interface World {
  readonly clock: FakeClock;
  readonly platform: Platform;
  /** A process that delivers. */
  process(faults?: Fault[], webhookSecrets?: string[]): Deliveries;
  log(): string;
  deliveries(job: JobRecord): Promise<DeliveryRecord[]>;
}

async function createWorld(clock = new FakeClock()): Promise<World> {
  const platform = await createEmbeddedPlatform({ dataDir: temporaryFolder(), clock });
  const lines: string[] = [];
  const logger = createLogger({ level: 'debug', write: (line) => lines.push(line) });
  onTestFinished(() => platform.close());
  return {
    clock,
    platform,
    process(faults = [], webhookSecrets = [SECRET]) {
      const { objects } = withFaults(platform, faults);
      const deliveries = createDeliveries({
        objects,
        turns: platform.turns,
        guard: { http: true, addresses: createAddressPolicy(['127.0.0.0/8']) },
        webhookSecrets,
        metrics: createWorkerMetrics(),
        logger,
        clock,
      });
      onTestFinished(async () => {
        const stopped = deliveries.stop({ graceMs: 0 });
        await clock.advance(0);
        await stopped;
      });
      return deliveries;
    },
    log: () => lines.join(''),
    deliveries: (job) => deliveriesOf(platform.objects, job.id),
  };
}

/** A job that has completed a moment ago. */
function endedJob(
  { clock }: World,
  deliver: JobRecord['deliver'],
  changes: Partial<JobRecord> = {},
): JobRecord {
  const [finishedAt, expiresAt] = [0, 900_000].map((ms) => new Date(clock.now() + ms).toISOString());
  return newJobRecord({ status: 'completed', outputBytes: 5, finishedAt, expiresAt, deliver, ...changes });
}

const putResult = ({ platform }: World, job: JobRecord, bytes = Buffer.from('smaller')) =>
  platform.objects.put(jobKeys.result(job.id), bytes, { contentType: 'image/jpeg' });

describe('a webhook', () => {
  it('tells the job, signed for its account, and leaves nothing in the outbox', async () => {
    const world = await createWorld();
    const receiver = await startReceiver();
    const job = endedJob(world, { webhook: `${receiver.url}/hook?token=secret-token`, signer: 'account-1' });
    await world.process().begin(job);
    await until('a delivery', async () => (await world.deliveries(job))[0]?.state === 'delivered');

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
    expect(JSON.parse(body.toString())).toMatchObject({
      type: 'job.completed',
      timestamp: job.finishedAt,
      data: { id: job.id, status: 'completed', outputBytes: 5, result: `/api/jobs/${job.id}/result` },
    });
    expect(body.toString()).not.toContain(job.fileName);
    await until('an empty outbox', async () => (await keysOf(world.platform, 'outbox/')).length === 0);
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
    await until(
      'its arrival',
      async () => (await world.deliveries(job))[0]?.state === 'delivered',
      world.clock,
    );
    expect(receiver.requests).toHaveLength(1);
  });

  it('follows Retry-After', async () => {
    const world = await createWorld();
    const receiver = await startReceiver((response) =>
      response.writeHead(503, { 'retry-after': '3600' }).end(),
    );
    const job = endedJob(world, { webhook: receiver.url });
    await world.process().begin(job);
    await until('an attempt', async () => (await world.deliveries(job))[0]?.attempts.length === 1);
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
    await until('a delivery', async () => (await world.deliveries(job))[0]?.state === 'delivered');
    await one.begin(job);
    await until(
      'an empty outbox',
      async () => (await keysOf(world.platform, 'outbox/')).length === 0,
      world.clock,
    );
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
    await until('an attempt', async () => (await world.deliveries(job))[0]?.attempts.length === 1);
    await dead.stop({ graceMs: 0 });
    for (const process of [world.process(), world.process()]) process.start();
    await until(
      'its arrival',
      async () => (await world.deliveries(job))[0]?.state === 'delivered',
      world.clock,
    );
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
    await until(
      'its arrival',
      async () => (await world.deliveries(job))[0]?.state === 'delivered',
      world.clock,
    );
    await until(
      'an empty outbox',
      async () => (await keysOf(world.platform, 'outbox/')).length === 0,
      world.clock,
    );
    expect(receiver.requests.length).toBeLessThanOrEqual(2);
  });

  it('is not sent when its client has ended the job meanwhile', async () => {
    const world = await createWorld();
    const receiver = await startReceiver((response) => response.writeHead(503).end());
    const job = endedJob(world, { webhook: receiver.url });
    const process = world.process();
    process.start();
    await process.begin(job);
    await until('an attempt', async () => (await world.deliveries(job))[0]?.attempts.length === 1);
    await createDeliveryService({ objects: world.platform.objects }).deleteAllOf(job.id);
    await until(
      'an empty outbox',
      async () => (await keysOf(world.platform, 'outbox/')).length === 0,
      world.clock,
    );
    expect(receiver.requests).toHaveLength(1);
    expect(await world.deliveries(job)).toEqual([]);
  });
});

describe('a webhook that is sent again', () => {
  it('has the same id and body, and ends the attempts of the first one when it arrives', async () => {
    const world = await createWorld();
    const receiver = await startReceiver((response, number) =>
      response.writeHead(number === 0 ? 503 : 200).end(),
    );
    const job = endedJob(world, { webhook: receiver.url });
    const process = world.process();
    await process.begin(job);
    await until('an attempt', async () => (await world.deliveries(job))[0]?.attempts.length === 1);
    const service = createDeliveryService({ objects: world.platform.objects, clock: world.clock });
    const again = await service.resend(job.id, 'webhook');
    expect(again).toMatchObject({ id: 'webhook-2', state: 'pending', attempts: [] });
    process.start();
    const ended = async () => (await world.deliveries(job)).every(({ state }) => state !== 'pending');
    await until('the end of both', ended, world.clock);
    expect((await world.deliveries(job)).map(({ id, state }) => [id, state])).toEqual([
      ['webhook', 'failed'],
      ['webhook-2', 'delivered'],
    ]);
    expect(receiver.requests).toHaveLength(2);
    const [first, second] = receiver.requests;
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
    expect(second!.body.equals(first!.body)).toBe(true);
    expect(await service.statesOf(job)).toEqual({ webhook: 'delivered' });
  });

  it('can be sent nine times more, and not for ever', async () => {
    const world = await createWorld();
    const job = endedJob(world, { webhook: 'http://127.0.0.1:1025/' });
    await world.process().begin(job);
    const service = createDeliveryService({ objects: world.platform.objects, clock: world.clock });
    for (let count = 0; count < 9; count += 1) await service.resend(job.id, 'webhook');
    await expect(service.resend(job.id, 'webhook')).rejects.toThrow('as often as it can be');
    await expect(service.resend(job.id, 'result')).rejects.toThrow('no such delivery');
    await expect(service.resend(job.id, '../webhook')).rejects.toThrow('no such delivery');
  });
});

describe('a result that is sent by PUT', () => {
  it('arrives whole, and the webhook follows and says so', async () => {
    const world = await createWorld();
    const receiver = await startReceiver();
    const job = endedJob(world, {
      webhook: `${receiver.url}/hook`,
      resultUrl: `${receiver.url}/put?signature=x`,
    });
    await putResult(world, job);
    await world.process().begin(job);
    await until('both', () => receiver.requests.length === 2);
    const [put, hook] = receiver.requests;
    expect(put).toMatchObject({
      method: 'PUT',
      path: '/put?signature=x',
      headers: { 'content-type': 'image/jpeg', 'content-length': '7' },
    });
    expect(put!.headers).not.toHaveProperty('webhook-signature');
    expect(put!.body.toString()).toBe('smaller');
    expect(JSON.parse(hook!.body.toString())).toMatchObject({ data: { delivery: { result: 'delivered' } } });
  });

  it('is tried again while there is a result; then the webhook says that it failed', async () => {
    const world = await createWorld();
    const receiver = await startReceiver((response, _number, { method }) =>
      response.writeHead(method === 'PUT' ? 503 : 200).end(),
    );
    const job = endedJob(world, { webhook: receiver.url, resultUrl: receiver.url });
    await putResult(world, job);
    const process = world.process();
    process.start();
    await process.begin(job);
    await until('the webhook', () => receiver.requests.at(-1)?.method === 'POST', world.clock);
    const [push] = (await world.deliveries(job)) as [DeliveryRecord];
    expect(push).toMatchObject({ type: 'result', state: 'failed' });
    expect(push.attempts.length).toBeGreaterThan(3);
    expect(Date.parse(push.attempts.at(-1)!.at)).toBeLessThan(Date.parse(job.expiresAt!));
    const { data } = JSON.parse(receiver.requests.at(-1)!.body.toString()) as { data: object };
    expect(data).toMatchObject({ delivery: { result: 'failed' } });
  });

  it.each([403, 404, 412])('is not tried again after %i', async (status) => {
    const world = await createWorld();
    const receiver = await startReceiver((response) => response.writeHead(status).end());
    const job = endedJob(world, { resultUrl: receiver.url });
    await putResult(world, job);
    await world.process().begin(job);
    await until('its end', async () => (await world.deliveries(job))[0]?.state === 'failed');
    expect(receiver.requests).toHaveLength(1);
  });

  it('fails when the result is gone', async () => {
    const world = await createWorld();
    const receiver = await startReceiver();
    const job = endedJob(world, { resultUrl: receiver.url });
    await world.process().begin(job);
    await until('its end', async () => (await world.deliveries(job))[0]?.state === 'failed');
    expect((await world.deliveries(job))[0]!.attempts[0]).toMatchObject({ error: 'expired' });
    expect(receiver.requests).toEqual([]);
  });
});

it('does not let hundreds of webhooks to a slow receiver hold up others', { timeout: 60_000 }, async () => {
  const world = await createWorld();
  const held: (() => void)[] = [];
  const slow = await startReceiver((response) => held.push(() => response.end()));
  const quick = await startReceiver();
  const process = world.process();
  await Promise.all(
    Array.from({ length: 250 }, (_, count) =>
      process.begin(endedJob(world, { webhook: `${slow.url}/${count}`, signer: 'one' })),
    ),
  );
  // Another host, or they would share a lane.
  const job = endedJob(world, { webhook: quick.url.replace('127.0.0.1', 'localhost'), signer: 'other' });
  await process.begin(job);
  await until('the one of another', () => quick.requests.length === 1);
  expect(slow.mostAtOnce()).toBe(4);
  // The slow one gets the others all the same, a few at a time.
  process.start();
  const answering = setInterval(() => held.splice(0).forEach((answer) => answer()), 1);
  onTestFinished(() => clearInterval(answering));
  await until('more of the slow one', () => slow.requests.length > 110, world.clock);
  expect(slow.mostAtOnce()).toBe(4);
});
