import { setTimeout as sleep } from 'node:timers/promises';
import type { Message, SQSClient } from '@aws-sdk/client-sqs';
import { SMALL_WORK_SECONDS } from '../../contracts/expected-work.ts';
import type { JobMessage } from '../../contracts/job.ts';
import { OPERATING_LIMITS } from '../../contracts/operating-limits.ts';
import type { JobQueue, ReceivedMessage, ReceiveOptions } from '../../ports/job-queue.ts';
import { partsOfReceipt, receivedMessage } from './received-message.ts';
import { SqsQueue } from './sqs-queue.ts';

/** Every so many looks the queue of large work comes first, so that small work without end does not starve it. */
const LARGE_FIRST_EVERY = 4;
/** After so long a message that was put off can be received again. */
const PUT_OFF_SECONDS = 2;

interface SqsJobQueueOptions {
  readonly visibilityTimeoutSeconds?: number | undefined;
  /** Another queue for small work [all in one queue]. */
  readonly smallQueueUrl?: string | undefined;
}

/** Where a message was received, with the message. */
interface Delivery {
  readonly from: SqsQueue;
  readonly message: Message;
}

/**
 * Jobs in two SQS queues, one for small and one for large work, both fair between clients: the message group of a message
 * is its client (SQS fair queues). A client has at most {@link SMALL_WORK_SECONDS} of work in the queue of small work;
 * what it sends beyond goes to the other one. After how many receives a message is dead is the redrive policy of the
 * queues, which may share a dead-letter queue.
 */
export class SqsJobQueue implements JobQueue {
  readonly #client: SQSClient;
  readonly #large: SqsQueue;
  readonly #small: SqsQueue | undefined;
  readonly #dead = new Map<string, SqsQueue>();
  readonly #visibilityTimeoutSeconds: number;
  readonly #closing = new AbortController();
  #looks = 0;
  #wasIdle = false;

  constructor(client: SQSClient, queueUrl: string, options: SqsJobQueueOptions = {}) {
    this.#client = client;
    this.#visibilityTimeoutSeconds =
      options.visibilityTimeoutSeconds ?? OPERATING_LIMITS.visibilityTimeoutSeconds;
    this.#large = this.#queueAt(queueUrl);
    this.#small = options.smallQueueUrl === undefined ? undefined : this.#queueAt(options.smallQueueUrl);
  }

