import type { JobRecord } from '#platform/contracts/job.ts';
import { recordAttempt, takeBackAttempt } from '#platform/job-records.ts';
import type { ObjectStore } from '#platform/ports/object-store.ts';

/**
 * One try of a job in one delivery. From the second delivery on the record counts it from the moment at which an engine
 * gets the file, so that a file that takes its workers down is given up some time. Nearly every job ends in its first
 * delivery and is spared that write: there the run is recorded only when another one must follow.
 */
export class JobAttempt {
  private readonly objects: ObjectStore;
  private readonly isFirst: boolean;
  private current: JobRecord;
  private writing: Promise<void> | undefined;
  private state: 'new' | 'begun' | 'recorded' | 'committed' = 'new';

  /** @param receiveCount of the delivery, from 1 */
  constructor(objects: ObjectStore, record: JobRecord, receiveCount: number) {
    this.objects = objects;
    this.current = record;
    this.isFirst = receiveCount === 1 && !record.attempts;
  }

  /** The job as it was last read or written. */
  get job(): JobRecord {
    return this.current;
  }

  /** Engine runs of this job so far, this one included once it has begun. */
  get number(): number {
    return (this.current.attempts ?? 0) + (this.state === 'begun' ? 1 : 0);
  }

  /** Counts this attempt, once. */
  async begin(): Promise<void> {
    if (this.state === 'new') this.state = 'begun';
    if (!this.isFirst) await this.record();
  }

  /** Writes the count, if that has not been done: before the message goes back for another run. */
  record(): Promise<void> {
    this.writing ??= recordAttempt(this.objects, this.current).then((record) => {
      this.current = record;
      this.state = 'recorded';
    });
    return this.writing;
  }

  /** The job has ended: the open record is not written any more. */
  commit(): void {
    this.state = 'committed';
  }

  /** Takes the attempt back: it ended through no fault of the file. Nothing to do before it was recorded or after the commit. */
  async takeBack(): Promise<void> {
    await this.settled();
    if (this.state === 'recorded') this.current = await takeBackAttempt(this.objects, this.current);
  }

  /** Resolves when no write of this attempt is under way. */
  async settled(): Promise<void> {
    await this.writing?.catch(() => {}); // Reported to the engine run, which does not begin then.
  }
}
