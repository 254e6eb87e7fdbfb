import { constants } from 'node:os';
import { parseArguments, type CliRequest, type Command } from './arguments.ts';
import { formatFindings } from './check-findings.ts';
import { completionScript } from './completion.ts';
import { exitStatus, type FileResult } from './file-result.ts';
import { findInputs } from './find-inputs.ts';
import type { FinishedFiles } from './finished-files.ts';
import { helpText } from './help.ts';
import { manPage } from './man-page.ts';
import { summaryTable } from './messages.ts';
import { outputOf, type Output } from './output-lines.ts';
import { planFiles, type PlannedFile } from './plan-files.ts';
import { checkReportPath, writeReport } from './report-file.ts';
import { UsageError } from './usage-error.ts';
import { version } from './version.ts';

/** @returns the exit status; EXIT_STATUSES says what each means */
export async function runCli(argv: readonly string[]): Promise<number> {
  try {
    return await run(parseArguments(argv));
  } catch (error) {
    if (error instanceof Interrupted) return error.status;
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\nTry --help.\n`);
    return 2;
  }
}

async function run(command: Command): Promise<number> {
  switch (command.name) {
    case 'help':
      return print(helpText());
    case 'version':
      return print(`${version()}\n`);
    case 'man':
      return print(manPage(version()));
    case 'completion':
      return print(completionScript(command.shell));
    case 'menu': {
      const { changeMenu } = await import('./menu/change-menu.ts');
      return print(await changeMenu(command.action, process.argv[1]!));
    }
    case 'watch': {
      const { watchDirectory } = await import('./watch-directory.ts');
      return untilInterrupted((signal) => watchDirectory(command.request, signal));
    }
    case 'compress':
      return untilInterrupted((signal) => compressAll(command.request, signal));
  }
}

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}

async function compressAll(request: CliRequest, signal: AbortSignal): Promise<number> {
  if (request.note !== undefined) process.stderr.write(`${request.note}\n`);
  if (request.reportPath !== undefined) await checkReportPath(request.reportPath);
  const { files, missing } = await findInputs(request);
  const planned = await planFiles(files, request);
  const absent = missing.map(({ path, message }): FileResult => ({
    status: 'failed',
    file: path,
    error: { code: 'ENOENT', message },
  }));
  const output = outputOf(request);
  for (const result of absent) output.result(result, output.describe(result));
  const done = planned.length === 0 ? [] : await compressPlanned(planned, request, output, signal);
  const results = [...absent, ...done];
  const isList = results.length > 1 || request.inputs.length + (request.filesFrom ? 2 : 0) > 1;
  if (isList && request.messages !== 'quiet') output.message(summaryTable(results));
  process.stdout.write(formatFindings(results, request));
  if (request.reportPath !== undefined) await writeReport(request.reportPath, results, isList);
  return exitStatus(results, request.maxSaving);
}

async function compressPlanned(
  planned: readonly PlannedFile[],
  request: CliRequest,
  output: Output,
  signal: AbortSignal,
): Promise<FileResult[]> {
  // Loaded late, so that --help and mistakes are answered at once.
  const [{ compressFiles }, { createRunner }, { liveProgress, plainProgress }] = await Promise.all([
    import('./compress-files.ts'),
    import('./create-runner.ts'),
    import('./progress-lines.ts'),
  ]);
  const { messages } = request;
  const finished = await finishedBefore(request);
  const runner = await createRunner(request, planned.length);
  const { isTTY, columns, rows } = process.stderr;
  // Terminals without a size, as some containers have them, show nothing that moves.
  const isLive = messages !== 'quiet' && isTTY && columns > 0 && rows > 0;
  const progress = isLive
    ? liveProgress(planned.length, { terminal: process.stderr, print: output.result })
    : plainProgress(output.result);
  try {
    const { describe } = output;
    return await compressFiles(planned, { request, runner, finished, progress, describe, signal });
  } finally {
    progress.close();
    await runner.close();
  }
}

async function finishedBefore({ cacheDirectory, options }: CliRequest): Promise<FinishedFiles | null> {
  if (cacheDirectory === undefined) return null;
  const { openFinishedFiles } = await import('./finished-files.ts');
  return openFinishedFiles(cacheDirectory, { version: version(), options });
}

/** The user, or the system, stopped the command. */
class Interrupted extends Error {
  override readonly name = 'Interrupted';
  /** 128 and the number of the signal, as shells have it. */
  readonly status: number;

  constructor(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP') {
    super(signal);
    this.status = 128 + constants.signals[signal];
  }
}

/** Runs work that ends cleanly when the command is stopped; a second Ctrl+C ends it at once. */
async function untilInterrupted(work: (signal: AbortSignal) => Promise<number>): Promise<number> {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => stopping.abort(new Interrupted(signal)));
  }
  return work(stopping.signal);
}
