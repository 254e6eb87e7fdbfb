/**
 * How many files were compressed. Promises:
 * - an id counts once, however often and from wherever it is added (remembered at least 7 days);
 * - the count survives a restart and never goes backwards.
 */
export interface Counter {
  /** @returns the count after it, and whether this call was the one that counted. */
  addOnce(id: string): Promise<{ count: number; counted: boolean }>;
  read(): Promise<number>;
  check(): Promise<void>;
  close(): Promise<void>;
}
