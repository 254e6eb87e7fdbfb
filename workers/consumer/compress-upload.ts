import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { INTERNAL_SKIPS, RESULT_INFO, type SkipCode } from '#engine/index.ts';
import { jobKeys, resultKindOf, type JobRecord } from '#platform/contracts/job.ts';
import { jobOptionsOf } from '#platform/contracts/job-options.ts';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';
import { endOpenJob, transitionJob } from '#platform/job-records.ts';
import { traced } from '#platform/tracing.ts';
import type { EngineAnswer } from '#workers/pool/engine-job.ts';
import type { JobAttempt } from './job-attempt.ts';
import type { JobContext, JobControl } from './job-context.ts';
import { endTimes } from './job-outcome.ts';
import { createProgressFeed } from './progress-feed.ts';

/** Of a file lie on the disk of its worker at the same time: source and output, then output and stored result. */
const WORK_COPIES = 2;
const CHUNK_BYTES = 256 * 1024;

/**
 * Upload to file, file through the engine, file to result, then the commit.
 * @returns the record as the job ended, here or elsewhere
 * @throws EngineFailure, the signal's reason, or the error of a port or of the machine
 */
export async function compressUpload(
  context: JobContext,
  attempt: JobAttempt,
  control: JobControl,
): Promise<JobRecord> {
  const { workspace } = context;
  const paths = { source: workspace.newPath(), output: workspace.newPath() };
  try {
    const { job } = attempt;
    await workspace.checkRoom(WORK_COPIES * job.sourceBytes);
    if (!(await traced('job.download', {}, () => download(context, job, paths.source, control.signal))))
      return await endWithoutUpload(context, job);
    const answer = await traced('job.engine', { 'featherpress.engine': control.pool }, () =>
      runEngine(context, attempt, paths, control),
    );
    await traced('job.upload', {}, () =>
      upload(context, { ...job, report: answer.report }, paths.output, control.signal),
    );
    return await traced('job.commit', {}, () => commit(context, attempt, answer));
  } finally {
    await Promise.all(Object.values(paths).map((path) => rm(path, { force: true })));
  }
}

/** @returns false when there is no upload */
async function download(
  { ports }: JobContext,
  record: JobRecord,
  path: string,
  signal: AbortSignal,
): Promise<boolean> {
  const stored = await ports.objects.find(jobKeys.upload(record.id), { signal });
  if (stored === null) return false;
  await pipeline(stored.body, createWriteStream(path, { highWaterMark: CHUNK_BYTES }), { signal });
  return true;
}

/** Another delivery of the same job was faster and has deleted the upload; or the upload has expired, which ends the job. */
async function endWithoutUpload(context: JobContext, record: JobRecord): Promise<JobRecord> {
  const ended = await transitionJob(context.ports.objects, record.id, 'failed', {
    failure: { code: 'damaged', message: 'The upload is no longer here. Please send the file again.' },
    ...endTimes(context.now(), context.resultTtlSeconds),
  });
  return ended?.record ?? { ...record, status: 'cancelled' };
}

async function runEngine(
  context: JobContext,
  attempt: JobAttempt,
  paths: { readonly source: string; readonly output: string },
  { signal, pool, onEngineDone }: JobControl,
): Promise<EngineAnswer> {
  const { id, kind, fileName: name } = attempt.job;
  const onProgress = createProgressFeed(context.ports.events, id, context.now);
  try {
    const answer = await context.engines[pool].run(
      {
        sourcePath: paths.source,
        outputPath: paths.output,
        kind,
        name,
        ...jobOptionsOf(attempt.job),
        budgetMs: OPERATING_LIMITS.engineBudgetSeconds * 1000,
      },
      {
        signal,
        async onStart() {
          await attempt.begin();
          onProgress(0);
        },
        onProgress,
      },
    );
    observe(context, attempt.job, answer);
    return answer;
  } finally {
    // A write of the record that arrives after the end of the job would stay.
    await attempt.settled();
    onEngineDone();
  }
}

/** A part that an internal error of the engine left unchanged makes the file larger than it need be; the job completes all the same. */
function observe({ metrics, logger }: JobContext, { id, kind }: JobRecord, { report }: EngineAnswer): void {
  metrics.engineRun(kind, 'completed');
  const count = report.skips.reduce((sum, skip) => sum + (isInternalError(skip.code) ? skip.count : 0), 0);
  if (count === 0) return;
  metrics.partErrors(kind, count);
  logger.error('job.part-errors', { jobId: id, kind, count });
}

function isInternalError(skipCode: SkipCode): boolean {
  return INTERNAL_SKIPS.includes(skipCode);
}

async function upload(
  { ports }: JobContext,
  record: JobRecord,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  const body = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  // A put that ends before it reads, because the job was cancelled, hears of no error; unheard it would end the process.
  body.on('error', () => {});
  const contentType = RESULT_INFO[resultKindOf(record)].mimeTypes[0];
  try {
    await ports.objects.put(jobKeys.result(record.id), body, { contentType, signal });
  } finally {
    body.destroy();
  }
}

async function commit(context: JobContext, attempt: JobAttempt, answer: EngineAnswer): Promise<JobRecord> {
  const end = {
    report: answer.report,
    outputBytes: answer.outputBytes,
    ...endTimes(context.now(), context.resultTtlSeconds),
  };
  // First: a client that takes the job back as soon as it has ended releases what is held then.
  await context.outcome.keep({ ...attempt.job, ...end });
  const ended = await endOpenJob(context.ports.objects, attempt.job, 'completed', end);
  attempt.commit();
  return ended?.record ?? { ...attempt.job, status: 'cancelled' };
}
