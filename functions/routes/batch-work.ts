import type { JobOptions } from '#engine/index.ts';
import type { JobRecord } from '#platform/contracts/job.ts';
import { ApiError } from '../services/api-error.ts';
import type { AcceptedFile } from '../services/jobs/job-intake.ts';
import type { JobService } from '../services/jobs/job-service.ts';

/** How one file of a batch ended, or how it stands when the client's patience is over. */
export interface BatchOutcome {
  readonly file: AcceptedFile;
  readonly record?: JobRecord;
  readonly error?: ApiError;
}

interface BatchWorkOptions {
  readonly jobs: Pick<JobService, 'run' | 'cancel'>;
  /** Ends the work: all jobs are then cancelled. */
  readonly signal: AbortSignal;
  /** Aborts when the client's patience is over; the jobs go on [never]. */
  readonly patience: AbortSignal | undefined;
  /** What a client is told of whatever went wrong. */
  readonly asApiError: (error: unknown) => ApiError;
}

/** The files of a batch as jobs, each begun when it may. */
export class BatchWork {
  private readonly options: BatchWorkOptions;
  private readonly stop = new AbortController();
  private readonly begun = new Map<number, { file: AcceptedFile; outcome: Promise<BatchOutcome> }>();

  constructor(options: BatchWorkOptions) {
    this.options = options;
  }

  /** Whether the work on a file has begun. */
  has(file: AcceptedFile): boolean {
    return [...this.begun.values()].some((each) => each.file === file);
  }

  /** Begins the work on a file, once. @param position of the file in the form */
  begin(file: AcceptedFile, position: number, jobOptions: JobOptions): void {
    if (this.begun.has(position)) return;
    const { jobs, patience, asApiError } = this.options;
    const signal = AbortSignal.any([this.options.signal, this.stop.signal]);
    const outcome = jobs.run(file, jobOptions, signal, patience).then(
      (record): BatchOutcome => ({ file, record }),
      (error: unknown): BatchOutcome => ({ file, error: asApiError(error) }),
    );
    this.begun.set(position, { file, outcome });
  }

  /** How the files end, in the order of the form. */
  get outcomes(): Promise<BatchOutcome>[] {
    const inOrder = [...this.begun].sort(([a], [b]) => a - b);
    return inOrder.map(([, { outcome }]) => outcome);
  }

  /** Ends all jobs, and resolves when nothing is left of them. */
  async cancel(): Promise<void> {
    // Each run cancels its job when that is made: before, there is nothing to cancel, and the run would wait for its end.
    this.stop.abort(new ApiError('compression-failed'));
    const ended = await Promise.all(this.outcomes);
    const left = ended.filter(({ record }) => record !== undefined);
    await Promise.allSettled(left.map(({ file }) => this.options.jobs.cancel(file.jobId)));
  }
}
