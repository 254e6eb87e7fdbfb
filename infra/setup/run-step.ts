import { spawn } from 'node:child_process';

export interface StepResult {
  readonly name: string;
  readonly ok: boolean;
  /** How it ended: `code 1`, `SIGKILL`. */
  readonly end: string;
  readonly seconds: number;
  /** Everything it printed. */
  readonly output: string;
}

/** When a step shows what it prints: as it comes, all of it at its end (steps that run side by side), or never. */
export type StepOutput = 'live' | 'at its end' | 'none';

/**
 * Runs an npm script and shows what it prints.
 * @param args go to the script
 */
export async function runStep(
  name: string,
  script: string,
  { args = [], shows = 'live' }: { args?: readonly string[]; shows?: StepOutput } = {},
): Promise<StepResult> {
  if (shows === 'live') console.log(headline(name));
  const start = performance.now();
  const chunks: Buffer[] = [];
  const child = spawn('npm', ['run', '--silent', script, '--', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  for (const [stream, target] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const) {
    stream.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if (shows === 'live') target.write(chunk);
    });
  }
  const end = await new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(signal ?? `code ${code}`));
  });
  const output = Buffer.concat(chunks).toString('utf8');
  if (shows === 'at its end') console.log(`${headline(name)}\n${output}`);
  return { name, ok: end === 'code 0', end, seconds: (performance.now() - start) / 1000, output };
}

/** Runs npm scripts, each with its name in the summary, one after the other beside other lanes. */
export async function inTurn<Steps extends readonly (readonly [name: string, script: string])[]>(
  ...steps: Steps
): Promise<{ readonly [Step in keyof Steps]: StepResult }> {
  const results: StepResult[] = [];
  for (const [name, script] of steps) results.push(await runStep(name, script, { shows: 'at its end' }));
  return results as never;
}

function headline(name: string): string {
  return `\n── ${name} ${'─'.repeat(Math.max(0, 70 - name.length))}`;
}
