import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** A directory of this process for temporary files. */
export interface Workspace {
  readonly directory: string;
  /** A path for a new temporary file; the file does not exist yet. */
  newPath(): string;
  /** Removes the directory with everything in it. */
  remove(): Promise<void>;
}

/** Directories of this very process, so that two workspaces in one process leave each other alone. */
const ours = new Set<string>();

/**
 * Makes a workspace below `parent` and clears away those of processes that are gone, e.g. after a `kill -9`.
 * @param parent directory for temporary files, made when missing
 */
export async function createWorkspace(parent: string): Promise<Workspace> {
  const root = resolve(parent);
  await mkdir(root, { recursive: true });
  await removeLeftovers(root);
  const directory = join(root, `work-${process.pid}-${randomUUID()}`);
  ours.add(directory);
  await mkdir(directory);
  return {
    directory,
    newPath: () => join(directory, randomUUID()),
    async remove() {
      await rm(directory, { recursive: true, force: true });
      ours.delete(directory);
    },
  };
}

async function removeLeftovers(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    const owner = /^work-(\d+)-/.exec(name)?.[1];
    if (owner === undefined || ours.has(join(root, name))) continue;
    // Our own number on a directory that is not ours: an earlier container in which we were process 1 as well.
    if (Number(owner) !== process.pid && isAlive(Number(owner))) continue;
    await rm(join(root, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
