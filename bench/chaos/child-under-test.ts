import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { FaultOrder } from './port-faults.ts';

const PROGRAM = fileURLToPath(new URL('./process-under-test.ts', import.meta.url));

/** How long a killed process stays away: clients meet a closed port. */
const AWAY_MS = 150;

export interface Usage {
  readonly residentBytes: number;
  readonly descriptors: number;
}

/** A process that may be killed and started again at any time. */
export class ChildUnderTest {
  readonly role: 'all' | 'web' | 'worker';
  private readonly environment: Readonly<Record<string, string>>;
  private child: ChildProcess | null = null;
  private launching: Promise<void> = Promise.resolve();

  constructor(role: 'all' | 'web' | 'worker', environment: Readonly<Record<string, string>>) {
    this.role = role;
    this.environment = environment;
  }

  /** Resolves when it answers: at once, or when a restart is over. */
  whenUp(): Promise<void> {
    return this.launching;
  }

  /** Ends the process in an orderly way or at once, and starts the next one. */
  async restart(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    this.launching = (async () => {
      await this.end(signal);
      await pause(AWAY_MS);
      await this.launch();
    })();
    await this.launching;
  }

  order(order: FaultOrder): void {
    if (this.child?.connected) this.child.send(order);
  }

  /** Ids of its engine processes now. */
  async enginePids(): Promise<number[]> {
    const { pid } = this.child ?? {};
    const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'ascii').catch(() => '');
    return text.split(' ').filter(Boolean).map(Number);
  }

  /** Resident memory in bytes and open descriptors now; null while it is away. */
  async usage(): Promise<Usage | null> {
    const base = `/proc/${this.child?.pid}`;
    try {
      const status = await readFile(`${base}/status`, 'ascii');
      const residentBytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
      return { residentBytes, descriptors: (await readdir(`${base}/fd`)).length };
    } catch {
      return null;
    }
  }

  async launch(): Promise<void> {
    const child = fork(PROGRAM, [this.role], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      execArgv: ['--disable-warning=ExperimentalWarning'],
      env: { ...process.env, LOG_LEVEL: 'silent', ...this.environment },
    });
    this.child = child;
    const { value: line } = await createInterface({ input: child.stdout! })[Symbol.asyncIterator]().next();
    if (!/http|ready/.test(String(line)))
      throw new Error(`The ${this.role} process did not start: ${String(line)}`);
    child.stdout!.resume();
  }

  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
}
