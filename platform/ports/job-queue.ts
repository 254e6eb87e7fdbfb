import type { JobMessage } from '../contracts/job.ts';

export interface ReceivedMessage {
  readonly messageId: string;
  /** Parsed and checked; null for a message of another form (it still must be deleted). */
  readonly message: JobMessage | null;
  readonly receiptHandle: string;
  /** 1 at the first receive. */
  readonly receiveCount: number;
  /** When it was sent, in ms since 1970; undefined where that is not known. */
  readonly sentAt?: number | undefined;
}

export interface ReceiveOptions {
  readonly max: number;
  readonly waitSeconds: number;
  readonly signal?: AbortSignal | undefined;
  /** Only messages of small work, see expected-work.ts [all]. Those that say nothing of their work are not small. */
  readonly onlySmall?: boolean | undefined;
  /** Clients whose messages are left for later [none]. */
  readonly notFrom?: ReadonlySet<string> | undefined;
}

/**
 * Work to do, at least once. Promises:
 * - a received message is hidden for the visibility timeout, then received again with a higher receive count;
 * - after `maxReceiveCount` receives it goes to the dead-letter queue and is not received any more;
 * - a receipt handle is good until the message is received again; with a stale one `delete` and `extend` fail or do nothing, never touch the newer receive;
 * - order is fair and not exact: one client's messages do not hold up another's, however many they are; small work comes
 *   before large work, and large work comes all the same;
 * - a sent message survives a restart of the process.
 */
export interface JobQueue {
  send(message: JobMessage, options?: { delaySeconds?: number }): Promise<void>;
  /**
   * Long poll. Messages without a client count as those of one client.
   * @returns 1 to `max` messages, or none after `waitSeconds` or when aborted; an aborted poll loses no message
   * @throws  Error when the queue cannot be reached. What it may have handed out meanwhile is
   *          received again after the visibility timeout, so the call can simply be repeated after a pause.
   */
  receive(options: ReceiveOptions): Promise<ReceivedMessage[]>;
  /** Hides the message for so many seconds from now. Throws when the receipt is stale. 0 gives it back at once. */
  extend(receiptHandle: string, seconds: number): Promise<void>;
  delete(receiptHandle: string): Promise<void>;
  /**
   * Puts a received message off for so many seconds, as though it had not been received: this receive counts nothing. It may
   * come with another id. With a stale receipt it does nothing, or the message comes twice.
   */
  postpone(received: ReceivedMessage, seconds: number): Promise<void>;
  /** Approximate numbers. */
  depth(): Promise<{ waiting: number; inFlight: number; dead: number }>;
  /**
   * Ids of the jobs that wait, at most `max`, in the order in which they would be received if nothing else came; null where
   * the service does not tell.
   */
  line(max: number): Promise<string[] | null>;
  /** Age of the oldest message that is not dead, in seconds; 0 without any, null where the service does not tell. */
  oldestSeconds(): Promise<number | null>;
  /**
   * Messages of the dead-letter queue, hidden there for the visibility timeout. They are deleted once their jobs have
   * been settled; those that are not deleted come again, so that a crash in between loses none.
   */
  receiveDead(max: number): Promise<ReceivedMessage[]>;
  /** Takes a message off the dead-letter queue; with a stale receipt it does nothing. */
  deleteDead(receiptHandle: string): Promise<void>;
  check(): Promise<void>;
  close(): Promise<void>;
}
