import type { CompressionReport, FileKind, JobOptions } from '#engine/index.ts';
import type { JobFailureCode } from '#platform/contracts/job-failure-codes.ts';

/** One file for an engine process, in paths of our own making. */
export interface EngineJob extends Partial<JobOptions> {
  readonly sourcePath: string;
  /** Written by the engine process; holds the source bytes when nothing helped. */
  readonly outputPath: string;
  readonly kind?: FileKind;
  /** Label of the file, for the names in a set. */
  readonly name?: string;
  /** Work before the engine falls back to cheaper settings, in ms of one usual core. */
  readonly budgetMs?: number;
}

export interface EngineAnswer {
  readonly outputBytes: number;
  readonly report: CompressionReport;
}

/** A part of another engine's file, which an idle one works on. */
export interface HelpJob extends Pick<EngineJob, 'sourcePath' | 'outputPath'> {
  /** What is to become of it, as the other engine says. */
  readonly task: object;
}

export interface HelpJobAnswer {
  readonly outputBytes: number;
  /** What the other engine is told of it. */
  readonly findings: object;
}

/** What the parent sends to an engine process: one job at a time, and what becomes of the work that it offers meanwhile. */
export type EngineRequest =
  | { readonly type: 'job'; readonly job: EngineJob }
  | { readonly type: 'help'; readonly job: HelpJob }
  | { readonly type: 'offer-taken'; readonly id: number; readonly isTaken: boolean }
  /** Null where the other engine failed; its output lies at `helpedFile`. */
  | { readonly type: 'offer-ended'; readonly id: number; readonly findings: object | null };

/** Names in an engine's folder of the work that it offers, and of what another makes of it. */
export function offeredFile(id: number): string {
  return `offered-${id}`;
}

export function helpedFile(id: number): string {
  return `helped-${id}`;
}

/** Messages for people where the engine gave none. */
const FAILURE_MESSAGES = {
  'engine-crashed': 'Something went wrong while this file was being compressed. Please try again.',
  'timed-out':
    'This file was not finished in time, which is no fault of the file. Please try again in a few minutes.',
  'limit-exceeded': 'This file needs more memory than one file may use. Please try a smaller one.',
  internal: 'Something went wrong on our side. Please try again.',
} as const;

/**
 * A job without a result, with a message for people. `cause` is for the log. Recognise it by `code`: the engine's own
 * codes speak of the file; "internal" is a defect of ours, "engine-crashed" the end of the process, "timed-out" a process
 * that got no time to work or stood still.
 */
export class EngineFailure extends Error {
  override readonly name = 'EngineFailure';
  readonly code: JobFailureCode;
  /** True when the process ended before it took the job: the file had no part in it. */
  readonly isBeforeStart: boolean;

  constructor(
    code: JobFailureCode,
    message: string,
    options: { cause?: unknown; isBeforeStart?: boolean } = {},
  ) {
    super(message, options);
    this.code = code;
    this.isBeforeStart = options.isBeforeStart ?? false;
  }

  static of(code: keyof typeof FAILURE_MESSAGES, cause?: unknown): EngineFailure {
    return new EngineFailure(code, FAILURE_MESSAGES[code], { cause });
  }

  /** The process ended before it took the job. */
  static beforeStart(cause: unknown): EngineFailure {
    return new EngineFailure('engine-crashed', FAILURE_MESSAGES['engine-crashed'], {
      cause,
      isBeforeStart: true,
    });
  }
}
