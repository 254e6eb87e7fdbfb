import { realpathSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { ConfigError } from '#platform/config-error.ts';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';
import type { Logger } from '#platform/logger.ts';
import { COLD_START } from './cold-start.ts';
import { EngineChild, type RunOptions } from './engine-child.ts';
import {
  EngineFailure,
  type EngineAnswer,
  type EngineJob,
  type HelpJob,
  type HelpJobAnswer,
} from './engine-job.ts';
import { engineConfinement } from './launch-engine.ts';
import { findSandbox, ownsNamespaces, type Sandbox } from './sandbox/sandbox.ts';
import { WaitingCallers } from './waiting-callers.ts';
import type { WorkLimits } from './work-watch.ts';

export interface EnginePoolOptions {
  /** Directory of temporary files: jobs' paths must lie on its file system. */
  readonly directory: string;
  readonly logger: Logger;
  /** Processes, each with one job at a time [one a core]. */
  readonly size?: number;
  /** Program of the processes [the engine]. */
  readonly script?: string;
  /** Whether a process loads everything before its first job [true]. Not worth it where there are few jobs. */
  readonly warmUp?: boolean;
  /** What one job may take [the CPU time of OPERATING_LIMITS]. */
  readonly limits?: WorkLimits;
  /** Resident memory at which a process is killed, in bytes [1500 MB]. */
  readonly memoryBytes?: number;
  /** What holds the processes beside Node's permission model [the strongest that works here]. */
  readonly sandbox?: Sandbox;
  /** Whether processes must have namespaces of their own [false]. */
  readonly sandboxRequired?: boolean;
  /** Priority of the processes, 0 (as the web process) to 19 (last) [5]. */
  readonly niceness?: number;
  /** A process retires after so many jobs [500]. */
  readonly jobsPerProcess?: number;
  /** A process that still holds so many bytes after a job retires [500 MB]. */
  readonly restingBytes?: number;
  /** Told of every process that is replaced. */
  readonly onReplaced?: (why: 'ended' | 'retired') => void;
}

const ENGINE_SCRIPT = fileURLToPath(new URL('./engine-process.ts', import.meta.url));
const START_ATTEMPTS = 3;
/** Below the web process. */
const USUAL_NICENESS = 5;

/** The sandbox that the log names: pools of one process share what was found, and it is told once. */
let told: Sandbox | undefined;

/** Runs jobs in isolated engine processes that are kept warm and replaced when they end. */
export class EnginePool {
  readonly size: number;
  private readonly options: EnginePoolOptions;
  private readonly program: EngineProgramOptions;
  private readonly children = new Set<EngineChild>();
  private readonly idle: EngineChild[] = [];
  private readonly waiting = new WaitingCallers<EngineChild>();
  private closed = false;

  /** @throws ConfigError where a sandbox is required and none with namespaces works here */
  constructor(options: EnginePoolOptions) {
    this.options = options;
    this.size = options.size ?? availableParallelism();
    this.program = programOf(options);
    const { sandbox } = this.program;
    if (options.sandboxRequired && !ownsNamespaces(sandbox.kind)) throw sandboxMissing(sandbox);
    if (sandbox !== told) logSandbox(sandbox, options.logger);
    told = sandbox;
  }

  /**
   * Runs a job as soon as a process is free, in the order of the calls. A process that ends before it took the job is
   * replaced, at most twice; a job that was begun is not repeated here. The source of a job that was begun is gone.
   * @throws EngineFailure, an error of the machine (machine-failure.ts), or the signal's reason when cancelled
   */
  async run(job: EngineJob, options: RunOptions = {}): Promise<EngineAnswer> {
    for (let attempt = 1; ; attempt += 1) {
      if (this.closed) throw EngineFailure.of('engine-crashed', 'the pool is closed');
      options.signal?.throwIfAborted();
      const child = await this.acquire(options.signal);
      try {
        return await child.run(job, { ...options, giveHelp: (part, signal) => this.giveHelp(part, signal) });
      } catch (error) {
        const isRepeatable = error instanceof EngineFailure && error.isBeforeStart;
        if (!isRepeatable || attempt >= START_ATTEMPTS) throw error;
        this.options.logger.warn('engine.not-started', { pid: child.pid, attempt, error });
      } finally {
        this.release(child);
      }
    }
  }

  /**
   * Gives a part of a file to an engine that no job needs: while one is idle, no caller waits. The next caller waits for a part at most.
   * @returns null where none is idle
   */
  private giveHelp(part: HelpJob, signal: AbortSignal): Promise<HelpJobAnswer> | null {
    const child = this.closed ? undefined : this.idleChild();
    return child ? child.help(part, { signal }).finally(() => this.release(child)) : null;
  }

  /**
   * Resolves when processes are up; one that cannot start is not an error here but at `run`.
   * @param count how many [all]
   * @returns whether so many came up
   */
  async warm(count: number = this.size): Promise<boolean> {
    for (let missing = count - this.children.size; !this.closed && missing > 0; missing -= 1) this.renew();
    const starts = await Promise.allSettled([...this.children].map((child) => child.ready));
    return starts.filter(({ status }) => status === 'fulfilled').length >= count;
  }

  /** Ids of the living processes. */
  pids(): number[] {
    return [...this.children].flatMap(({ isAlive, pid }) => (isAlive && pid !== undefined ? [pid] : []));
  }

  /** Kills every process; jobs that run or wait for one fail with "engine-crashed". May be called twice. */
  async close(): Promise<void> {
    this.closed = true;
    this.waiting.failAll(EngineFailure.of('engine-crashed', 'the pool was closed'));
    const all = [...this.children];
    for (const child of all) child.kill(EngineFailure.of('engine-crashed', 'the pool was closed'));
    await Promise.all(all.map((child) => child.exited));
  }

  private start(): EngineChild {
    const child = new EngineChild(this.program);
    this.children.add(child);
    void child.exited.then(() => this.forget(child));
    return child;
  }

  /** Removes an ended process; an idle one is replaced at once, a busy one when its job releases it. */
  private forget(child: EngineChild): void {
    this.children.delete(child);
    const at = this.idle.indexOf(child);
    if (at === -1) return;
    this.idle.splice(at, 1);
    if (this.closed) return;
    this.options.onReplaced?.('ended');
    // One that never started is started again by the next job, not in a loop.
    if (child.jobsDone > 0) this.renew();
  }

  /** Starts a process for another that is gone. Where the machine cannot, callers that wait fail; the next job tries again. */
  private renew(): void {
    try {
      this.offer(this.start());
    } catch (error) {
      this.options.logger.warn('engine.not-started', { error });
      this.waiting.failAll(error);
    }
  }

  private offer(child: EngineChild): void {
    if (!this.waiting.give(child)) this.idle.push(child);
  }

  private async acquire(signal: AbortSignal | undefined): Promise<EngineChild> {
    return this.idleChild() ?? this.waiting.wait(signal);
  }

  private idleChild(): EngineChild | undefined {
    return this.idle.pop() ?? (this.children.size < this.size ? this.start() : undefined);
  }

  private release(child: EngineChild): void {
    const { jobsPerProcess = 500, restingBytes = 500 * 1024 * 1024, logger } = this.options;
    if (this.closed) return child.kill(EngineFailure.of('engine-crashed', 'closed'));
    if (!child.isAlive) {
      this.options.onReplaced?.('ended');
      return this.renew();
    }
    const bytes = child.residentBytes;
    if (child.jobsDone < jobsPerProcess && bytes < restingBytes) return this.offer(child);
    logger.debug('engine.retired', { pid: child.pid, jobsDone: child.jobsDone, residentBytes: bytes });
    this.options.onReplaced?.('retired');
    child.kill(EngineFailure.of('engine-crashed', 'retired'));
    this.renew();
  }
}

type EngineProgramOptions = ConstructorParameters<typeof EngineChild>[0];

function programOf(options: EnginePoolOptions): EngineProgramOptions {
  const { script = ENGINE_SCRIPT, directory, niceness = USUAL_NICENESS } = options;
  const { memoryBytes = OPERATING_LIMITS.engineMemoryBytes } = options;
  return {
    script,
    scriptArguments: options.warmUp === false ? [COLD_START] : [],
    directory,
    limits: options.limits ?? { cpuMs: OPERATING_LIMITS.engineCpuSeconds * 1000 },
    memoryBytes,
    sandbox:
      options.sandbox ?? findSandbox(engineConfinement({ script, memoryBytes }, realpathSync(directory))),
    niceness,
  };
}

function sandboxMissing({ refused }: Sandbox): ConfigError {
  const reasons = Object.entries(refused).map(([kind, reason]) => `${kind}: ${reason}`);
  return new ConfigError([
    `ENGINE_SANDBOX: required, and this machine gives engine processes no namespaces of their own (${reasons.join('; ')}). See docs/sandbox.md`,
  ]);
}

/** What holds engine processes on this machine, and what is missing for more. */
function logSandbox({ kind, refused }: Sandbox, logger: Logger): void {
  if (ownsNamespaces(kind))
    return logger.info('engine.sandbox', { kind, ...(kind === 'unshare' ? { refused } : {}) });
  logger.warn('engine.sandbox', {
    kind,
    refused,
    meaning:
      'Engine processes have no namespaces of their own: native code that a file takes over could use the network and read what this account may read.',
  });
}
