/**
 * Leases on tasks that one of several processes shall do. Promises:
 * - of all that ask for a task within `seconds`, one gets the lease;
 * - the lease of a process that dies ends after that time.
 */
export interface TaskLeases {
  /** @returns whether the caller has the lease */
  take(task: string, seconds: number): Promise<boolean>;
  close(): Promise<void>;
}
