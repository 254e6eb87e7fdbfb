import { z } from 'zod';
import {
  FILE_KINDS,
  PRESETS,
  type CompressionReport,
  type FileKind,
  type JobOptions,
} from '#engine/index.ts';
import { JOB_FAILURE_CODES, type JobFailureCode } from '#platform/contracts/job.ts';

/** One file for an engine process: paths of our own making, never a client's file name. */
export interface EngineJob extends Partial<JobOptions> {
  readonly sourcePath: string;
  /** Written by the engine process; holds the source bytes when nothing helped. */
  readonly outputPath: string;
  readonly kind?: FileKind;
  /** Time before the engine falls back to cheaper settings, in ms. */
  readonly budgetMs?: number;
}

export interface EngineAnswer {
  readonly outputBytes: number;
  readonly report: CompressionReport;
}

/** What the parent tells an engine process: one job at a time. */
export interface EngineRequest {
  readonly type: 'job';
  readonly job: EngineJob;
}

const reportSchema = z.looseObject({
  kind: z.enum(FILE_KINDS),
  preset: z.enum(PRESETS),
  sourceBytes: z.number().int().nonnegative(),
  outputBytes: z.number().int().nonnegative(),
  savingsRatio: z.number(),
  changes: z.array(z.unknown()),
  skips: z.array(z.unknown()),
});

/** What an engine process says. Checked, because a process that was led astray by a file may say anything. */
export const engineReplySchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('progressed'), ratio: z.number().min(0).max(1) }),
  z.object({
    type: z.literal('completed'),
    outputBytes: z.number().int().nonnegative(),
    report: reportSchema.transform((report) => report as unknown as CompressionReport),
  }),
  z.object({ type: z.literal('failed'), code: z.enum(JOB_FAILURE_CODES), message: z.string() }),
]);
export type EngineReply = z.infer<typeof engineReplySchema>;

/** The words for people when the engine itself could not say what is wrong. */
const FAILURE_MESSAGES = {
  'engine-crashed': 'Something went wrong while this file was being compressed. Please try again.',
  'timed-out': 'This file took too long to compress. Please try a smaller one.',
  'limit-exceeded': 'This file needs more memory than one file may use. Please try a smaller one.',
  internal: 'Something went wrong on our side. Please try again.',
} as const;

/** A job that gave no result, with a message for people. `cause` is for the log. Recognise it by `code`. */
export class EngineFailure extends Error {
  override readonly name = 'EngineFailure';
  readonly code: JobFailureCode;
  /** True when the file had no part in it: the process never started, or was killed from outside. */
  readonly isBlameless: boolean;

  constructor(
    code: JobFailureCode,
    message: string,
    options: { cause?: unknown; isBlameless?: boolean } = {},
  ) {
    super(message, options);
    this.code = code;
    this.isBlameless = options.isBlameless ?? false;
  }

  static of(code: keyof typeof FAILURE_MESSAGES, cause?: unknown): EngineFailure {
    return new EngineFailure(code, FAILURE_MESSAGES[code], { cause });
  }

  /** A crash that says nothing about the file. */
  static blameless(cause: unknown): EngineFailure {
    return new EngineFailure('engine-crashed', FAILURE_MESSAGES['engine-crashed'], {
      cause,
      isBlameless: true,
    });
  }
}
