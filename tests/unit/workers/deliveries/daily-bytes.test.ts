import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';
import { startReceiver } from '#tests/fixtures/receiver.ts';
import {
  createWorld,
  endedJob,
  putResult,
  untilAttempted,
  untilDelivered,
} from '#tests/support/delivery-world.ts';

const { deliveryBytesOfAccount, deliveryBytesOfReceiver } = OPERATING_LIMITS;
const DAY_MS = 86_400_000;
const HOST = createHash('sha256').update('127.0.0.1').digest('base64url').slice(0, 22);

describe('bytes of a day', () => {
  it.each([
    ['for one account', deliveryBytesOfAccount, 'account:ada', 'ada', 'grace'],
    ['to one receiver', deliveryBytesOfReceiver, `receiver:${HOST}`, undefined, undefined],
  ])('%s are bounded, and begin anew the next day', async (_whose, most, name, signer, other) => {
    const world = await createWorld();
    const receiver = await startReceiver();
    const jobOf = async (account: string | undefined) => {
      const signed = account === undefined ? {} : { signer: account };
      const job = endedJob(world, { resultUrl: receiver.url, ...signed });
      await putResult(world, job, Buffer.alloc(1_000));
      return job;
    };
    const process = world.process();
    const first = await jobOf(signer);
    await process.begin(first);
    await untilDelivered(world, first);
    // As if so much had been sent meanwhile.
    const day = Math.floor(world.clock.now() / DAY_MS);
    const ends = world.clock.now() + DAY_MS;
    const sum = await world.platform.expiringCounters.add(
      `sent:${day}:${name}`,
      { bytes: most - 1_500 },
      ends,
    );
    expect(sum.bytes).toBe(most - 500);

    const second = await jobOf(signer);
    await process.begin(second);
    await untilAttempted(world, second);
    expect((await world.deliveries(second))[0]).toMatchObject({
      state: 'pending',
      attempts: [{ error: 'too-much' }],
    });
    expect(receiver.requests).toHaveLength(1);
    if (other !== undefined) {
      const theirs = await jobOf(other);
      await process.begin(theirs);
      await untilDelivered(world, theirs);
    }
    await world.clock.advance(DAY_MS);
    const next = await jobOf(signer);
    await process.begin(next);
    await untilDelivered(world, next);
  });
});
