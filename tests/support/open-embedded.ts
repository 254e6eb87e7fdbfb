import { onTestFinished } from 'vitest';
import { createEmbeddedPlatform } from '#platform/adapters/embedded/create-embedded-platform.ts';
import type { Clock } from '#platform/clock.ts';
import type { Platform } from '#platform/ports/platform.ts';

/** The embedded platform on a folder, until the test has finished. */
export async function openEmbedded(dataDir: string, clock?: Clock): Promise<Platform> {
  const platform = await createEmbeddedPlatform({ dataDir, ...(clock ? { clock } : {}) });
  onTestFinished(() => platform.close());
  return platform;
}
