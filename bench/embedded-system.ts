import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const ALL_IN_ONE = fileURLToPath(new URL('../functions/all-in-one.ts', import.meta.url));

/** The whole embedded server in a process of its own, on a free port and an empty folder. */
export interface EmbeddedSystem {
  readonly url: string;
  /** Of the web process. */
  readonly pid: number;
  /** Sends a file through `POST /api/compress`. @returns ms until the whole answer was there */
  compress(
    file: Blob,
    name: string,
    headers?: Record<string, string>,
  ): Promise<{ ms: number; status: number }>;
  /** Resident memory of the web process now, in bytes. */
  residentBytes(): Promise<number>;
  stop(): Promise<void>;
}

/** @param env variables beside the usual ones */
export async function startEmbeddedSystem(env: Record<string, string> = {}): Promise<EmbeddedSystem> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-pipeline-'));
  const child = spawn(process.execPath, [ALL_IN_ONE], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...env },
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const { value: line } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  const url = /http:\/\/\S+/.exec(String(line))?.[0];
  if (!url) throw new Error('The server did not start');
  return {
    url,
    pid: child.pid!,
    async compress(file, name, headers = {}) {
      const form = new FormData();
      form.set('file', file, name);
      const start = performance.now();
      const response = await fetch(`${url}/api/compress`, { method: 'POST', body: form, headers });
      await response.arrayBuffer();
      return { ms: performance.now() - start, status: response.status };
    },
    async residentBytes() {
      const status = await readFile(`/proc/${child.pid}/status`, 'ascii');
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024;
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
