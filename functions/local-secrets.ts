import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * A secret of this installation, made once and kept in a file that only its owner can read.
 * Two processes that start at the same moment get the same one.
 */
export async function localSecret(dataDir: string, name: string, create: () => string): Promise<string> {
  const folder = join(dataDir, 'secrets');
  const file = join(folder, name);
  const kept = await readOrNull(file);
  if (kept !== null) return kept;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = join(folder, randomUUID());
  await writeFile(draft, create(), { mode: 0o600 });
  try {
    await link(draft, file);
  } catch (error) {
    // Somebody was first; theirs counts.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return readFile(file, 'utf8');
}

async function readOrNull(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}
