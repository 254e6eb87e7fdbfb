import { copyFile, mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { watch } from 'chokidar';
import { kindOfExtension } from '#engine/api/kinds.ts';
import type { CliRequest } from './arguments.ts';
import { compressFile, type FilesContext } from './compress-files.ts';
import { createRunner } from './create-runner.ts';
import { openFinishedFiles } from './finished-files.ts';
import { outputOf, type Output } from './output-lines.ts';
import { plainProgress } from './progress-lines.ts';
import { UsageError } from './usage-error.ts';
import { version } from './version.ts';

/** A file whose size and date stayed the same for so long is taken as completely written. */
const SETTLED_MS = 2_000;
/** Network folders give no events: every directory is read anew so often. */
const POLL_MS = 1_000;
const FILES_AT_ONCE = 1_000;

/**
 * Compresses what lies and arrives in a directory into another one until it is stopped. What was done is remembered by
 * content, so that a new start goes on where the last one ended.
 * @returns 0 when the signal aborts
 * @throws UsageError when there is no such directory, or the results would be taken for further inputs
 */
export async function watchDirectory(request: CliRequest, signal: AbortSignal): Promise<number> {
  const directory = resolve(request.inputs[0]!);
  const target = resolve((request.destination as { readonly path: string }).path);
  const originals = request.originals === undefined ? null : resolve(request.originals);
  await checkDirectories(directory, originals === null ? [target] : [target, originals]);
  const runner = await createRunner(request, FILES_AT_ONCE);
  const { options } = request;
  const output = outputOf(request);
  const context: FilesContext = {
    request,
    runner,
    finished: openFinishedFiles(request.cacheDirectory ?? join(target, '.featherpress'), {
      version: version(),
      options,
    }),
    progress: plainProgress(output.result),
    describe: output.describe,
    signal,
  };
  const waiting: string[] = [];
  let running = 0;
  const takeNext = (): void => {
    while (running < runner.size && waiting.length > 0 && !signal.aborted) {
      running += 1;
      void takeIn(waiting.shift()!, { directory, target, originals }, context, output).finally(() => {
        running -= 1;
        takeNext();
      });
    }
  };
  const watcher = watch(directory, {
    usePolling: true,
    interval: POLL_MS,
    binaryInterval: POLL_MS,
    ignored: (path, facts) =>
      /(^|[/\\])\./.test(relative(directory, path)) || (facts?.isFile() === true && !isOfOurKinds(path)),
    awaitWriteFinish: { stabilityThreshold: SETTLED_MS, pollInterval: POLL_MS / 4 },
  });
  const arrived = (path: string): void => {
    waiting.push(path);
    takeNext();
  };
  watcher.on('add', arrived).on('change', arrived);
  watcher.on('error', (error) => void process.stderr.write(`${(error as Error).message}\n`));
  if (request.messages !== 'quiet') process.stderr.write(`Watching ${directory} (Ctrl+C stops)\n`);
  await new Promise<void>((end) => signal.addEventListener('abort', () => end(), { once: true }));
  await watcher.close();
  await runner.close();
  return 0;
}

function isOfOurKinds(path: string): boolean {
  const kind = kindOfExtension(path);
  return kind !== null && kind !== 'legacy-ppt';
}

async function checkDirectories(directory: string, targets: readonly string[]): Promise<void> {
  const facts = await stat(directory).catch(() => null);
  if (!facts?.isDirectory()) throw new UsageError(`There is no directory ${directory}.`);
  for (const target of targets) {
    if (target === directory || target.startsWith(directory + sep)) {
      throw new UsageError('Results and originals need directories outside the watched one.');
    }
    await mkdir(target, { recursive: true });
  }
}

interface WatchedDirectories {
  readonly directory: string;
  readonly target: string;
  /** Where finished sources go; null leaves them. */
  readonly originals: string | null;
}

/** Also to another file system. */
async function moveFile(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await rename(from, to).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EXDEV') throw error;
    await copyFile(from, to);
    await rm(from);
  });
}

async function takeIn(
  path: string,
  { directory, target, originals }: WatchedDirectories,
  context: FilesContext,
  output: Output,
): Promise<void> {
  const place = relative(directory, path);
  const planned = { input: path, output: join(target, place) };
  try {
    const result = await compressFile(planned, context);
    if (originals !== null && result.status !== 'failed') await moveFile(path, join(originals, place));
    if (result.status === 'skipped' && context.request.messages !== 'verbose') return;
    if (context.request.messages === 'quiet' && result.status !== 'failed') return;
    output.result(result, output.describe(result));
  } catch (error) {
    // What goes wrong with one file, such as an original that cannot be moved, does not end the watch.
    if (!context.signal.aborted) process.stderr.write(`${path}: ${(error as Error).message}\n`);
  }
}
