import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../infra/setup/free-port.ts';

/** A server of one test's own, which may die. */
export interface OwnServer {
  readonly origin: string;
  /** Starts it on its port and folder, the first time or again. Resolves when it is ready. */
  start(): Promise<void>;
  /** Ends it, in order or in the middle of whatever it does. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** Ends it and deletes its folder. */
  remove(): Promise<void>;
}

/** @param env variables beside the usual ones */
export async function createOwnServer(env: Readonly<Record<string, string>> = {}): Promise<OwnServer> {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'featherpress-own-'));
  const origin = `http://localhost:${port}`;
  let child: ChildProcess | null = null;
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    const running = child;
    child = null;
    if (!running || running.exitCode !== null) return;
    const gone = once(running, 'exit');
    running.kill(signal);
    await gone;
  };
  return {
    origin,
    end,
    async start() {
      child = spawn('node_modules/.bin/node', ['functions/all-in-one.ts'], {
        // An engine of each kind: every start of one takes a second.
        env: {
          ...process.env,
          ...{ PORT: String(port), DATA_DIR: folder, LOG_LEVEL: 'silent', WORKER_CONCURRENCY: '1' },
          ...env,
        },
        stdio: 'ignore',
      });
      const ready = () =>
        fetch(`${origin}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        );
      while (!(await ready())) await new Promise((resolve) => setTimeout(resolve, 100));
    },
    async remove() {
      await end('SIGKILL');
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
