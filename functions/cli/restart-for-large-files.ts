import { statSync } from 'node:fs';

/** From here on what stays resident matters; below it a second start would cost more than it saves. */
const LARGE_BYTES = 16 * 1024 ** 2;

/** Pictures hold ten times their bytes and more. A name that lies costs memory, nothing else. */
const PICTURE_NAME = /\.(jpe?g|png|webp)$/i;
const LARGE_PICTURE_BYTES = 4 * 1024 ** 2;

/** Marks the second start among Node's own arguments; shows as the name of the process. */
const SECOND_START = '--title=featherpress';

/**
 * Starts the same command again, in the same process, where large files are to be read: with settings under which glibc
 * gives freed pictures back at once. It reads them when a process starts, and without them it keeps up to 32 MB each for
 * itself: a deck of 150 MB with photographs of 12 megapixels stays at 460 instead of 800 MB, a WebP of 48 megapixels at
 * 660 instead of 820.
 */
export function restartForLargeFiles(paths: readonly string[]): void {
  if (process.platform !== 'linux' || !paths.some(isLarge)) return;
  // Node 20 cannot replace itself, and works all the same.
  if (process.execArgv.includes(SECOND_START) || typeof process.execve !== 'function') return;
  process.env.MALLOC_MMAP_THRESHOLD_ = '1000000';
  process.env.MALLOC_ARENA_MAX = '2';
  process.execve(process.execPath, [
    process.execPath,
    SECOND_START,
    ...process.execArgv,
    ...process.argv.slice(1),
  ]);
}

function isLarge(path: string): boolean {
  const bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return bytes >= (PICTURE_NAME.test(path) ? LARGE_PICTURE_BYTES : LARGE_BYTES);
}
