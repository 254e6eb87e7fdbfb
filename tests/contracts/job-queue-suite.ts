import { describe, expect, it } from 'vitest';
import type { JobMessage } from '#platform/contracts/job.ts';
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

/** A queue is closed when its last aborted receive has come to its end. */
const LONG_WAIT_SECONDS = 3;

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

    it('tells the line in the order of its receives, or that it does not know', async () => {
      const { queue } = await open();
      const sent = await Promise.all([3, 1, 2].map((workSeconds) => sendOne(queue, { workSeconds })));
      const line = await queue.line(2);
      if (line === null) return expect(await queue.line(1)).toBeNull();
      expect(line).toEqual([sent[1]!.jobId, sent[2]!.jobId]);
      expect((await receiveOne(queue)).message?.jobId).toBe(line[0]);
      expect(await queue.line(9)).toEqual([sent[2]!.jobId, sent[0]!.jobId]);
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

    it('postpones a message as though it had not been received, however often', async () => {
      const { queue, pass } = await open();
      const sent = await sendOne(queue);
      for (let time = 0; time < 5; time += 1) {
        const received = await receiveOne(queue);
        expect(received).toMatchObject({ message: sent, receiveCount: 1 });
        await queue.postpone(received, 1);
        expect(await poll(queue)).toEqual([]);
        await pass(1.2);
      }
      expect(await queue.depth()).toMatchObject({ inFlight: 0, dead: 0 });
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
      const waiting = queue.receive({ max: 1, waitSeconds: LONG_WAIT_SECONDS, signal: abort.signal });
      abort.abort();
      expect(await waiting).toEqual([]);
      expect(await queue.receive({ max: 1, waitSeconds: LONG_WAIT_SECONDS, signal: abort.signal })).toEqual(
        [],
      );
      const sent = await sendOne(queue);
      const [received] = await queue.receive({ max: 1, waitSeconds: LONG_WAIT_SECONDS });
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

    it('keeps what a message says of its client and its work', async () => {
      const { queue } = await open();
      const sent = { ...newMessage(), client: 'a', bytes: 5, workSeconds: 0.5, workAheadSeconds: 1 };
      await queue.send(sent);
      expect((await receiveOne(queue)).message).toEqual(sent);
    });

    it('reads a message whose facts about its work are of another form', async () => {
      const harness = await open();
      await harness.sendRaw(JSON.stringify({ ...newMessage(), client: 5, workSeconds: 'long', more: {} }));
      const { message } = await receiveOne(harness.queue);
      expect(message).toMatchObject({ client: undefined, workSeconds: undefined });
    });

    it('does not let the messages of one client hold up another', async () => {
      const { queue } = await open();
      for (let at = 0; at < 12; at += 1) await queue.send(workOf('flood', 0.5, at * 0.5));
      const quiet = workOf('quiet', 0.2);
      await queue.send(quiet);
      const turns = await receiveAll(queue, 13);
      // Of the flood no more goes first than what counts as little work, and one of the large.
      expect(turns.findIndex(({ jobId }) => jobId === quiet.jobId)).toBeLessThanOrEqual(4);
    });

    it('hands out small work first, and large work all the same', async () => {
      const { queue } = await open();
      const large = [workOf('a', 60), workOf('b', 60)];
      for (const message of large) await queue.send(message);
      for (let at = 0; at < 12; at += 1) await queue.send(workOf(`client-${at}`, 0.3));
      const turns = (await receiveAll(queue, 14)).map(({ workSeconds = 0 }) => workSeconds);
      expect(turns[0]).toBe(0.3);
      expect(turns.filter((seconds) => seconds === 60)).toHaveLength(2);
    });

    it('hands out only small work when asked to', async () => {
      const { queue } = await open();
      const [large, small] = [workOf('a', 60), workOf('b', 0.3)];
      for (const message of [large, newMessage(), small]) await queue.send(message);
      const found = await queue.receive({ max: 10, waitSeconds: 1, onlySmall: true });
      expect(found.map(({ message }) => message?.jobId)).toEqual([small.jobId]);
      expect(await queue.receive({ max: 10, waitSeconds: 0, onlySmall: true })).toEqual([]);
      expect(await queue.depth()).toEqual({ waiting: 2, inFlight: 1, dead: 0 });
    });

    it('leaves the messages of some clients for later, and loses none', async () => {
      const { queue, pass } = await open();
      const [own, other] = [workOf('holding', 0.3), workOf('other', 0.3)];
      for (const message of [own, other]) await queue.send(message);
      const notFrom = new Set(['holding']);
      const found: ReceivedMessage[] = [];
      for (let look = 0; look < 4; look += 1)
        found.push(...(await queue.receive({ max: 10, waitSeconds: 0, notFrom })));
      expect(found.map(({ message }) => message?.jobId)).toEqual([other.jobId]);
      await queue.delete(found[0]?.receiptHandle ?? '');
      await pass(2.2);
      const later = await receiveAll(queue, 1);
      expect(later.map(({ jobId }) => jobId)).toEqual([own.jobId]);
    });

    it('gives what an aborted receive would have got to the next one', async () => {
      const { queue } = await open();
      const abort = new AbortController();
      const waiting = queue.receive({
        max: 1,
        waitSeconds: LONG_WAIT_SECONDS,
        signal: abort.signal,
        onlySmall: true,
      });
      abort.abort();
      await waiting;
      const small = workOf('a', 0.3);
      const next = queue.receive({ max: 2, waitSeconds: LONG_WAIT_SECONDS });
      await queue.send(small);
      expect((await next).map(({ message }) => message?.jobId)).toEqual([small.jobId]);
    });

    it('says that it answers', async () => {
      const { queue } = await open();
      await queue.check();
    });
  });
}

function newMessage() {
  return { version: 1 as const, jobId: createJobId() };
}

/** @param workAheadSeconds of what its client has open already */
function workOf(client: string, workSeconds: number, workAheadSeconds = 0): JobMessage {
  return { ...newMessage(), client, workSeconds, workAheadSeconds };
}

/** Receives so many messages one by one. */
async function receiveAll(queue: JobQueue, count: number): Promise<JobMessage[]> {
  const messages: JobMessage[] = [];
  while (messages.length < count) {
    const { message } = await receiveOne(queue);
    if (message) messages.push(message);
  }
  return messages;
}

async function sendOne(queue: JobQueue, facts: Partial<JobMessage> = {}) {
  const message = { ...newMessage(), ...facts };
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
