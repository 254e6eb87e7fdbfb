import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { watchDescendants, type Usage } from './descendants-usage.ts';

/**
 * Preloaded into the measured program: tells what it used on descriptor 3 when it ends (getrusage(2)). A module of TypeScript would
 * take twice the CPU of the start of Node.
 */
const REPORTER = `data:text/javascript,${encodeURIComponent(`
  import { writeSync } from 'node:fs';
  process.on('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    const usage = { cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, peakResidentBytes: maxRSS * 1024 };
    writeSync(3, JSON.stringify(usage));
  });`)}`;
const CLI = fileURLToPath(new URL('../functions/cli.ts', import.meta.url));

export interface MeasuredRun extends Partial<Usage> {
  readonly exitCode: number | null;
  readonly seconds: number;
  readonly errorText: string;
}

/**
 * Runs the command-line tool in a process of its own, and measures that and its engine.
 * @param cli its program for Node [the checkout's]
 */
export async function runCli(args: readonly string[], cli = CLI): Promise<MeasuredRun> {
  const start = performance.now();
  const child = spawn(process.execPath, ['--import', REPORTER, cli, ...args], {
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
