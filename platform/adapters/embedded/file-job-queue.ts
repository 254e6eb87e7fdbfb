import { randomUUID } from 'node:crypto';
import { systemClock, type Clock } from '../../clock.ts';
import { SMALL_WORK_SECONDS } from '../../contracts/expected-work.ts';
import { parseJobMessage, type JobMessage } from '../../contracts/job.ts';
import { OPERATING_LIMITS } from '../../contracts/operating-limits.ts';
import type { Logger } from '../../logger.ts';
import type { JobQueue, ReceivedMessage, ReceiveOptions } from '../../ports/job-queue.ts';
import { staleReceipt } from '../stale-receipt.ts';
import { FairOrder, type Waiting } from './fair-order.ts';
import { MessageFiles, type KeptMessage } from './message-files.ts';

interface FileJobQueueOptions {
  readonly clock?: Clock;
  readonly visibilityTimeoutSeconds?: number;
  readonly maxReceiveCount?: number;
  readonly logger?: Logger | undefined;
}

interface Entry extends Waiting {
  kept: KeptMessage;
  readonly message: JobMessage | null;
  /** From when on it can be received, as the clock's `elapsed` counts. */
  visibleAt: number;
  /** Of the newest receive; null before the first one in this process. */
  receiptHandle: string | null;
  /** When it was received last, as `elapsed` counts, until it is given back. */
  takenAt: number | null;
  /** Writes to its file, one after the other. */
  writes: Promise<void>;
}

/**
 * The queue of one process, kept on disk. After a restart every unfinished message can be received at once: the process that
 * held it is gone with the process. How long messages stay hidden is no matter of the time of day, which may be set.
 */
export class FileJobQueue implements JobQueue {
  readonly #files: MessageFiles;
  readonly #clock: Clock;
  readonly #visibilityMs: number;
  readonly #maxReceiveCount: number;
  readonly #entries = new Map<string, Entry>();
  readonly #wakers = new Set<() => void>();
  readonly #order = new FairOrder();
  #changes = 0;
  #lastSentAt = 0;
  #closed = false;

