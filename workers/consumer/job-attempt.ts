import type { JobRecord } from '#platform/contracts/job.ts';
import { recordAttempt, takeBackAttempt } from '#platform/job-records.ts';
import type { ObjectStore } from '#platform/ports/object-store.ts';

/** One try of a job in one delivery. The record counts it from the moment at which an engine gets the file. */
export class JobAttempt {
  private readonly objects: ObjectStore;
  private current: JobRecord;
  private writing: Promise<void> | undefined;
  private state: 'new' | 'begun' | 'committed' = 'new';

  constructor(objects: ObjectStore, record: JobRecord) {
    this.objects = objects;
    this.current = record;
  }

  /** The job as it was last read or written. */
  get record(): JobRecord {
    return this.current;
  }

  /** Engine runs of this job so far, this one included once it has begun. */
  get number(): number {
    return this.current.attempts ?? 0;
  }

  /** Counts this attempt, once. */
  begin(): Promise<void> {
    this.writing ??= recordAttempt(this.objects, this.current).then((record) => {
      this.current = record;
      this.state = 'begun';
    });
    return this.writing;
  }

  /** The job has ended: the open record is not written any more. */
  commit(): void {
    this.state = 'committed';
  }

  /** Takes the attempt back: it ended through no fault of the file. Does nothing before it has begun or after the commit. */
  async takeBack(): Promise<void> {
    await this.settled();
    if (this.state === 'begun') this.current = await takeBackAttempt(this.objects, this.current);
  }

  /** Resolves when no write of this attempt is under way. */
  async settled(): Promise<void> {
    await this.writing?.catch(() => {}); // Reported to the engine run, which does not begin then.
  }
}
