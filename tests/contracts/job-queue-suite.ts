import { describe, expect, it } from 'vitest';
import { createJobId } from '#platform/job-records.ts';
import type { JobQueue, ReceivedMessage } from '#platform/ports/job-queue.ts';

export interface JobQueueHarness {
  /** Visibility timeout 1 s, 3 receives. */
  readonly queue: JobQueue;
  /** Lets so many seconds pass. */
  pass(seconds: number): Promise<void>;
  /** Puts something on the queue that is no message of ours; `queue` may be another one afterwards. */
  sendRaw(body: string): Promise<void>;
}

/** What every JobQueue promises. */
export function describeJobQueue(name: string, open: () => Promise<JobQueueHarness>): void {
  describe(`${name} as JobQueue`, () => {
    it('hands a message to one receiver and forgets it when deleted', async () => {
      const { queue } = await open();
      const sent = await sendOne(queue);
      const received = await receiveOne(queue);
      expect(received).toMatchObject({ message: sent, receiveCount: 1 });
      expect(await poll(queue)).toEqual([]);
      expect(await queue.depth()).toEqual({ waiting: 0, inFlight: 1, dead: 0 });
      await queue.delete(received.receiptHandle);
      await queue.delete(received.receiptHandle);
      expect(await queue.depth()).toEqual({ waiting: 0, inFlight: 0, dead: 0 });
    });

    it('hands out at most so many and each message once', async () => {
      const { queue } = await open();
      const sent = await Promise.all(Array.from({ length: 7 }, () => sendOne(queue)));
      const batches = await Promise.all([poll(queue, 2), poll(queue, 2), poll(queue, 10)]);
      expect(batches[0]?.length).toBeLessThanOrEqual(2);
      const ids = batches.flat().map(({ message }) => message?.jobId);
      expect(new Set(ids).size).toBe(7);
      expect(new Set(ids)).toEqual(new Set(sent.map(({ jobId }) => jobId)));
    });

    it('wakes a waiting receiver when a message is sent', async () => {
      const { queue } = await open();
      const waiting = queue.receive({ max: 1, waitSeconds: 10 });
      const sent = await sendOne(queue);
      expect((await waiting).map(({ message }) => message)).toEqual([sent]);
    });

    it('shows a message again after its visibility timeout, counted up', async () => {
      const { queue, pass } = await open();
      const sent = await sendOne(queue);
      const first = await receiveOne(queue);
      await pass(1.2);
      const second = await receiveOne(queue);
      expect(second).toMatchObject({ message: sent, receiveCount: 2, messageId: first.messageId });
      expect(second.receiptHandle).not.toBe(first.receiptHandle);
    });

    it('keeps a message hidden while it is extended', async () => {
      const { queue, pass } = await open();
      await sendOne(queue);
      const received = await receiveOne(queue);
      await queue.extend(received.receiptHandle, 30);
      await pass(1.2);
      expect(await poll(queue)).toEqual([]);
      await queue.extend(received.receiptHandle, 0);
      expect((await receiveOne(queue)).receiveCount).toBe(2);
    });

    it('never lets a stale receipt touch the newer receive', async () => {
      const { queue } = await open();
      await sendOne(queue);
      const stale = await receiveOne(queue);
      await queue.extend(stale.receiptHandle, 0);
      const current = await receiveOne(queue);
      await queue.delete(stale.receiptHandle);
      await expect(queue.extend(stale.receiptHandle, 0)).rejects.toMatchObject({ code: 'stale-receipt' });
      expect(await poll(queue)).toEqual([]);
      expect(await queue.depth()).toMatchObject({ inFlight: 1 });
      await queue.delete(current.receiptHandle);
      await expect(queue.extend(current.receiptHandle, 5)).rejects.toMatchObject({ code: 'stale-receipt' });
    });

    it('buries a message after its last receive until it is deleted there', async () => {
      const { queue, pass } = await open();
      const sent = await sendOne(queue);
      for (let count = 1; count <= 3; count += 1) {
        const received = await receiveOne(queue);
        expect(received.receiveCount).toBe(count);
        await queue.extend(received.receiptHandle, 0);
      }
      expect(await poll(queue)).toEqual([]);
      expect(await queue.depth()).toEqual({ waiting: 0, inFlight: 0, dead: 1 });
      const [abandoned] = await queue.receiveDead(10);
      expect(abandoned?.message).toEqual(sent);
      expect(await queue.depth()).toMatchObject({ dead: 1 });
      await pass(1.2);
      const [letter] = await queue.receiveDead(10);
      expect(letter).toMatchObject({ message: sent, messageId: abandoned?.messageId });
      await queue.deleteDead(letter?.receiptHandle ?? '');
      await pass(1.2);
      expect(await queue.receiveDead(10)).toEqual([]);
      expect(await queue.depth()).toEqual({ waiting: 0, inFlight: 0, dead: 0 });
    });

    it('delays a message', async () => {
      const { queue, pass } = await open();
      await queue.send(newMessage(), { delaySeconds: 1 });
      expect(await poll(queue)).toEqual([]);
      expect(await queue.depth()).toMatchObject({ waiting: 1 });
      await pass(1.2);
      expect(await poll(queue)).toHaveLength(1);
    });

    it('loses no message to an aborted receive', async () => {
      const { queue } = await open();
      const abort = new AbortController();
      const waiting = queue.receive({ max: 1, waitSeconds: 10, signal: abort.signal });
      abort.abort();
      expect(await waiting).toEqual([]);
      expect(await queue.receive({ max: 1, waitSeconds: 10, signal: abort.signal })).toEqual([]);
      const sent = await sendOne(queue);
      const [received] = await queue.receive({ max: 1, waitSeconds: 10 });
      expect(received?.message).toEqual(sent);
    });

    it.each(['not json', '{}', '{"version":2,"jobId":"x"}', '{"version":1,"jobId":"../../etc/passwd"}'])(
      'hands out %s as a message that nobody understands',
      async (body) => {
        const harness = await open();
        await harness.sendRaw(body);
        const { queue } = harness;
        const received = await receiveOne(queue);
        expect(received.message).toBeNull();
        await queue.delete(received.receiptHandle);
        expect(await queue.depth()).toEqual({ waiting: 0, inFlight: 0, dead: 0 });
      },
    );

    it('says that it answers', async () => {
      const { queue } = await open();
      await queue.check();
    });
  });
}

function newMessage() {
  return { version: 1 as const, jobId: createJobId() };
}

async function sendOne(queue: JobQueue) {
  const message = newMessage();
  await queue.send(message);
  return message;
}

function poll(queue: JobQueue, max = 10): Promise<ReceivedMessage[]> {
  return queue.receive({ max, waitSeconds: 0 });
}

async function receiveOne(queue: JobQueue): Promise<ReceivedMessage> {
  const [received] = await queue.receive({ max: 1, waitSeconds: 0 });
  if (!received) throw new Error('Expected a message but received none');
  return received;
}