  /** Opens the queue with all messages that an earlier process left. */
  static async open(dataDir: string, options: FileJobQueueOptions = {}): Promise<FileJobQueue> {
    const queue = new FileJobQueue(dataDir, options);
    // Also what was put off: the process that put it off is gone.
    for (const kept of await queue.#files.load()) queue.#enter(kept);
    return queue;
  }

  private constructor(dataDir: string, options: FileJobQueueOptions) {
    this.#files = new MessageFiles(dataDir, options.logger);
    this.#clock = options.clock ?? systemClock;
    this.#visibilityMs =
      (options.visibilityTimeoutSeconds ?? OPERATING_LIMITS.visibilityTimeoutSeconds) * 1000;
    this.#maxReceiveCount = options.maxReceiveCount ?? OPERATING_LIMITS.maxReceiveCount;
  }

  async send(message: JobMessage, options: { delaySeconds?: number } = {}): Promise<void> {
    const { delaySeconds = 0 } = options;
    const now = this.#clock.now();
    // Two messages of the same millisecond keep their order over a restart.
    this.#lastSentAt = Math.max(now, this.#lastSentAt + 0.001);
    const kept: KeptMessage = {
      id: randomUUID(),
      body: structuredClone(message),
      receiveCount: 0,
      notBefore: delaySeconds > 0 ? now + delaySeconds * 1000 : 0,
      sentAt: this.#lastSentAt,
      dead: false,
    };
    const visibleAt = this.#clock.elapsed() + delaySeconds * 1000;
    await this.#files.save(kept);
    this.#enter(kept, visibleAt);
    this.#wake();
  }

  async receive(options: ReceiveOptions): Promise<ReceivedMessage[]> {
    const deadline = this.#clock.elapsed() + options.waitSeconds * 1000;
    for (;;) {
      if (options.signal?.aborted || this.#closed) return [];
      const changesBefore = this.#changes;
      const taken = await this.#take(options);
      if (taken.length > 0 && options.signal?.aborted) {
        await Promise.all(taken.map((entry) => this.#giveBack(entry)));
        return [];
      }
      if (taken.length > 0 || this.#clock.elapsed() >= deadline) return taken.map(received);
      // A change while looking would otherwise be slept through.
      if (this.#changes === changesBefore) await this.#nextChange(deadline, options.signal);
    }
  }

  async extend(receiptHandle: string, seconds: number): Promise<void> {
    const entry = this.#holding(receiptHandle);
    if (!entry) throw staleReceipt();
    entry.visibleAt = this.#clock.elapsed() + seconds * 1000;
    if (seconds === 0) this.#chargeWork(entry);
    this.#wake();
  }

  async delete(receiptHandle: string): Promise<void> {
    const entry = this.#holding(receiptHandle);
    if (!entry) return;
    this.#chargeWork(entry);
    await this.#forget(entry);
  }

  async postpone({ receiptHandle }: ReceivedMessage, seconds: number): Promise<void> {
    const entry = this.#holding(receiptHandle);
    if (!entry) return;
    this.#chargeWork(entry);
    await this.#uncount(entry, seconds).catch(() => {}); // After a restart it has one receive more.
  }

  async depth(): Promise<{ waiting: number; inFlight: number; dead: number }> {
    const depth = { waiting: 0, inFlight: 0, dead: 0 };
    const now = this.#clock.elapsed();
    for (const entry of this.#entries.values()) {
      if (entry.kept.dead) depth.dead += 1;
      else if (entry.receiptHandle && entry.visibleAt > now) depth.inFlight += 1;
      else depth.waiting += 1;
    }
    return depth;
  }

  async line(max: number): Promise<string[]> {
    const now = this.#clock.elapsed();
    const waiting = [...this.#entries.values()].filter(
      ({ kept, visibleAt, message }) => message && !kept.dead && visibleAt <= now,
    );
    return this.#order.line(waiting, max, this.#clock.now()).map(({ message }) => message!.jobId);
  }

  async oldestSeconds(): Promise<number> {
    const living = [...this.#entries.values()].filter(({ kept }) => !kept.dead);
    const now = this.#clock.now();
    return Math.max(0, ...living.map(({ sentAt }) => (now - sentAt) / 1000));
  }

  /** The messages of jobs that are here, in whatever state. */
  openMessages(): JobMessage[] {
    return [...this.#entries.values()].flatMap(({ message }) => (message ? [message] : []));
  }

  async receiveDead(max: number): Promise<ReceivedMessage[]> {
    const now = this.#clock.elapsed();
    const dead = [...this.#entries.values()]
      .filter((entry) => entry.kept.dead && entry.visibleAt <= now)
      .slice(0, max);
    for (const entry of dead) this.#hide(entry, now);
    return dead.map(received);
  }

  async deleteDead(receiptHandle: string): Promise<void> {
    await this.delete(receiptHandle);
  }

  async check(): Promise<void> {
    if (this.#closed) throw new Error('Expected an open queue but it is closed');
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#wake();
    await Promise.all([...this.#entries.values()].map((entry) => entry.writes));
  }

  /** @param visibleAt see {@link Entry} [at once] */
  #enter(kept: KeptMessage, visibleAt = -Infinity): void {
    const message = parseJobMessage(kept.body);
    this.#entries.set(kept.id, {
      kept,
      message,
      client: message?.client ?? '',
      session: message?.session ?? '',
      workSeconds: message?.workSeconds ?? SMALL_WORK_SECONDS,
      sentAt: kept.sentAt,
      visibleAt,
      receiptHandle: null,
      takenAt: null,
      writes: Promise.resolve(),
    });
  }

  /** Hides up to `max` visible messages in fair order and remembers the receive before it hands them out. */
  async #take({ max, onlySmall = false, notFrom }: ReceiveOptions): Promise<Entry[]> {
    const now = this.#clock.elapsed();
    const visible = [...this.#entries.values()].filter(
      ({ kept, visibleAt }) => !kept.dead && visibleAt <= now,
    );
    const buried = visible.filter(({ kept }) => kept.receiveCount >= this.#maxReceiveCount);
    for (const entry of buried) this.#bury(entry);
    const waiting = visible.filter(
      ({ kept, client, workSeconds }) =>
        !kept.dead && !notFrom?.has(client) && (!onlySmall || workSeconds < SMALL_WORK_SECONDS),
    );
    const taken: Entry[] = [];
    while (taken.length < max) {
      const entry = this.#order.next(waiting, this.#clock.now());
      if (!entry) break;
      waiting.splice(waiting.indexOf(entry), 1);
      this.#order.taken(entry);
      entry.kept = { ...entry.kept, receiveCount: entry.kept.receiveCount + 1 };
      entry.takenAt = now;
      this.#hide(entry, now);
      taken.push(entry);
    }
    try {
      await Promise.all([...taken, ...buried].map((entry) => this.#save(entry)));
    } catch (error) {
      // On a full disk no receive can be remembered: none of them counts, and what waits is tried again until there is room.
      await Promise.allSettled(taken.map((entry) => this.#giveBack(entry)));
      throw error;
    }
    return taken;
  }

  #bury(entry: Entry): void {
    entry.kept = { ...entry.kept, dead: true };
    entry.receiptHandle = null;
  }

  /** A file may have cost more or less than was expected of it, and its client answers for that. */
  #chargeWork(entry: Entry): void {
    if (entry.takenAt === null) return;
    const seconds = (this.#clock.elapsed() - entry.takenAt) / 1000;
    this.#order.ended(entry, Math.min(seconds, OPERATING_LIMITS.engineCpuSeconds));
    entry.takenAt = null;
  }

  /** Gives a message to one receiver alone, for the visibility timeout. */
  #hide(entry: Entry, now: number): void {
    entry.visibleAt = now + this.#visibilityMs;
    entry.receiptHandle = `${entry.kept.id}/${randomUUID()}`;
  }

  /** Undoes a receive whose caller does not get the message. */
  async #giveBack(entry: Entry): Promise<void> {
    this.#order.givenBack(entry);
    entry.takenAt = null;
    await this.#uncount(entry, 0);
  }

  /** @param seconds after which the message can be received again, as though it had not been received */
  async #uncount(entry: Entry, seconds: number): Promise<void> {
    entry.kept = { ...entry.kept, receiveCount: entry.kept.receiveCount - 1 };
    entry.visibleAt = this.#clock.elapsed() + seconds * 1000;
    entry.receiptHandle = null;
    this.#wake();
    await this.#save(entry);
  }

  async #forget(entry: Entry): Promise<void> {
    this.#entries.delete(entry.kept.id);
    await this.#write(entry, () => this.#files.remove(entry.kept.id));
  }

  async #save(entry: Entry): Promise<void> {
    await this.#write(entry, () =>
      this.#entries.has(entry.kept.id) ? this.#files.save(entry.kept) : Promise.resolve(),
    );
  }

  #write(entry: Entry, write: () => Promise<void>): Promise<void> {
    const done = entry.writes.then(write);
    // The caller gets the failure; the next write is tried all the same.
    entry.writes = done.catch(() => {});
    return done;
  }

  #holding(receiptHandle: string): Entry | undefined {
    const entry = this.#entries.get(receiptHandle.split('/')[0] ?? '');
    return entry?.receiptHandle === receiptHandle ? entry : undefined;
  }

  /** Resolves when a message may have become visible, at the deadline, or when aborted. */
  #nextChange(deadline: number, signal?: AbortSignal): Promise<void> {
    const now = this.#clock.elapsed();
    let wakeAt = deadline;
    for (const entry of this.#entries.values())
      if (!entry.kept.dead && entry.visibleAt > now) wakeAt = Math.min(wakeAt, entry.visibleAt);
    if (signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = () => {
        cancelTimer();
        this.#wakers.delete(wake);
        signal?.removeEventListener('abort', wake);
        resolve();
      };
      const cancelTimer = this.#clock.after(Math.max(0, wakeAt - now), wake);
      this.#wakers.add(wake);
      signal?.addEventListener('abort', wake);
    });
  }

  #wake(): void {
    this.#changes += 1;
    for (const wake of [...this.#wakers]) wake();
  }
}

function received(entry: Entry): ReceivedMessage {
  return {
    messageId: entry.kept.id,
    message: entry.message && structuredClone(entry.message),
    receiptHandle: entry.receiptHandle ?? '',
    receiveCount: entry.kept.receiveCount,
    sentAt: entry.sentAt,
  };
}
