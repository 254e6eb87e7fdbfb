import { spawn } from 'node:child_process';

export interface ProgramEnd {
  /** Exit status; null when a signal ended it, also ours. */
  readonly status: number | null;
  readonly output: Buffer;
  readonly complaints: string;
}

/** A program that takes longer on a file of some kilobytes says nothing about the file. */
const PATIENCE_MS = 60_000;
const MAX_OUTPUT_BYTES = 1 << 28;

/**
 * Runs a program to its end. It never rejects for what the program does.
 * @param patienceMs after which it is killed
 * @throws when the program is not installed
 */
export function runProgram(
  program: string,
  args: readonly string[],
  patienceMs = PATIENCE_MS,
): Promise<ProgramEnd> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
    const output: Buffer[] = [];
    let bytes = 0;
    let complaints = '';
    child.stdout.on('data', (data: Buffer) => {
      bytes += data.length;
      if (bytes > MAX_OUTPUT_BYTES) child.kill('SIGKILL');
      else output.push(data);
    });
    child.stderr.setEncoding('latin1').on('data', (text: string) => {
      complaints = (complaints + text).slice(0, 4_000);
    });
    child.on('error', reject);
    child.on('close', (status) => {
      clearTimeout(timer);
      resolve({ status, output: Buffer.concat(output), complaints });
    });
  });
}

/** Runs a program that must succeed. @returns what it wrote @throws when it fails or is not installed */
export async function outputOf(program: string, args: readonly string[]): Promise<Buffer> {
  const { status, output, complaints } = await runProgram(program, args, 5 * PATIENCE_MS);
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${complaints.trim().slice(0, 300)}`);
  return output;
}
