import { fork, type ChildProcess } from 'node:child_process';
import { statSync, writeFileSync } from 'node:fs';
import { availableParallelism, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { pickEnvironment } from '#platform/process-environment.ts';
import {
  EngineFailure,
  engineReplySchema,
  type EngineAnswer,
  type EngineJob,
  type EngineReply,
} from './engine-job.ts';
import { residentBytes } from './resident-memory.ts';

export interface EngineChildOptions {
  /** Program of the process. */
  readonly script: string;
  /** Directory of temporary files: the only place where the process may write. */
  readonly directory: string;
  /** Time for one job before the process is killed, in ms. */
  readonly killMs: number;
  /** Time from start to "ready", in ms. */
  readonly startMs: number;
  /** Resident memory at which the process is killed, in bytes. */
  readonly memoryBytes: number;
  /** Priority of the process, 0 to 19 (last). */
  readonly niceness: number;
}

export interface RunOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((ratio: number) => void) | undefined;
  /** Awaited when a process is ready, before it gets the job; again when that process is lost before it took the job. */
  readonly onStart?: (() => Promise<void>) | undefined;
}

const MEMORY_CHECK_MS = 100;
const STDERR_TAIL_CHARACTERS = 2_000;

/** One isolated engine process, seen from the parent. Takes one job at a time; a failure ends that process only. */
export class EngineChild {
  /** Resolves when the process can take its first job; rejects with EngineFailure "engine-crashed" when it cannot start. */
  readonly ready: Promise<void>;
  /** Resolves when the process is gone. */
  readonly exited: Promise<void>;
  jobsDone = 0;
  private readonly process: ChildProcess;
  private readonly options: EngineChildOptions;
  private stderrTail = '';
  /** Why we killed it; undefined for a process that ends by itself. */
  private killReason: unknown;
  private onReply: (reply: EngineReply) => void = () => {};
  private onExit: (failure: unknown) => void = () => {};
  private gone = false;

  constructor(options: EngineChildOptions) {
    this.options = options;
    this.process = spawnEngine(options);
    this.process.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderrTail = (this.stderrTail + text).slice(-STDERR_TAIL_CHARACTERS);
    });
    this.process.on('message', (message) => this.receive(message));
    this.exited = new Promise((resolve) => {
      const end = (code: number | null, signal: string | null) => {
        this.gone = true;
        this.onExit(this.killReason ?? crashed(code, signal, this.stderrTail));
        resolve();
      };
      this.process.once('close', end);
      this.process.on('error', () => {
        if (this.process.pid === undefined) end(null, null);
        else this.process.kill('SIGKILL'); // The channel is lost; the exit is reported above.
      });
    });
    this.ready = this.untilReady();
    this.ready.catch(() => {}); // Reported to the job that waits for it; there may be none yet.
  }

  get pid(): number | undefined {
    return this.process.pid;
  }

  get isAlive(): boolean {
    return !this.gone && this.killReason === undefined;
  }

  /** Resident memory in bytes, 0 where it is unknown. */
  get residentBytes(): number {
    return (this.pid !== undefined && residentBytes(this.pid)) || 0;
  }

  /**
   * Runs one job.
   * @throws EngineFailure with the engine's code, "engine-crashed", "timed-out", "limit-exceeded" or "internal"
   * @throws the signal's reason when cancelled; the process is gone by then, so its files can be removed
   */
  async run(job: EngineJob, { signal, onProgress, onStart }: RunOptions): Promise<EngineAnswer> {
    await orAborted(this.ready, signal);
    await onStart?.();
    signal?.throwIfAborted();
    const stopWatching = this.watch(signal);
    try {
      const answer = await this.ask(job, onProgress);
      this.jobsDone += 1;
      return answer;
    } finally {
      stopWatching();
    }
  }

  /** Kills the process; the job that it has fails with `reason`. */
  kill(reason: unknown): void {
    this.killReason ??= reason;
    this.process.kill('SIGKILL');
  }

  private untilReady(): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => this.kill('did not start in time'), this.options.startMs);
      this.onExit = (cause) => {
        clearTimeout(timer);
        reject(EngineFailure.beforeStart(cause));
      };
      this.onReply = (reply) => {
        if (reply.type !== 'ready') return;
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private ask(job: EngineJob, onProgress: RunOptions['onProgress']): Promise<EngineAnswer> {
    return new Promise<EngineAnswer>((resolve, reject) => {
      if (!this.isAlive) return reject(EngineFailure.beforeStart(this.killReason ?? 'died while idle'));
      this.onExit = reject;
      this.onReply = (reply) => {
        if (reply.type === 'progressed') return onProgress?.(reply.ratio);
        if (reply.type === 'failed') return reject(failed(reply, this.stderrTail));
        if (reply.type !== 'completed') return;
        if (isPlausible(job, reply)) resolve({ outputBytes: reply.outputBytes, report: reply.report });
        else this.kill(EngineFailure.of('engine-crashed', 'answer and files disagree'));
      };
      this.process.send({ type: 'job', job });
    });
  }

  private receive(message: unknown): void {
    const reply = engineReplySchema.safeParse(message);
    if (reply.success) this.onReply(reply.data);
    else this.kill(EngineFailure.of('engine-crashed', 'malformed reply'));
  }

  private watch(signal: AbortSignal | undefined): () => void {
    const { killMs, memoryBytes } = this.options;
    const deadline = setTimeout(() => this.kill(EngineFailure.of('timed-out')), killMs);
    const memory = setInterval(() => {
      const bytes = this.residentBytes;
      if (bytes > memoryBytes)
        this.kill(EngineFailure.of('limit-exceeded', `resident memory of ${bytes} bytes`));
    }, MEMORY_CHECK_MS);
    const cancel = () => this.kill(signal?.reason);
    signal?.addEventListener('abort', cancel, { once: true });
    return () => {
      clearTimeout(deadline);
      clearInterval(memory);
      signal?.removeEventListener('abort', cancel);
    };
  }
}

