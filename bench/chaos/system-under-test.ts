import type { ChildUnderTest } from './child-under-test.ts';

/** What a run strikes and judges: one embedded server, or web servers and workers over the same stores. */
export interface SystemUnderTest {
  /** Where clients may send files: whichever is up. */
  readonly urls: readonly string[];
  readonly children: readonly ChildUnderTest[];
  /** Resolves when the web server at an address is up. */
  whenUp(url: string): Promise<void>;
  /** Messages of jobs that have not ended, dead letters among them. */
  openMessages(): Promise<number>;
  /** What must be gone when nothing is under way: keys, or paths in the data folder. */
  leftovers(): Promise<string[]>;
  /**
   * Cuts the record of an open job short, as a power cut may.
   * @param note is told the name of the job's file before that
   * @returns whether there was one
   */
  damageRecord(pick: (count: number) => number, note: (fileName: string) => void): Promise<boolean>;
  /** Fills the disk, and makes room again when called; null where the system stands on no disk of its own. */
  readonly fillDisk: (() => Promise<() => Promise<void>>) | null;
  /** Kills Redis and starts it again after so many ms; null where there is none. */
  readonly restartRedis: ((awayMs: number) => Promise<void>) | null;
  /** Starts or stops workers until so many run; null where they are part of the server. */
  readonly scaleWorkers: ((count: number) => Promise<void>) | null;
  /** Lets what only time or a start deletes go. */
  expire(): Promise<void>;
  stop(): Promise<void>;
}

/** The name of the file that a record is about; undefined for one that has none any more. */
export function fileNameIn(record: Uint8Array): string | undefined {
  return /"fileName":"([^"]+)"/.exec(Buffer.from(record).toString('latin1'))?.[1];
}

/** Environment that every process under test gets: all clients of a run have one address. */
export const NO_LIMITS = {
  FILES_PER_MINUTE: '1000000',
  UPLOADS_AT_ONCE: '1000',
  OPEN_JOBS: '1000',
  OPEN_BYTES: '1000000000000',
  STORED_BYTES: '1000000000000',
} as const;
