import { realpathSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { ConfigError } from '#platform/config.ts';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';
import type { Logger } from '#platform/logger.ts';
import { COLD_START } from './cold-start.ts';
import { EngineChild, type RunOptions } from './engine-child.ts';
import { EngineFailure, type EngineAnswer, type EngineJob } from './engine-job.ts';
import { engineConfinement } from './launch-engine.ts';
import { findSandbox, ownsNamespaces, type Sandbox } from './sandbox/sandbox.ts';
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

/** Runs jobs in isolated engine processes that are kept warm and replaced when they end. */
export interface EnginePool {
  readonly size: number;
  /**
   * Runs a job as soon as a process is free, in the order of the calls. A process that ends before it took the job is
   * replaced, at most twice; a job that was begun is not repeated here. The source of a job that was begun is gone.
   * @throws EngineFailure, an error of the machine (machine-failure.ts), or the signal's reason when cancelled
   */
  run(job: EngineJob, options?: RunOptions): Promise<EngineAnswer>;
  /** Resolves when every process is up; a process that cannot start is not an error here but at `run`. */
  warm(): Promise<void>;
  /** Ids of the living processes. */
  pids(): number[];
  /** Kills every process; jobs still running fail with "engine-crashed". May be called twice. */
  close(): Promise<void>;
}

const ENGINE_SCRIPT = fileURLToPath(new URL('./engine-process.ts', import.meta.url));
const START_ATTEMPTS = 3;
/** Below the web process. */
const USUAL_NICENESS = 5;

/** @throws ConfigError where a sandbox is required and none with namespaces works here */
export function createEnginePool(options: EnginePoolOptions): EnginePool {
  const { logger, jobsPerProcess = 500, restingBytes = 500 * 1024 * 1024, onReplaced = () => {} } = options;
  const size = options.size ?? availableParallelism();
  const children = new Set<EngineChild>();
  const idle: EngineChild[] = [];
  const waiting: Turn[] = [];
  let closed = false;
  const script = options.script ?? ENGINE_SCRIPT;
  const memoryBytes = options.memoryBytes ?? OPERATING_LIMITS.engineMemoryBytes;
  const sandbox =
    options.sandbox ??
    findSandbox(engineConfinement({ script, memoryBytes }, realpathSync(options.directory)));
  if (options.sandboxRequired && !ownsNamespaces(sandbox.kind)) throw sandboxMissing(sandbox);
  logSandbox(sandbox, logger);

  const start = (): EngineChild => {
    const child = new EngineChild({
      script,
      scriptArguments: options.warmUp === false ? [COLD_START] : [],
      directory: options.directory,
      limits: options.limits ?? { cpuMs: OPERATING_LIMITS.engineCpuSeconds * 1000 },
      memoryBytes,
      sandbox,
      niceness: options.niceness ?? USUAL_NICENESS,
    });
    children.add(child);
    void child.exited.then(() => replace(child));
    return child;
  };

  /** Removes an ended process; an idle one is replaced at once, a busy one when its job releases it. */
  const replace = (child: EngineChild): void => {
    children.delete(child);
    const at = idle.indexOf(child);
    if (at === -1) return;
    idle.splice(at, 1);
    if (!closed) onReplaced('ended');
    // One that never started is started again by the next job, not in a loop.
    if (!closed && child.jobsDone > 0) renew();
  };

  /** Puts a new process in the place of another. Where the machine cannot, those that wait are told, and the next job tries again. */
  const renew = (): void => {
    try {
      offer(start());
    } catch (error) {
      logger.warn('engine.not-started', { error });
      for (const turn of waiting.splice(0)) turn.fail(error);
    }
  };

  const offer = (child: EngineChild): void => {
    const next = waiting.shift();
    if (next) next.take(child);
    else idle.push(child);
  };

  const acquire = async (signal: AbortSignal | undefined): Promise<EngineChild> => {
    const child = idle.pop() ?? (children.size < size ? start() : undefined);
    return child ? child : waitForTurn(waiting, signal);
  };

  const release = (child: EngineChild): void => {
    if (closed) return child.kill(EngineFailure.of('engine-crashed', 'closed'));
    if (!child.isAlive) {
      onReplaced('ended');
      return renew();
    }
    const bytes = child.residentBytes;
    if (child.jobsDone < jobsPerProcess && bytes < restingBytes) return offer(child);
    logger.debug('engine.retired', { pid: child.pid, jobsDone: child.jobsDone, residentBytes: bytes });
    onReplaced('retired');
    child.kill(EngineFailure.of('engine-crashed', 'retired'));
    renew();
  };

  return {
    size,
    async run(job, runOptions = {}) {
      for (let attempt = 1; ; attempt += 1) {
        if (closed) throw EngineFailure.of('engine-crashed', 'the pool is closed');
        runOptions.signal?.throwIfAborted();
        const child = await acquire(runOptions.signal);
        try {
          return await child.run(job, runOptions);
        } catch (error) {
          const isRepeatable = error instanceof EngineFailure && error.isBeforeStart;
          if (!isRepeatable || attempt >= START_ATTEMPTS) throw error;
          logger.warn('engine.not-started', { pid: child.pid, attempt, error });
        } finally {
          release(child);
        }
      }
    },
    async warm() {
      for (let missing = size - children.size; !closed && missing > 0; missing -= 1) renew();
      await Promise.allSettled([...children].map((child) => child.ready));
    },
    pids: () =>
      [...children].flatMap((child) => (child.isAlive && child.pid !== undefined ? [child.pid] : [])),
    async close() {
      closed = true;
      const all = [...children];
      for (const child of all) child.kill(EngineFailure.of('engine-crashed', 'the pool was closed'));
      await Promise.all(all.map((child) => child.exited));
    },
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

interface Turn {
  readonly take: (child: EngineChild) => void;
  readonly fail: (error: unknown) => void;
}

function waitForTurn(waiting: Turn[], signal: AbortSignal | undefined): Promise<EngineChild> {
  return new Promise((resolve, reject) => {
    const turn: Turn = {
      take(child) {
        signal?.removeEventListener('abort', leave);
        resolve(child);
      },
      fail(error) {
        signal?.removeEventListener('abort', leave);
        reject(error as Error);
      },
    };
    const leave = () => {
      waiting.splice(waiting.indexOf(turn), 1);
      reject(signal?.reason as Error);
    };
    signal?.addEventListener('abort', leave, { once: true });
    waiting.push(turn);
  });
}
