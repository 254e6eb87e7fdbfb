import { describe, expect, it } from 'vitest';
import { createDeliveryService } from '#functions/services/deliveries/delivery-service.ts';
import { startReceiver } from '#tests/fixtures/receiver.ts';
import { until } from '#tests/fixtures/until.ts';
import { createWorld, endedJob, untilAttempted } from '#tests/support/delivery-world.ts';

describe('a webhook that is sent again', () => {
  it('waits a minute after a failure, has the same id and body, and ends the first one when it arrives', async () => {
    const world = await createWorld();
    // The first one is tried at once, after 5 and after 30 s more.
    const receiver = await startReceiver((response, number) =>
      response.writeHead(number < 3 ? 503 : 200).end(),
    );
    const job = endedJob(world, { webhook: receiver.url });
    const process = world.process();
    await process.begin(job);
    await untilAttempted(world, job);
    const service = createDeliveryService({ objects: world.platform.objects, clock: world.clock });
    const again = await service.resend(job.id, 'webhook');
    expect(again).toMatchObject({ id: 'webhook-2', state: 'pending', attempts: [] });
    const [failed] = (await world.deliveries(job))[0]!.attempts;
    expect(Date.parse(again.nextAttemptAt!) - Date.parse(failed!.at)).toBe(60_000);
    process.start();
    const ended = async () => (await world.deliveries(job)).every(({ state }) => state !== 'pending');
    await until('the end of both', ended, world.clock);
    expect((await world.deliveries(job)).map(({ id, state }) => [id, state])).toEqual([
      ['webhook', 'failed'],
      ['webhook-2', 'delivered'],
    ]);
    expect(receiver.requests).toHaveLength(4);
    const [first, , , last] = receiver.requests;
    expect(last!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
    expect(last!.body.equals(first!.body)).toBe(true);
    expect(await service.statesOf(job)).toEqual({ webhook: 'delivered' });
  });

  it('is not sent when the first one arrives meanwhile, and at once when that had arrived', async () => {
    const world = await createWorld();
    const receiver = await startReceiver((response, number) =>
      response.writeHead(number === 0 ? 503 : 200).end(),
    );
    const job = endedJob(world, { webhook: receiver.url });
    const process = world.process();
    await process.begin(job);
    await untilAttempted(world, job);
    const service = createDeliveryService({ objects: world.platform.objects, clock: world.clock });
    await service.resend(job.id, 'webhook');
    process.start();
    const ended = async () => (await world.deliveries(job)).every(({ state }) => state !== 'pending');
    await until('the end of both', ended, world.clock);
    expect(
      (await world.deliveries(job)).map(({ state, attempts }) => [state, attempts.at(-1)?.error]),
    ).toEqual([
      ['delivered', undefined],
      ['failed', 'superseded'],
    ]);
    await world.clock.advance(60_000);
    await service.resend(job.id, 'webhook');
    await until('its arrival', () => receiver.requests.length === 3, world.clock);
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
