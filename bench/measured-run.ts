import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { watchDescendants } from './descendants-usage.ts';
import type { Usage } from './usage-reporter.ts';

const REPORTER = new URL('./usage-reporter.ts', import.meta.url).href;
const CLI = fileURLToPath(new URL('../functions/cli.ts', import.meta.url));

export interface MeasuredRun extends Partial<Usage> {
  readonly exitCode: number | null;
  readonly seconds: number;
  readonly errorText: string;
}

/** Runs the command-line tool in a process of its own, and measures that and its engine. */
export async function runCli(args: readonly string[]): Promise<MeasuredRun> {
  const start = performance.now();
  const child = spawn(process.execPath, ['--import', REPORTER, CLI, ...args], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  const engines = child.pid === undefined ? undefined : watchDescendants(child.pid);
  const texts = ['', ''];
  [child.stderr, child.stdio[3]].forEach((stream, at) => {
    stream?.on('data', (chunk: Buffer) => (texts[at] += chunk.toString('utf8')));
  });
  const exitCode = await new Promise<number | null>((resolve) => child.once('close', resolve));
  const own = texts[1] ? (JSON.parse(texts[1]) as Usage) : undefined;
  const below = engines?.();
  return {
    exitCode,
    seconds: (performance.now() - start) / 1000,
    errorText: (texts[0] ?? '').trim(),
    ...(own && below ? sumOf(own, below) : {}),
  };
}

/** CPU of both, and the memory of the larger one: the engine's, with most files. */
function sumOf(own: Usage, below: Usage): Usage {
  return {
    cpuSeconds: own.cpuSeconds + below.cpuSeconds,
    peakResidentBytes: Math.max(own.peakResidentBytes, below.peakResidentBytes),
  };
}
