import { randomUUID } from 'node:crypto';
import { lstat, mkdir, readdir, realpath, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { ConfigError } from '#platform/config-error.ts';
import { isLiving, processMark } from '#platform/living-process.ts';
import { machineFailure } from '#platform/machine-failure.ts';
import { killEngines } from './process-tree.ts';

/** A directory of this process for temporary files. */
export interface Workspace {
  readonly directory: string;
  /** A path for a new temporary file; the file does not exist yet. */
  newPath(): string;
  /**
   * Makes sure of room before work that would end without.
   * @throws an error of the machine, see machine-failure.ts
   */
  checkRoom(bytes: number): Promise<void>;
  /** Removes the directory with everything in it. */
  remove(): Promise<void>;
}

/** Files of jobs lie in it for a moment before and after their engine has them, readable by every account that reaches them. */
const PRIVATE_FOLDER_MODE = 0o700;

/**
 * Makes a workspace below `parent` and clears away those of processes that are gone, e.g. after a `kill -9`.
 * @param parent directory for temporary files, made when missing
 * @throws ConfigError when another account made it where every account may write
 */
export async function createWorkspace(parent: string): Promise<Workspace> {
  const root = resolve(parent);
  await mkdir(root, { recursive: true, mode: PRIVATE_FOLDER_MODE });
  await checkOwner(root);
  await removeLeftovers(root);
  const directory = join(root, `work-${await processMark()}-${randomUUID()}`);
  await mkdir(directory, { mode: PRIVATE_FOLDER_MODE });
  return {
    directory,
    newPath: () => join(directory, randomUUID()),
    async checkRoom(bytes) {
      const { bavail, bsize } = await statfs(directory);
      if (bavail * bsize < bytes)
        throw machineFailure(
          'ENOSPC',
          `Expected room for ${bytes} bytes but there is room for ${bavail * bsize}`,
        );
    },
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}

const OTHERS_MAY_WRITE = 0o002;

/** Where every account may write, such as in /tmp, another account may have made it first, and could change what lies in it. */
async function checkOwner(root: string): Promise<void> {
  const [{ uid }, { mode }] = await Promise.all([lstat(root), stat(dirname(root))]);
  if ((mode & OTHERS_MAY_WRITE) === 0 || !process.getuid || [0, process.getuid()].includes(uid)) return;
  throw new ConfigError([`TMPDIR: ${root} belongs to another account. Delete it, or choose another folder`]);
}

/** Another worker of this machine may start just now and do the same: any of them may be gone in the meantime. */
async function removeLeftovers(root: string): Promise<void> {
  const realRoot = await realpath(root);
  for (const name of await readdir(root)) {
    const owner = /^work-(\d+-\d+)-/.exec(name)?.[1];
    if (owner === undefined || (await isLiving(owner))) continue;
    // The kernel ends engines with their worker, save one that it was just starting when it was killed.
    await killEngines(join(realRoot, name, 'engine-'));
    await rm(join(root, name), { recursive: true, force: true, maxRetries: 5 });
  }
}
