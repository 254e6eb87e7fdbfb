/**
 * How many files were compressed. Promises:
 * - an id counts once, however often and from wherever it is added; it is remembered for longer than the outcome of its
 *   job can be found, after which it is not added any more;
 * - the count survives a restart and never goes backwards.
 */
export interface Counter {
  /**
   * @param endedAtMs when the job ended, in ms since 1970: the same at every call for the same id [0]
   * @returns the count after it, and whether this call was the one that counted.
   */
  addOnce(id: string, endedAtMs?: number): Promise<{ count: number; counted: boolean }>;
  read(): Promise<number>;
  check(): Promise<void>;
  close(): Promise<void>;
}
