/** An object that is still arriving. */
export interface PartialObject {
  /** Key under which it will be found once it is whole. */
  readonly key: string;
  /** As `begin` gave it. */
  readonly ticket: string;
  /** How long it will be. */
  readonly totalBytes: number;
}

/**
 * Objects of an {@link ObjectStore} that arrive in pieces, over several connections and through several processes. Promises:
 * - an append whose source breaks off, or that is aborted, keeps what had come;
 * - after a process was killed in the middle of an append, at most the last `OPERATING_LIMITS.uploadPartBytes` of it are gone;
 * - what is kept survives a restart, and may be continued by any process;
 * - appends of the same bytes at the same time, also by several processes, never mix: what is kept is a beginning of the
 *   object, though maybe a shorter one than the longer of them sent;
 * - an append applies backpressure to its source and holds a bounded part of it in memory;
 * - `finish` is atomic: no process sees the object before it, and all see the whole of it after it.
 * A ticket that is over, because its object was finished, abandoned or cleared, is met by the code "no-partial-object".
 */
export interface PartialObjects {
  /** @param key of the object store, see contracts/object-key.ts @returns the ticket for the other calls */
  begin(key: string): Promise<string>;
  /** How many bytes are kept, or null when the ticket is over. */
  keptBytes(partial: PartialObject): Promise<number | null>;
  /**
   * @param offset what is kept at the moment
   * @param body   no longer than what is missing
   * @returns what is kept afterwards
   * @throws  Error "no-partial-object", "wrong-offset", or what the body or the signal threw: what had come is then kept
   */
  append(
    partial: PartialObject,
    offset: number,
    body: AsyncIterable<Uint8Array>,
    signal?: AbortSignal,
  ): Promise<number>;
  /** Makes the object of all that is kept. @throws Error "no-partial-object" */
  finish(partial: PartialObject): Promise<void>;
  /** Deletes what is kept. Succeeds also when the ticket is over. */
  abandon(partial: Omit<PartialObject, 'totalBytes'>): Promise<void>;
  /**
   * Deletes what was begun longer than so many seconds ago and is not wanted any more.
   * @param isWanted asked for each key
   * @returns how many
   */
  clearAbandoned(olderThanSeconds: number, isWanted: (key: string) => Promise<boolean>): Promise<number>;
  close(): Promise<void>;
}
