import { expect, it } from 'vitest';
import { createLogger } from '#platform/logger.ts';
import type { ReceivedMessage } from '#platform/ports/job-queue.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';
import { until } from '#tests/fixtures/until.ts';
import { InFlightJobs } from '#workers/consumer/in-flight-jobs.ts';
import { receiveUntilAborted } from '#workers/consumer/receive-loop.ts';

const LATE: ReceivedMessage = { messageId: 'm', message: null, receiptHandle: 'r', receiveCount: 1 };

function setUp(receive: () => Promise<ReceivedMessage[]>, extend: () => Promise<void>) {
  const taken: ReceivedMessage[] = [];
  const log: string[] = [];
  const stopping = new AbortController();
  const clock = new FakeClock();
  const done = receiveUntilAborted(
    {
      queue: { receive, extend },
      jobs: new InFlightJobs({ general: 1 }),
      take: (delivery) => taken.push(delivery),
      logger: createLogger({ write: (line) => log.push(line) }),
      clock,
    },
    stopping.signal,
  );
  return { taken, log, stopping, done, clock };
}

it.each([
  ['', false],
  [', also when that fails', true],
])('returns a message that the last poll brings%s', async (_title, fails) => {
  let answer: ((messages: ReceivedMessage[]) => void) | undefined;
  let returned = 0;
  const { taken, log, stopping, done } = setUp(
    () => new Promise((resolve) => (answer = resolve)),
    async () => {
      returned += 1;
      if (fails) throw new Error('no queue');
    },
  );
  await until('a poll', () => answer !== undefined);
  stopping.abort();
  answer?.([LATE]);
  await done;
  expect({ taken, returned }).toEqual({ taken: [], returned: 1 });
  expect(log.some((line) => line.includes('message.not-returned'))).toBe(fails);
});

it('ends while it pauses after a failure', async () => {
  let polls = 0;
  const { stopping, done } = setUp(
    async () => {
      polls += 1;
      throw new Error('no queue');
    },
    async () => {},
  );
  await until('a failure', () => polls === 1);
  stopping.abort();
  await done;
  expect(polls).toBe(1);
});
