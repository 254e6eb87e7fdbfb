/** An object as a listing shows it. */
export interface ListedObject {
  readonly key: string;
  readonly bytes: number;
  readonly lastModified: Date;
}

export interface ObjectInfo extends ListedObject {
  readonly contentType: string;
}

export interface StoredObject extends ObjectInfo {
  /** Read once; abandoning it (return/destroy) frees the connection. */
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * Where bytes live. Promises:
 * - `put` is atomic: readers see the whole object or none; a failed or aborted put leaves nothing behind.
 * - `put` applies backpressure to its source and holds a bounded part of it in memory.
 * - read after write: an object is visible to everyone as soon as its put has resolved.
 * - `delete` of a missing key succeeds.
 * - objects under a prefix with an expiry rule are deleted some time after it; the exact moment is not promised.
 * - keys are `[A-Za-z0-9/_.-]`, made by us; anything else is refused (contracts/object-key.ts).
 * - an aborted put throws the signal's reason, unless it had already sent everything: then it may resolve.
 */
export interface ObjectStore {
  put(
    key: string,
    body: Uint8Array | AsyncIterable<Uint8Array>,
    options: { contentType: string; signal?: AbortSignal; ifAbsent?: boolean },
  ): Promise<{ bytes: number; created: boolean }>;
  /**
   * The object, or null when there is none.
   * @param options.from the first byte of its body that is wanted, of those there are; its facts stay those of the whole [0]
   */
  find(key: string, options?: { signal?: AbortSignal; from?: number }): Promise<StoredObject | null>;
  head(key: string): Promise<ObjectInfo | null>;
  delete(keys: readonly string[]): Promise<void>;
  /** All objects below a prefix, complete or an error, never a part. */
  list(prefix: string): AsyncIterable<ListedObject>;
  /**
   * An address to which a client may PUT the object directly, or null where the store has none (embedded).
   * The length is signed, so that nothing larger can be sent.
   */
  presignPut(
    key: string,
    options: { contentType: string; bytes: number; expiresInSeconds: number },
  ): Promise<string | null>;
  /** Resolves when the store answers and has room; throws otherwise, with the code "storage-full" when it has none. */
  check(): Promise<void>;
  /** What is free on the disk that holds the objects, and how large it is, in bytes; null where no disk bounds the store. */
  space(): Promise<{ readonly freeBytes: number; readonly sizeBytes: number } | null>;
  close(): Promise<void>;
}
