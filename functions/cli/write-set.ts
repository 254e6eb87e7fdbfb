import type { Stats } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readSet } from '#engine/index.ts';
import { writeOutput } from './write-output.ts';

interface SetRequest {
  /** File that holds the archive of a set. */
  readonly archive: string;
  /** Where its files go. */
  readonly directory: string;
  /** The source, whose mode and dates they take; null for those of new files. */
  readonly source: Stats | null;
}

/** Writes the files of a set beside each other. @returns the path of their list @throws the file system's error */
export async function writeSet({ archive, directory, source }: SetRequest): Promise<string> {
  const result = `${archive}.entry`;
  try {
    const entries = readSet(await readFile(archive));
    for (const { name, bytes } of entries) {
      await writeFile(result, bytes);
      await writeOutput({ result, output: join(directory, name), source });
    }
    const list = entries.find(({ name }) => name.endsWith('-set.json'))!;
    return join(directory, list.name);
  } finally {
    await rm(result, { force: true });
  }
}
