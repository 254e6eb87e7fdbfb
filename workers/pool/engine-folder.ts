import { lstatSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync, unlinkSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { isMachineFailure } from '#platform/machine-failure.ts';

const OUTPUT = 'output';

/**
 * The folder of one engine process, the only place where it may write. It holds the files of one job at a time: the source
 * is moved in before the job, the output out behind it, and what else is there is deleted before the next.
 *
 * The process may be in the hands of its last file, so nothing that it left is followed: files are moved away before they are
 * looked at, links are never resolved, and folders are only removed once the process is gone.
 */
export class EngineFolder {
  /** Absolute, without symbolic links. */
  readonly path: string;

  /** @param parent where the folder is made, on the same file system as the files of the jobs */
  constructor(parent: string) {
    this.path = join(realpathSync(parent), `engine-${randomUUID()}`);
    mkdirSync(this.path, { mode: 0o700 });
  }

  /**
   * Moves the source in; it is no longer where it was.
   * @returns the job with the paths that the process sees
   */
  takeIn<Job extends { readonly sourcePath: string; readonly outputPath: string }>(job: Job): Job {
    const inside = { ...job, sourcePath: join(this.path, 'source'), outputPath: join(this.path, OUTPUT) };
    renameSync(job.sourcePath, inside.sourcePath);
    return inside;
  }

  /** Moves a file in under a name; it is no longer where it was. */
  take(path: string, name: string): void {
    renameSync(path, join(this.path, name));
  }

  /**
   * Moves a file out, the output where none is named.
   * @returns its size in bytes, or null when the process left no regular file there
   * @throws  what the machine failed with
   */
  giveOut(path: string, name = OUTPUT): number | null {
    try {
      renameSync(join(this.path, name), path);
    } catch (error) {
      if (isMachineFailure(error)) throw error;
      return null; // Nothing there, or not to be moved.
    }
    const output = lstatSync(path);
    // A second name of the file would let a program that knows it read or change the result.
    if (output.isFile() && output.nlink === 1) return output.size;
    rmSync(path, { recursive: true });
    return null;
  }

  /**
   * Deletes the files in it.
   * @returns false when something stays: a folder, which a living process could exchange while it is being emptied
   */
  empty(): boolean {
    try {
      for (const name of readdirSync(this.path)) unlinkSync(join(this.path, name));
      return true;
    } catch {
      return false;
    }
  }

  /** Removes it with everything in it; only when the process is gone. */
  async remove(): Promise<void> {
    await rm(this.path, { recursive: true, force: true, maxRetries: 3 });
  }
}
