/** Whole numbers by name, such as files and bytes. */
export type Counts = Readonly<Record<string, number>>;

/**
 * Small counts that end by themselves: files of a day, downloads of a link. Promises:
 * - `add` counts in one step, so nothing is lost however many processes add at once;
 * - a counter ends at the time that was last given for it: from then on it is as if it had never been;
 * - what was counted survives a restart; after a crash the last seconds may be missing.
 * Names are made by us: `[A-Za-z0-9:_-]`, at most 120 characters.
 */
export interface ExpiringCounters {
  /** @param endsAtMs in ms since 1970 @returns the counter after it */
  add(name: string, amounts: Counts, endsAtMs: number): Promise<Counts>;
  /** Replaces these numbers and keeps the others. */
  set(name: string, values: Counts, endsAtMs: number): Promise<void>;
  /** Empty where there is none. */
  read(name: string): Promise<Counts>;
  delete(name: string): Promise<void>;
  close(): Promise<void>;
}
