import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const ALL_IN_ONE = fileURLToPath(new URL('../../functions/all-in-one.ts', import.meta.url));

/** How long a killed server stays away: clients meet a closed port. */
const AWAY_MS = 150;

/** An embedded server on one port and one folder that may be killed and started again at any time. */
export class ServerUnderTest {
  readonly folder: string;
  readonly url: string;
  private readonly port: number;
  private child: ChildProcess | null = null;
  private launching: Promise<void> = Promise.resolve();
  /** Starts so far, the first included. */
  starts = 0;

  private constructor(folder: string, port: number) {
    this.folder = folder;
    this.port = port;
    this.url = `http://127.0.0.1:${port}`;
  }

  static async start(): Promise<ServerUnderTest> {
    const server = new ServerUnderTest(await mkdtemp(join(tmpdir(), 'chaos-')), await freePort());
    await server.launch();
    return server;
  }

  /** Ends the process in an orderly way or at once, and starts the next one on the same folder. */
  async restart(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    this.launching = (async () => {
      await this.end(signal);
      await pause(AWAY_MS);
      await this.launch();
    })();
    await this.launching;
  }

  /** Resolves when the server listens: at once, or when a restart is over. */
  whenUp(): Promise<void> {
    return this.launching;
  }

  /** Ids of the engine processes now. */
  async enginePids(): Promise<number[]> {
    const { pid } = this.child ?? {};
    if (pid === undefined) return [];
    const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'ascii').catch(() => '');
    return text.split(' ').filter(Boolean).map(Number);
  }

  /** Resident memory in bytes and open descriptors of the server process now. */
  async usage(): Promise<{ residentBytes: number; descriptors: number }> {
    const base = `/proc/${this.child?.pid}`;
    const status = await readFile(`${base}/status`, 'ascii');
    const residentBytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024;
    return { residentBytes, descriptors: (await readdir(`${base}/fd`)).length };
  }

  /** Files below a folder of the data folder, as paths in it. */
  async filesIn(place: string): Promise<string[]> {
    const entries = await readdir(join(this.folder, place), { recursive: true, withFileTypes: true }).catch(
      () => [],
    );
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  }

  async stop(): Promise<void> {
    await this.end('SIGTERM');
    await rm(this.folder, { recursive: true, force: true });
  }

  private async launch(): Promise<void> {
    const child = spawn(process.execPath, [ALL_IN_ONE], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        PORT: String(this.port),
        DATA_DIR: this.folder,
        LOG_LEVEL: 'silent',
        // Every client of the run has the same address.
        FILES_PER_MINUTE: '1000000',
        UPLOADS_AT_ONCE: '1000',
        OPEN_JOBS: '1000',
        OPEN_BYTES: '1000000000000',
      },
    });
    this.child = child;
    this.starts += 1;
    const { value: line } = await createInterface({ input: child.stdout! })[Symbol.asyncIterator]().next();
    if (!/https?:/.test(String(line))) throw new Error(`The server did not start: ${String(line)}`);
  }

  private async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('No free port was found');
  return address.port;
}
