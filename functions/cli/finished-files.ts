import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { JobOptions } from '#engine/index.ts';
import { pickEnvironment } from '#platform/process-environment.ts';

/** Remembers by content what was compressed, so that no file is worked on twice. */
export interface FinishedFiles {
  /** @returns the hash of a file's content together with the options and the version */
  keyOf(path: string): Promise<string>;
  /** The key of the result of a file, or null when it was never compressed. */
  resultOf(key: string): Promise<string | null>;
  /** Remembers a file and its result; the result itself counts as finished too. */
  remember(key: string, resultKey: string): Promise<void>;
}

/** @param directory "" for the one of the system */
export function openFinishedFiles(
  directory: string,
  { version, options }: { readonly version: string; readonly options: JobOptions },
): FinishedFiles {
  const folder = cacheFolder(directory);
  const settings = JSON.stringify([version, Object.entries(options).sort()]);
  const pathOf = (key: string): string => join(folder, key.slice(0, 2), key.slice(2));
  const write = async (key: string, output: string): Promise<void> => {
    await mkdir(join(folder, key.slice(0, 2)), { recursive: true });
    await writeFile(pathOf(key), JSON.stringify({ output }));
  };
  return {
    async keyOf(path) {
      const hash = createHash('sha256').update(settings);
      await pipeline(createReadStream(path), hash);
      return hash.digest('hex');
    },
    async resultOf(key) {
      const text = await readFile(pathOf(key), 'utf8').catch(() => 'null');
      return outputOf(parsed(text));
    },
    async remember(key, resultKey) {
      await write(resultKey, resultKey);
      if (key !== resultKey) await write(key, resultKey);
    },
  };
}

/** @param directory "" for the one of the system */
export function cacheFolder(directory: string): string {
  return directory || join(cacheHome(), 'featherpress');
}

/** Hash of the result that an entry names; null for what is no entry. */
function outputOf(entry: unknown): string | null {
  const output = typeof entry === 'object' && entry !== null && 'output' in entry ? entry.output : null;
  return typeof output === 'string' ? output : null;
}

/** An entry that was cut short counts as none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Source: XDG Base Directory Specification; on macOS and Windows the folders that those systems name. */
function cacheHome(): string {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = pickEnvironment(['XDG_CACHE_HOME', 'LOCALAPPDATA']);
  if (XDG_CACHE_HOME) return XDG_CACHE_HOME;
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches');
  return process.platform === 'win32' && LOCALAPPDATA ? LOCALAPPDATA : join(homedir(), '.cache');
}
