import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { JobOptions } from '#engine/api/options.ts';
import { cacheFolder, openFinishedFiles, type FinishedFiles } from '../finished-files.ts';
import { version } from '../version.ts';
import { writeWhole } from '../write-whole.ts';
import type { WorkPlace } from './work-place.ts';

/**
 * Compresses a file, or takes the result from the cache.
 * @returns null where nothing is gained
 */
export async function compressAsset(
  bytes: Uint8Array,
  options: JobOptions,
  { folder, engines, cacheDirectory }: WorkPlace,
): Promise<{ readonly bytes: Uint8Array | null; readonly isRemembered: boolean }> {
  const finished = openFinishedFiles(cacheDirectory, { version: version(), options });
  const input = join(folder, randomUUID());
  await writeFile(input, bytes);
  try {
    const key = await finished.keyOf(input);
    const known = await rememberedResult(key, finished, cacheDirectory);
    if (known !== undefined) return { bytes: known, isRemembered: true };
    const signal = new AbortController().signal;
    const { path, release } = await (await engines()).run({ input, options, signal });
    try {
      const result = await readFile(path);
      const resultKey = await finished.keyOf(path);
      if (resultKey !== key) await keepResult(resultPath(cacheDirectory, resultKey), result);
      await finished.remember(key, resultKey);
      return { bytes: resultKey === key ? null : result, isRemembered: false };
    } finally {
      await release();
    }
  } finally {
    await rm(input, { force: true });
  }
}

/** @returns undefined where the file was never compressed, or its result is gone; null where nothing is gained */
async function rememberedResult(
  key: string,
  finished: FinishedFiles,
  cacheDirectory: string,
): Promise<Uint8Array | null | undefined> {
  const resultKey = await finished.resultOf(key);
  if (resultKey === null) return undefined;
  if (resultKey === key) return null;
  return readFile(resultPath(cacheDirectory, resultKey)).catch(() => undefined);
}

function resultPath(cacheDirectory: string, key: string): string {
  return join(cacheFolder(cacheDirectory), 'results', key.slice(0, 2), key.slice(2));
}

/** Another build may write it at the same time. */
export async function keepResult(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeWhole(path, bytes);
}
