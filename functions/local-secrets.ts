import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from '#platform/config-error.ts';
import type { Logger } from '#platform/logger.ts';

interface LocalSecretOptions {
  readonly dataDir: string;
  /** Name of its file. */
  readonly name: string;
  readonly create: () => string;
  /** Whether what the file holds can serve. */
  readonly isUsable: (secret: string) => boolean;
  readonly logger: Logger;
}

/**
 * A secret of this installation, made once and kept in a file that only its owner can read. Two processes that start at
 * the same moment get the same one. An empty file, as a power failure can leave it, is replaced and logged as
 * "secret.replaced".
 * @throws ConfigError when the file holds anything that is not usable
 */
export async function localSecret(options: LocalSecretOptions): Promise<string> {
  const { dataDir, name, create, isUsable, logger } = options;
  const folder = join(dataDir, 'secrets');
  const file = join(folder, name);
  const kept = await readOrNull(file);
  if (kept !== null && kept.trim() !== '') return usable(kept, file, isUsable);
  if (kept !== null) {
    logger.warn('secret.replaced', { file });
    await rm(file, { force: true });
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await createFile(folder, file, create());
  return usable(await readFile(file, 'utf8'), file, isUsable);
}

/** On disk as a whole when it returns. A file that another process has made meanwhile stays. */
async function createFile(folder: string, file: string, content: string): Promise<void> {
  const draft = join(folder, randomUUID());
  try {
    await writeFile(draft, content, { mode: 0o600, flush: true });
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

function usable(secret: string, file: string, isUsable: (secret: string) => boolean): string {
  if (isUsable(secret)) return secret;
  throw new ConfigError([
    `DATA_DIR: the secret in ${file} is damaged or too short. Put it back from a backup, or delete the file: a new one is made, and everyone who is signed in signs in again`,
  ]);
}

async function readOrNull(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}
