import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, type Stats } from 'node:fs';
import { chmod, chown, mkdir, readlink, realpath, rename, rm, stat, utimes } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';

interface WriteRequest {
  /** File that holds the result. */
  readonly result: string;
  /** Path to write to. Links are written through; devices and pipes are written into. */
  readonly output: string;
  /** The source, whose mode, owner and dates the result takes; null for those of a new file. */
  readonly source: Stats | null;
}

/**
 * Writes a result. Readers of a file see the old one or the whole new one, also when the process is killed.
 * Access lists, extended attributes and further names (hard links) stay with the file that is replaced.
 * @throws the file system's error; nothing half-written is left at the output
 */
export async function writeOutput({ result, output, source }: WriteRequest): Promise<void> {
  if (OPEN_FILE.test(output)) return streamInto(result, output);
  const target = await throughLinks(output);
  const old = await stat(target).catch(() => null);
  if (old?.isDirectory()) throw new Error(`${output} is a directory.`);
  if (old && !old.isFile()) return streamInto(result, output);
  await mkdir(dirname(target), { recursive: true });
  const temporary = join(dirname(target), `.${basename(target).slice(0, 100)}.${randomUUID()}`);
  try {
    await copyPrivately(result, temporary);
    await takeOver(temporary, source ?? old);
    if (source) await utimes(temporary, source.atime, source.mtime);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Names of files that this process has open: pipes without a path, or files of which the shell holds the end. */
const OPEN_FILE = /^\/(dev\/(stderr|fd\/\d+)|proc\/self\/fd\/\d+)$/;

/** The path that a chain of links ends at, also where nothing is there yet. */
async function throughLinks(path: string): Promise<string> {
  const real = await realpath(path).catch(() => null);
  if (real) return real;
  const link = await readlink(path).catch(() => null);
  return link === null ? path : resolve(dirname(path), link);
}

async function streamInto(result: string, output: string): Promise<void> {
  await pipeline(createReadStream(result), createWriteStream(output, { flags: 'a' }));
}

/** Readable by its owner alone until it has the mode that it shall have, and on the disk before it takes its name. */
async function copyPrivately(from: string, to: string): Promise<void> {
  // Not copyFile, which takes over the mode of the result at once.
  await pipeline(createReadStream(from), createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }));
}

/** Mode and owner, as far as this user may give them. */
async function takeOver(path: string, model: Stats | null): Promise<void> {
  if (model === null) return chmod(path, 0o666 & ~process.umask());
  const isOwn = await chown(path, model.uid, model.gid).then(
    () => true,
    () => false,
  );
  // The set-id bits of another owner are not for a file of ours.
  await chmod(path, model.mode & (isOwn ? 0o7777 : 0o777));
}
