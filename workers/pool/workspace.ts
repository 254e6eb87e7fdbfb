import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isLiving, processMark } from '#platform/living-process.ts';

/** A directory of this process for temporary files. */
export interface Workspace {
  readonly directory: string;
  /** A path for a new temporary file; the file does not exist yet. */
  newPath(): string;
  /** Removes the directory with everything in it. */
  remove(): Promise<void>;
}

/**
 * Makes a workspace below `parent` and clears away those of processes that are gone, e.g. after a `kill -9`.
 * @param parent directory for temporary files, made when missing
 */
export async function createWorkspace(parent: string): Promise<Workspace> {
  const root = resolve(parent);
  await mkdir(root, { recursive: true });
  await removeLeftovers(root);
  const directory = join(root, `work-${await processMark()}-${randomUUID()}`);
  await mkdir(directory);
  return {
    directory,
    newPath: () => join(directory, randomUUID()),
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}

async function removeLeftovers(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    const owner = /^work-(\d+-\d+)-/.exec(name)?.[1];
    if (owner === undefined || (await isLiving(owner))) continue;
    await endEnginesOf(join(root, name));
    await rm(join(root, name), { recursive: true, force: true });
  }
}

/**
 * Kills engine processes that outlived their worker, known by the folder that their command names. The kernel ends them
 * with it, save one that a worker was just starting when it was killed.
 */
async function endEnginesOf(directory: string): Promise<void> {
  const mark = `=${join(await realpath(directory), 'engine-')}`;
  const processes = await readdir('/proc').catch(() => []); // No Linux: nothing to look through.
  for (const id of processes.filter((name) => /^\d+$/.test(name))) {
    const command = await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '');
    if (command.includes(`--allow-fs-write${mark}`)) kill(Number(id));
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Gone in the meantime, or another account's.
  }
}
