import { access, constants, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { resultRecord, type FileResult } from './file-result.ts';
import { UsageError } from './usage-error.ts';
import { writeWhole } from './write-whole.ts';

/** Before the work begins, so that no hour of it is lost to a wrong path. @throws UsageError */
export async function checkReportPath(path: string): Promise<void> {
  const folder = dirname(path);
  const canWrite = await access(folder, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  const facts = await stat(path).catch(() => null);
  if (!canWrite || facts?.isDirectory()) throw new UsageError(`The report cannot be written to ${path}.`);
}

/** Writes the results as JSON: one object where there was one input, else a list. */
export async function writeReport(
  path: string,
  results: readonly FileResult[],
  isList: boolean,
): Promise<void> {
  const records = results.map(resultRecord);
  const text = `${JSON.stringify(isList ? records : records[0], null, 2)}\n`;
  await writeWhole(path, text);
}
