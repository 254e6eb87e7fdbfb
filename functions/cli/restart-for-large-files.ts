import { statSync } from 'node:fs';

/** From here on what stays resident matters; below it a second start would cost more than it saves. */
const LARGE_BYTES = 16 * 1024 ** 2;

/**
 * Settings under which glibc gives freed pictures back at once. It reads them when a process starts, and without them it
 * keeps up to 32 MB each for itself: a deck of 150 MB with photographs of 12 megapixels stays at 460 instead of 800 MB.
 * @returns null where they make no difference: small files, other systems, or somebody has set them
 */
export function memorySettings(
  largestBytes: number,
  environment: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): Readonly<Record<string, string>> | null {
  const isSet = environment.MALLOC_MMAP_THRESHOLD_ !== undefined;
  if (largestBytes < LARGE_BYTES || platform !== 'linux' || isSet) return null;
  return { MALLOC_MMAP_THRESHOLD_: '1000000', MALLOC_ARENA_MAX: '2' };
}

/** Starts the same command again, in the same process, where large files ask for {@link memorySettings}. */
export async function restartForLargeFiles(paths: readonly string[]): Promise<void> {
  const largestBytes = Math.max(0, ...paths.map((path) => statSync(path).size));
  // Node 20 cannot replace itself, and works all the same.
  if (largestBytes < LARGE_BYTES || typeof process.execve !== 'function') return;
  const { pickEnvironment } = await import('#platform/config.ts');
  const environment = pickEnvironment(['MALLOC_MMAP_THRESHOLD_']);
  const settings = memorySettings(largestBytes, environment, process.platform);
  if (!settings) return;
  process.env.MALLOC_MMAP_THRESHOLD_ = settings.MALLOC_MMAP_THRESHOLD_;
  process.env.MALLOC_ARENA_MAX = settings.MALLOC_ARENA_MAX;
  process.execve(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)]);
}
