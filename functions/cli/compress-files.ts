import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { compress, type Codecs, type CompressionReport, type JobOptions } from '#engine/index.ts';
import { formatBytes } from '#platform/contracts/byte-size.ts';
import type { CliRequest } from './arguments.ts';
import { restartForLargeFiles } from './restart-for-large-files.ts';

/** Compresses one file after the other and says so; a bad one does not stop the rest. @returns whether all went well */
export async function compressFiles(request: CliRequest): Promise<boolean> {
  restartForLargeFiles(request.files.map(({ input }) => input));
  const { createNativeCodecs } = await import('#engine/codecs/native/index.ts');
  const codecs = createNativeCodecs();
  const reports: (CompressionReport & { file: string })[] = [];
  let allWell = true;
  for (const { input, output } of request.files) {
    try {
      const report = await compressFile(request.options, input, output, codecs);
      reports.push({ file: basename(input), ...report });
      if (!request.quiet) process.stdout.write(`${describe(input, report)}\n`);
    } catch (error) {
      allWell = false;
      process.stderr.write(`${input}: ${reason(error)}\n`);
    }
  }
  if (request.reportPath !== undefined) {
    const content = request.files.length === 1 ? reports[0] : reports;
    if (content) await writeAtomically(request.reportPath, `${JSON.stringify(content, null, 2)}\n`);
  }
  return allWell;
}

async function compressFile(
  options: JobOptions,
  input: string,
  output: string,
  codecs: Codecs,
): Promise<CompressionReport> {
  const source = await readFile(input);
  const { bytes, report } = await compress(source, { ...options, codecs });
  await mkdir(dirname(output), { recursive: true });
  await writeAtomically(output, bytes);
  return report;
}

/** Readers see the old file or the whole new one; also right when output and input are the same file. */
async function writeAtomically(path: string, content: Uint8Array | string): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}`);
  try {
    await writeFile(temporary, content, { flag: 'wx' });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

function describe(input: string, { sourceBytes, outputBytes, savingsRatio }: CompressionReport): string {
  const percent = Math.round(savingsRatio * 100);
  return `${input}: ${formatBytes(sourceBytes)} → ${formatBytes(outputBytes)} (${percent === 0 ? '' : '-'}${percent} %)`;
}

/** What people can do something with; a fault of ours shows where it is. */
function reason(error: unknown): string {
  const { name, message, code, stack } = error as Error & { code?: string };
  if (name === 'EngineError' || (code !== undefined && /^E[A-Z]+$/.test(code))) return message;
  return stack ?? String(error);
}
