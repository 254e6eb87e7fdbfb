/**
 * Which of several processes does what one of them is enough for. Promises:
 * - of all that ask for a task within `seconds`, one is told to do it;
 * - a process that dies meanwhile holds nobody up for longer than that.
 */
export interface Turns {
  /** @returns whether the caller is the one */
  take(task: string, seconds: number): Promise<boolean>;
  close(): Promise<void>;
}