  async send(message: JobMessage, options: { delaySeconds?: number } = {}): Promise<void> {
    const queue = (isForSmallQueue(message) ? this.#small : undefined) ?? this.#large;
    await this.#sendTo(queue, message, options.delaySeconds);
  }

  async receive(options: ReceiveOptions): Promise<ReceivedMessage[]> {
    const deliveries = options.onlySmall ? await this.#pollSmall(options) : await this.#pollAll(options);
    const taken: ReceivedMessage[] = [];
    for (const { from, message } of deliveries) {
      const received = receivedMessage(from.url, message);
      const job = received.message;
      if (job && options.notFrom?.has(job.client ?? '')) await this.#putOff(from, message, job);
      else taken.push(received);
    }
    return taken;
  }

  async extend(receiptHandle: string, seconds: number): Promise<void> {
    const { queue, handle } = this.#parseReceipt(receiptHandle);
    await queue.extend(handle, seconds);
  }

  async delete(receiptHandle: string): Promise<void> {
    const { queue, handle } = this.#parseReceipt(receiptHandle);
    await queue.delete(handle);
  }

  /** SQS counts every receive: the message is sent once more, and this one deleted. */
  async postpone({ message, receiptHandle }: ReceivedMessage, seconds: number): Promise<void> {
    const { queue, handle } = this.#parseReceipt(receiptHandle);
    if (message) await this.#sendTo(queue, message, seconds);
    await queue.delete(handle);
  }

  async depth(): Promise<{ waiting: number; inFlight: number; dead: number }> {
    const dead = await this.#deadQueues();
    const [jobs, letters] = await Promise.all([
      Promise.all(this.#queues().map((queue) => queue.depth())),
      Promise.all(dead.map((queue) => queue.depth())),
    ]);
    return {
      waiting: jobs.reduce((sum, { waiting }) => sum + waiting, 0),
      inFlight: jobs.reduce((sum, { inFlight }) => sum + inFlight, 0),
      dead: letters.reduce((sum, { waiting, inFlight }) => sum + waiting + inFlight, 0),
    };
  }

  /** SQS tells it to CloudWatch only (ApproximateAgeOfOldestMessage). */
  /** SQS keeps the order to itself. */
  async line(): Promise<null> {
    return null;
  }

  async oldestSeconds(): Promise<null> {
    return null;
  }

  async receiveDead(max: number): Promise<ReceivedMessage[]> {
    for (const queue of await this.#deadQueues()) {
      const letters = await queue.poll(max, 1);
      if (letters.length > 0) return letters.map((letter) => receivedMessage(queue.url, letter));
    }
    return [];
  }

  async deleteDead(receiptHandle: string): Promise<void> {
    await this.#deadQueues();
    await this.delete(receiptHandle);
  }

  async check(): Promise<void> {
    await Promise.all(this.#queues().map((queue) => queue.depth()));
  }

  /** Waits for polls that were aborted, at most 20 s, so that what they receive is not hidden for a minute. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#queues().map((queue) => queue.settled()));
    this.#client.destroy();
  }

  async #pollSmall({ max, waitSeconds, signal }: ReceiveOptions): Promise<Delivery[]> {
    if (this.#small) return deliveriesFrom(this.#small, await this.#small.poll(max, waitSeconds, signal));
    // One queue for all: there is no asking for small work alone.
    const ends = AbortSignal.any([this.#closing.signal, ...(signal ? [signal] : [])]);
    await sleep(waitSeconds * 1000, undefined, { signal: ends, ref: false }).catch(() => {});
    return [];
  }

  /** Looks into one queue after the other, small work first though not always, then waits at both. */
  async #pollAll({ max, waitSeconds, signal }: ReceiveOptions): Promise<Delivery[]> {
    if (!this.#small) return deliveriesFrom(this.#large, await this.#large.poll(max, waitSeconds, signal));
    // Two requests less every few seconds while there is nothing to do.
    if (!this.#wasIdle || waitSeconds === 0) {
      this.#looks += 1;
      const inOrder = [this.#small, this.#large];
      if (this.#looks % LARGE_FIRST_EVERY === 0) inOrder.reverse();
      for (const queue of inOrder) {
        if (queue.isPolled && waitSeconds > 0) continue;
        const messages = await queue.poll(max, 0, signal);
        if (messages.length > 0) return deliveriesFrom(queue, messages);
      }
      if (waitSeconds === 0) return [];
    }
    const found = await this.#pollBoth(this.#small, this.#large, max, waitSeconds, signal);
    this.#wasIdle = found.length === 0;
    return found;
  }

  /** What comes first at either. The poll of the other one goes on for the next receive. */
  async #pollBoth(
    small: SqsQueue,
    large: SqsQueue,
    max: number,
    waitSeconds: number,
    signal: AbortSignal | undefined,
  ): Promise<Delivery[]> {
    const found = new AbortController();
    const ends = AbortSignal.any([found.signal, ...(signal ? [signal] : [])]);
    let free = max;
    const pollOne = async (queue: SqsQueue): Promise<Delivery[]> => {
      const messages = await queue.poll(max, waitSeconds, ends);
      const taken = messages.slice(0, free);
      free -= taken.length;
      if (taken.length > 0) found.abort();
      await queue.giveBack(messages.slice(taken.length));
      return deliveriesFrom(queue, taken);
    };
    return (await Promise.all([pollOne(small), pollOne(large)])).flat();
  }

  /** Sends a message that may not be taken now once more, to the queue of large work, and deletes this one. */
  async #putOff(from: SqsQueue, { ReceiptHandle: handle = '' }: Message, job: JobMessage): Promise<void> {
    await this.#sendTo(this.#large, job, PUT_OFF_SECONDS);
    await from.delete(handle);
  }

  async #sendTo(queue: SqsQueue, message: JobMessage, delaySeconds: number | undefined): Promise<void> {
    await queue.send({
      MessageBody: JSON.stringify(message),
      DelaySeconds: delaySeconds,
      MessageGroupId: groupOf(message),
    });
  }

  #queues(): SqsQueue[] {
    return this.#small ? [this.#small, this.#large] : [this.#large];
  }

  async #deadQueues(): Promise<SqsQueue[]> {
    const urls = await Promise.all(this.#queues().map((queue) => queue.deadLetterUrl()));
    for (const url of urls) if (url !== null && !this.#dead.has(url)) this.#dead.set(url, this.#queueAt(url));
    return [...this.#dead.values()];
  }

  #queueAt(url: string): SqsQueue {
    return new SqsQueue(this.#client, url, { visibilityTimeoutSeconds: this.#visibilityTimeoutSeconds });
  }

  #parseReceipt(receiptHandle: string): { queue: SqsQueue; handle: string } {
    const { queueUrl, handle } = partsOfReceipt(receiptHandle);
    const queue = [...this.#queues(), ...this.#dead.values()].find((each) => each.url === queueUrl);
    return { queue: queue ?? this.#large, handle };
  }
}

/** An address has people behind it; more groups would give more turns to a client that invents sessions. */
const GROUPS_OF_CLIENT = 4;

function groupOf({ client, session }: JobMessage): string | undefined {
  if (client === undefined || session === undefined) return client;
  return `${client}.${session.charCodeAt(0) % GROUPS_OF_CLIENT}`;
}

function isForSmallQueue({ workSeconds, workAheadSeconds = 0 }: JobMessage): boolean {
  return workSeconds !== undefined && workSeconds + workAheadSeconds < SMALL_WORK_SECONDS;
}

function deliveriesFrom(from: SqsQueue, messages: readonly Message[]): Delivery[] {
  return messages.map((message) => ({ from, message }));
}
