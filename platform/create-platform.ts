import type { Config } from './config.ts';
import type { Logger } from './logger.ts';
import type { Platform } from './ports/platform.ts';

/** The platform that the configuration asks for. Adapters and their SDKs are loaded only when chosen. */
export async function createPlatform(
  config: Config,
  options: { readonly logger?: Logger } = {},
): Promise<Platform> {
  if (config.mode === 'embedded') {
    const { createEmbeddedPlatform } = await import('./adapters/embedded/create-embedded-platform.ts');
    return createEmbeddedPlatform({ ...config, ...options });
  }
  const { createDistributedPlatform } = await import('./adapters/create-distributed-platform.ts');
  return createDistributedPlatform(config);
}
