import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startChild } from '#tests/fixtures/child-process.ts';
import { freePort } from '../../infra/setup/free-port.ts';

const CADDYFILE = fileURLToPath(new URL('../../infra/compose/Caddyfile', import.meta.url));

export interface Proxy {
  readonly url: string;
  stop(): Promise<void>;
}

/** Caddy with the file of docker-compose in front of web servers. */
export async function startProxy(ports: readonly number[], folder: string): Promise<Proxy> {
  const port = await freePort();
  const child = startChild(['run', '--config', CADDYFILE, '--adapter', 'caddyfile'], 'caddy', {
    PORT: String(port),
    UPSTREAMS: ports.map((each) => `127.0.0.1:${each}`).join(' '),
    LOG_OUTPUT: 'discard',
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  });
  child.process.stdout?.resume();
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${url}/healthz`).catch(() => null))) {
    if (child.process.exitCode !== null) throw new Error('The proxy did not start');
    await pause(50);
  }
  return { url, stop: () => child.kill('SIGTERM') };
}
