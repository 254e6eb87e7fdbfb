import type { EmbeddedConfig } from './config.ts';
import type { Platform } from './ports/platform.ts';

/** The platform that the configuration asks for. Adapters are loaded only when chosen. */
export async function createPlatform(config: EmbeddedConfig): Promise<Platform> {
  const { createEmbeddedPlatform } = await import('./adapters/embedded/create-embedded-platform.ts');
  return createEmbeddedPlatform(config);
}
