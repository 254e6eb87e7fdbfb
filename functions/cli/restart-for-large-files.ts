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
  const largestBytes = Math.max(
    0,
    ...paths.map((path) => statSync(path, { throwIfNoEntry: false })?.size ?? 0),
  );
  if (largestBytes < LARGE_BYTES) return;
  // Only here: the configuration takes longer to load than a small file to compress.
  const { processEnvironment } = await import('#platform/config.ts');
  const environment = processEnvironment();
  const settings = memorySettings(largestBytes, environment, process.platform);
  // Node 20 cannot replace itself, and works all the same.
  if (!settings || typeof process.execve !== 'function') return;
  const command = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve(process.execPath, command, { ...environment, ...settings });
}
