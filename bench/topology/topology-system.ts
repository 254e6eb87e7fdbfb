import type { EmbeddedSystem } from '../embedded-system.ts';
import { startTopology } from './topology.ts';

/** One web server and one worker with their backends, for benches that know one server; past the proxy, which hides clients. */
export async function startTopologySystem(environment: Record<string, string> = {}): Promise<EmbeddedSystem> {
  const topology = await startTopology({
    webs: 1,
    workers: 1,
    environment: { WORKER_CONCURRENCY: '2', LOG_LEVEL: 'error', ...environment },
  });
  const { url, pid } = topology.webs[0]!;
  return {
    url,
    pid: pid!,
    async compress(file, name, headers = {}) {
      const form = new FormData();
      form.set('file', file, name);
      const start = performance.now();
      const response = await fetch(`${url}/api/compress`, { method: 'POST', body: form, headers });
      await response.arrayBuffer();
      return { ms: performance.now() - start, status: response.status };
    },
    residentBytes: () => Promise.resolve(0),
    stop: () => topology.stop(),
  };
}
