import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Usage } from './usage-reporter.ts';

const REPORTER = new URL('./usage-reporter.ts', import.meta.url).href;
const CLI = fileURLToPath(new URL('../functions/cli.ts', import.meta.url));

export interface MeasuredRun extends Partial<Usage> {
  readonly exitCode: number | null;
  readonly seconds: number;
  readonly errorText: string;
}

/** Runs the command-line tool in a process of its own. */
export async function runCli(args: readonly string[]): Promise<MeasuredRun> {
  const start = performance.now();
  const child = spawn(process.execPath, ['--import', REPORTER, CLI, ...args], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  const texts = ['', ''];
  [child.stderr, child.stdio[3]].forEach((stream, at) => {
    stream?.on('data', (chunk: Buffer) => (texts[at] += chunk.toString('utf8')));
  });
  const exitCode = await new Promise<number | null>((resolve) => child.once('close', resolve));
  const usage = texts[1] ? (JSON.parse(texts[1]) as Usage) : {};
  return {
    exitCode,
    seconds: (performance.now() - start) / 1000,
    errorText: (texts[0] ?? '').trim(),
    ...usage,
  };
}
