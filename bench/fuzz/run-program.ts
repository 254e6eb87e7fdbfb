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

/** Runs a program to its end. It never rejects for what the program does. @throws when the program is not installed */
export function runProgram(program: string, args: readonly string[]): Promise<ProgramEnd> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
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
