import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const PROGRAMS = { web: '../../functions/web.ts', worker: '../../workers/main.ts' } as const;
/** A machine on which many processes wait for a core needs minutes. */
const START_MS = 180_000;

/** A line of the log of a service. */
export interface LogLine {
  readonly service: string;
  readonly event: string;
  readonly [field: string]: unknown;
}

/** A web server or a worker as an image starts it. */
export class ServiceProcess {
  readonly name: string;
  readonly url: string;
  private readonly role: 'web' | 'worker';
  private readonly environment: Readonly<Record<string, string>>;
  private readonly onLine: (line: LogLine) => void;
  private child: ChildProcess | undefined;

  constructor(
    { name, role, port }: { name: string; role: 'web' | 'worker'; port: number },
    environment: Readonly<Record<string, string>>,
    onLine: (line: LogLine) => void,
  ) {
    this.name = name;
    this.role = role;
    this.url = `http://127.0.0.1:${port}`;
    this.environment = { ...environment, PORT: String(port) };
    this.onLine = onLine;
  }

  get pid(): number | undefined {
    return this.child?.pid;
  }

  /** Resolves when it says that it is ready. */
  async start(): Promise<void> {
    const program = fileURLToPath(new URL(PROGRAMS[this.role], import.meta.url));
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
      stdio: ['ignore', 'ignore', 'pipe'],
      // Only what an image has, so that nothing of this shell is taken for configuration.
      env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production', ...this.environment },
    });
    this.child = child;
    createInterface({ input: child.stderr }).on('line', (text) => this.onLine(this.parsed(text)));
    const deadline = performance.now() + START_MS;
    while (!(await fetch(`${this.url}/readyz`).catch(() => null))?.ok) {
      if (child.exitCode !== null || performance.now() > deadline)
        throw new Error(`${this.name} did not start`);
      await pause(50);
    }
  }

  /** Ends it and waits until it is gone. @returns its exit code, null where a signal ended it */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    const { child } = this;
    if (!child) return null;
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    }
    return child.exitCode;
  }

  private parsed(text: string): LogLine {
    try {
      return { service: this.name, ...(JSON.parse(text) as { event: string }) };
    } catch {
      return { service: this.name, event: 'not-json', text };
    }
  }
}
