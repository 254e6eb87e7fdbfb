import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '../api-error.ts';

/** What a broken line has delivered is still being read when its client comes back: as long as bytes come, up to a limit. */
const LAST_BYTES_MS = 500;
const LAST_BYTES_LIMIT_MS = 5_000;

/** A connection that sends at the moment. */
interface Sender {
  readonly stop: AbortController;
  readonly ended: Promise<void>;
  /** Where in the file what it sends begins, and how much of that has come. */
  readonly offset: number;
  received: number;
}

/** The connections of this process that send to uploads: one for each at a time. */
export class UploadSenders {
  readonly #senders = new Map<string, Sender>();

  /** Does work on an upload while nothing is sent to it: the connection before it is ended, a later one waits. */
  alone<T>(id: string, work: () => Promise<T>): Promise<T> {
    return this.take(id, { offset: 0, body: Readable.from([]) }, work);
  }

  /** Ends the connection that sends to an upload, once it has fallen silent, with "upload-taken-over". */
  async stop(id: string): Promise<void> {
    for (let sender = this.#senders.get(id); sender; sender = this.#senders.get(id)) {
      await silenceOf(sender);
      sender.stop.abort(new ApiError('upload-taken-over'));
      await sender.ended;
    }
  }

  /**
   * How far the connection that sends has come, or null when there is none. Browsers send a request whose line broke once
   * more by themselves, from where it began.
   */
  reached(id: string): number | null {
    const sender = this.#senders.get(id);
    return sender ? sender.offset + sender.received : null;
  }

  /**
   * Lets a connection send, after the one before it has ended.
   * @param work gets its body, and a signal that aborts when a later connection takes the upload over
   */
  async take<T>(
    id: string,
    { offset, body }: { readonly offset: number; readonly body: AsyncIterable<Uint8Array> },
    work: (body: AsyncIterable<Uint8Array>, stop: AbortSignal) => Promise<T>,
  ): Promise<T> {
    // Of several that wait for the same one to end, each but the first finds another in its place.
    while (this.#senders.has(id)) await this.stop(id);
    const stop = new AbortController();
    let end = () => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    const sender: Sender = { stop, ended, offset, received: 0 };
    this.#senders.set(id, sender);
    try {
      return await work(counted(body, sender), stop.signal);
    } finally {
      this.#senders.delete(id);
      end();
    }
  }
}

/** Ends when nothing more comes of a sender. */
async function silenceOf(sender: Sender): Promise<void> {
  for (let waited = 0, before = -1; before < sender.received && waited < LAST_BYTES_LIMIT_MS;) {
    before = sender.received;
    await Promise.race([sender.ended, pause(LAST_BYTES_MS, undefined, { ref: false })]);
    waited += LAST_BYTES_MS;
  }
}

async function* counted(body: AsyncIterable<Uint8Array>, sender: Sender): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    sender.received += chunk.length;
    yield chunk;
  }
}
