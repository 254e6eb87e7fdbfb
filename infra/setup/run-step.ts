import { spawn } from 'node:child_process';

export interface StepResult {
  readonly name: string;
  readonly ok: boolean;
  readonly seconds: number;
  /** Everything it printed. */
  readonly output: string;
}

/**
 * Runs an npm script and shows what it prints.
 * @param args go to the script
 */
export async function runStep(
  name: string,
  script: string,
  options: { args?: readonly string[]; quiet?: boolean } = {},
): Promise<StepResult> {
  if (!options.quiet) console.log(`\n── ${name} ${'─'.repeat(Math.max(0, 70 - name.length))}`);
  const start = performance.now();
  const chunks: Buffer[] = [];
  const child = spawn('npm', ['run', '--silent', script, '--', ...(options.args ?? [])], {
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  for (const [stream, target] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const) {
    stream.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if (!options.quiet) target.write(chunk);
    });
  }
  const status = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
  return {
    name,
    ok: status === 0,
    seconds: (performance.now() - start) / 1000,
    output: Buffer.concat(chunks).toString('utf8'),
  };
}
