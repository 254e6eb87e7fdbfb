import type { Tracing } from './adapters/otel/start-tracing.ts';
import type { Config } from './config.ts';
import type { OnBackendCall } from './contracts/backend-call.ts';
import type { Logger } from './logger.ts';
import type { Platform } from './ports/platform.ts';

/**
 * The platform that the configuration asks for. Adapters and their SDKs are loaded only when chosen.
 * @param options.onCall told of every call of a backend
 */
export async function createPlatform(
  config: Config,
  options: { readonly logger?: Logger; readonly onCall?: OnBackendCall } = {},
): Promise<Platform> {
  if (config.mode === 'embedded') {
    const { createEmbeddedPlatform } = await import('./adapters/embedded/create-embedded-platform.ts');
    return createEmbeddedPlatform({ ...config, ...options });
  }
  const { createDistributedPlatform } = await import('./adapters/create-distributed-platform.ts');
  return createDistributedPlatform(config, {}, options.onCall);
}

/**
 * Objects and counters alone, for a command beside servers that run: it begins nothing and clears nothing up. In embedded
 * mode the counters are those that the server last wrote, and are only to be read.
 */
export async function openStores(
  config: Config,
): Promise<Pick<Platform, 'objects' | 'expiringCounters' | 'close'>> {
  if (config.mode === 'distributed') {
    const { createDistributedPlatform } = await import('./adapters/create-distributed-platform.ts');
    return createDistributedPlatform(config);
  }
  const [{ FileObjectStore }, { FileExpiringCounters }] = await Promise.all([
    import('./adapters/embedded/file-object-store.ts'),
    import('./adapters/embedded/file-expiring-counters.ts'),
  ]);
  const expiringCounters = await FileExpiringCounters.open(config.dataDir);
  return {
    objects: new FileObjectStore(config.dataDir),
    expiringCounters,
    close: () => expiringCounters.close(),
  };
}

/** Begins to send traces where the configuration names a collector; null otherwise. */
export async function startTracing(config: Config, service: string): Promise<Tracing | null> {
  if (!config.tracing) return null;
  const { startTracing: start } = await import('./adapters/otel/start-tracing.ts');
  return start({ ...config.tracing, service: `featherpress-${service}` });
}