/** The same promise, but an abort of the signal rejects with its reason at once. */
async function orAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise<T>((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

const PROJECT_ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Variables that a process inherits: library path and time zone; no key, token or address. */
const INHERITED = ['LD_LIBRARY_PATH', 'SystemRoot', 'TZ'] as const;

function spawnEngine({ script, directory, niceness }: EngineChildOptions): ChildProcess {
  const child = fork(script, [], {
    cwd: directory,
    env: environment(directory),
    execArgv: [
      // The heap only; samples and files live outside it and are watched as resident memory.
      '--max-old-space-size=1024',
      '--disable-warning=SecurityWarning',
      '--disable-warning=ExperimentalWarning',
      // A process that a file has taken over can write nowhere else and start no other process.
      '--permission',
      `--allow-fs-read=${PROJECT_ROOT}`,
      `--allow-fs-read=${directory}`,
      `--allow-fs-write=${directory}`,
      '--allow-addons',
      '--allow-worker',
    ],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  if (child.pid !== undefined) yieldToOthers(child.pid, niceness);
  return child;
}

function environment(directory: string): NodeJS.ProcessEnv {
  return {
    ...pickEnvironment(INHERITED),
    NODE_ENV: 'production',
    TMPDIR: directory,
    // glibc keeps an arena per thread otherwise, and resident memory never comes back down.
    MALLOC_ARENA_MAX: '2',
    // glibc raises its limit for mapped blocks up to 32 MB and then keeps freed pictures for itself; with a fixed limit
    // they go back to the system at once. A PDF of 197 MB: 685 instead of 900 MB resident.
    MALLOC_MMAP_THRESHOLD_: '1000000',
    UV_THREADPOOL_SIZE: String(Math.max(2, availableParallelism())),
  };
}

/** Lower priority than the web process, and the first to go when the system runs out of memory. */
function yieldToOthers(pid: number, niceness: number): void {
  try {
    setPriority(pid, niceness);
    writeFileSync(`/proc/${pid}/oom_score_adj`, '800');
  } catch {
    // Not permitted or not Linux: the process keeps the usual priority.
  }
}

function crashed(code: number | null, signal: string | null, stderrTail: string): EngineFailure {
  const outOfHeap = signal === 'SIGABRT' && stderrTail.includes('heap out of memory');
  return EngineFailure.of(outOfHeap ? 'limit-exceeded' : 'engine-crashed', {
    exitCode: code,
    signal,
    stderrTail,
  });
}

function failed(reply: Extract<EngineReply, { type: 'failed' }>, stderrTail: string): EngineFailure {
  if (reply.code === 'internal') return EngineFailure.of('internal', { stderrTail });
  return new EngineFailure(reply.code, reply.message);
}

/** Whether the files agree with the reply: the output as long as reported and no longer than the source. */
function isPlausible(job: EngineJob, reply: Extract<EngineReply, { type: 'completed' }>): boolean {
  const source = statSync(job.sourcePath, { throwIfNoEntry: false });
  const output = statSync(job.outputPath, { throwIfNoEntry: false });
  return (
    output?.size === reply.outputBytes &&
    reply.report.outputBytes === reply.outputBytes &&
    source !== undefined &&
    output.size <= source.size
  );
}
