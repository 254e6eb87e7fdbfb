import { expect, it } from 'vitest';
import { createWorld, endedJob } from '#tests/support/delivery-world.ts';
import { withAttempt } from '#workers/deliveries/attempt-outcome.ts';
import { firstDelivery } from '#workers/deliveries/new-deliveries.ts';

it.each(['not-allowed', 'not-resolved'] as const)(
  'tries again after %s: that one of both is given up would tell private names from unknown ones',
  async (error) => {
    const world = await createWorld();
    const now = world.clock.now();
    const record = firstDelivery(endedJob(world, { webhook: 'https://a.example/' }), now)!;
    expect(withAttempt(record, { error }, { begun: now, ended: now }).state).toBe('pending');
  },
);
