import { describe, expect, it } from 'vitest';
import type { DeliveryRecord } from '#platform/contracts/deliveries.ts';
import { startReceiver } from '#tests/fixtures/receiver.ts';
import { until } from '#tests/fixtures/until.ts';
import { createWorld, endedJob, putResult } from '#tests/support/delivery-world.ts';

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
    // The clock runs on while an attempt is written, a minute in a quarter of a second.
    expect(Date.parse(push.attempts.at(-1)!.at)).toBeLessThan(Date.parse(job.expiresAt!) + 60_000);
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
