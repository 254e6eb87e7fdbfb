import { createReadStream, type Stats } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { nameForKind } from '#engine/api/kinds.ts';
import type { CliRequest } from './arguments.ts';
import type { EngineResult, EngineRunner } from './engine-runner.ts';
import { fileErrorOf, type FileResult } from './file-result.ts';
import type { FinishedFiles } from './finished-files.ts';
import { isGivenName, type PlannedFile } from './plan-files.ts';
import type { Progress } from './progress-lines.ts';
import { addressOf } from './web-address.ts';
import { writeOutput } from './write-output.ts';

export interface FilesContext {
  readonly request: CliRequest;
  readonly runner: EngineRunner;
  /** Null where nothing is remembered. */
  readonly finished: FinishedFiles | null;
  readonly progress: Progress;
  /** @returns the line to print of a result; undefined for none */
  readonly describe: (result: FileResult) => string | undefined;
  readonly signal: AbortSignal;
}

/**
 * Compresses files, as many at once as there are engine processes. A file that fails does not stop the rest.
 * @returns the results in the order of the files
 * @throws the signal's reason when interrupted; nothing half-written is left
 */
export async function compressFiles(
  files: readonly PlannedFile[],
  context: FilesContext,
): Promise<FileResult[]> {
  const results: FileResult[] = [];
  const queue = files.entries();
  const work = async (): Promise<void> => {
    for (const [index, file] of queue) {
      context.signal.throwIfAborted();
      context.progress.started(file.input);
      const result = await compressFile(file, context);
      results[index] = result;
      context.progress.ended(result, context.describe(result));
    }
  };
  await Promise.all(Array.from({ length: context.runner.size }, work));
  return results;
}

/** @throws the signal's reason; any other error is the result */
export async function compressFile(file: PlannedFile, context: FilesContext): Promise<FileResult> {
  try {
    return await compressTo(file, context);
  } catch (error) {
    context.signal.throwIfAborted();
    return { status: 'failed', file: file.input, error: fileErrorOf(error) };
  }
}

async function compressTo(file: PlannedFile, context: FilesContext): Promise<FileResult> {
  const { request, runner, finished, signal, progress } = context;
  const { input } = file;
  const source = input === '-' || addressOf(input) ? null : await stat(input);
  const skipped = (reason: string): FileResult => ({
    status: 'skipped',
    file: input,
    reason,
    sourceBytes: source?.size ?? 0,
  });
  const old = await existingOutput(file);
  if (old && request.overwrite === 'never' && file.output !== input)
    return skipped('the output is there already');
  const key = finished && source?.isFile() ? await finished.keyOf(input) : null;
  if (key && finished && (await isFinished(key, file, finished))) return skipped('finished before');
  const onProgress = (ratio: number): void => progress.moved(input, ratio);
  const run = await runner.run({ input, options: request.options, signal, onProgress });
  try {
    if (key && finished) await finished.remember(key, await finished.keyOf(run.path));
    return (await keepResult(file, run, { request, source, old })) ?? skipped(OLD_IS_SMALLER);
  } finally {
    await run.release();
  }
}

const OLD_IS_SMALLER = 'the output that is there is not larger';

/** What stands where the output goes; null for nothing. */
async function existingOutput({ output }: PlannedFile): Promise<Stats | null> {
  return output === null || output === '-' ? null : stat(output).catch(() => null);
}

/** Writes a result where it goes. @returns null where the output that is there is not larger */
async function keepResult(
  { input, output: planned }: PlannedFile,
  { report, path }: Pick<EngineResult, 'report' | 'path'>,
  { request, source, old }: OutputContext,
): Promise<FileResult | null> {
  const status = statusOf(report);
  // A file that cannot be smaller is left untouched, with its dates.
  if (planned === null || (planned === input && status === 'unchanged'))
    return { status, file: input, output: null, report };
  const output = outputFor(planned, report, request);
  const isUnpacked = report.output?.files !== undefined && !isGivenName(planned, request.destination);
  if (isUnpacked) return keepSet({ input, output }, { report, path }, { request, source, old });
  if (old?.isFile() && request.overwrite === 'smaller' && old.size <= report.outputBytes) return null;
  if (request.dryRun) return { status, file: input, output: null, report };
  if (output === '-') await pipeline(createReadStream(path), process.stdout, { end: false });
  else await writeOutput({ result: path, output, source: request.preserve ? source : null });
  const isReplaced = request.replaces === true && request.destination.to === 'source' && output !== input;
  if (isReplaced) await rm(input);
  return { status, file: input, output, report };
}

/** Writes the files of a set beside each other; no source is replaced by one. */
async function keepSet(
  { input, output }: { readonly input: string; readonly output: string },
  { report, path }: Pick<EngineResult, 'report' | 'path'>,
  { request, source }: OutputContext,
): Promise<FileResult> {
  const set = { archive: path, directory: dirname(output), source: request.preserve ? source : null };
  const { writeSet } = await import('./write-set.ts');
  const list = request.dryRun ? null : await writeSet(set);
  return { status: 'converted', file: input, output: list, report };
}

function statusOf({
  outputBytes,
  sourceBytes,
  output,
}: EngineResult['report']): 'smaller' | 'converted' | 'unchanged' {
  if (output?.files) return 'converted';
  if (outputBytes < sourceBytes) return 'smaller';
  return output ? 'converted' : 'unchanged';
}

/** Where a result goes that has another format than its plan could know. */
function outputFor(planned: string, { output }: EngineResult['report'], { destination }: CliRequest): string {
  const hasOwnName = output !== undefined && output.files === undefined && !isGivenName(planned, destination);
  return hasOwnName ? nameForKind(planned, output.kind) : planned;
}

interface OutputContext {
  readonly request: CliRequest;
  /** Null for standard input. */
  readonly source: Stats | null;
  readonly old: Stats | null;
}

/** Whether the output holds what this file would give. */
async function isFinished(
  key: string,
  { input, output }: PlannedFile,
  finished: FinishedFiles,
): Promise<boolean> {
  const resultKey = await finished.resultOf(key);
  if (resultKey === null) return false;
  if (output === null || output === input) return resultKey === key;
  if (output === '-') return false;
  return (await finished.keyOf(output).catch(() => null)) === resultKey;
}
