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
}

export interface RunOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((ratio: number) => void) | undefined;
}

const MEMORY_CHECK_MS = 100;
const STDERR_TAIL_CHARACTERS = 2_000;

/** One isolated engine process, seen from the parent. Takes one job at a time; whatever goes wrong ends that process only. */
export class EngineChild {
  /** Resolves when the process can take its first job; rejects with EngineFailure "engine-crashed" when it cannot start. */
  readonly ready: Promise<void>;
  /** Resolves when the process is gone. */
  readonly exited: Promise<void>;
  jobsDone = 0;
  private readonly process: ChildProcess;
  private readonly options: EngineChildOptions;
  private stderrTail = '';
  /** Why we killed it; a process that ends without it has crashed. */
  private doom: unknown;
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
        this.onExit(this.doom ?? crashed(code, signal, this.stderrTail));
        resolve();
      };
      this.process.once('close', end);
      this.process.on('error', () => {
        if (this.process.pid === undefined) end(null, null);
        else this.process.kill('SIGKILL'); // A lost channel; the exit tells the rest.
      });
    });
    this.ready = this.untilReady();
    this.ready.catch(() => {}); // Whoever waits for it hears of it; nobody may be waiting yet.
  }

  get pid(): number | undefined {
    return this.process.pid;
  }

  get isAlive(): boolean {
    return !this.gone && this.doom === undefined;
  }

  /** Resident memory in bytes, 0 where it cannot be told. */
  get residentBytes(): number {
    return (this.pid !== undefined && residentBytes(this.pid)) || 0;
  }

  /**
   * Runs one job.
   * @throws EngineFailure with the engine's code, "engine-crashed", "timed-out", "limit-exceeded" or "internal"
   * @throws the signal's reason when cancelled; the process is gone by then, so its files can be removed
   */
  async run(job: EngineJob, { signal, onProgress }: RunOptions): Promise<EngineAnswer> {
    await this.ready;
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

  /** Kills the process; what waits for it fails with `reason`. */
  kill(reason: unknown): void {
    this.doom ??= reason;
    this.process.kill('SIGKILL');
  }

  private untilReady(): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const late = EngineFailure.blameless('did not start in time');
      const timer = setTimeout(() => this.kill(late), this.options.startMs);
      this.onExit = (failure) => {
        clearTimeout(timer);
        reject(failure);
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
      if (!this.isAlive) return reject(this.doom ?? EngineFailure.blameless('died while idle'));
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
    else this.kill(EngineFailure.of('engine-crashed', 'answered with rubbish'));
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

const PROJECT_ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** What a process may inherit: where libraries lie and the time zone. No key, token or address is among them. */
const INHERITED = ['LD_LIBRARY_PATH', 'SystemRoot', 'TZ'] as const;

function spawnEngine({ script, directory }: EngineChildOptions): ChildProcess {
  const child = fork(script, [], {
    cwd: directory,
    env: environment(directory),
    execArgv: [
      // The heap only; samples and files live outside it and are watched as resident memory.
      '--max-old-space-size=1024',
      '--disable-warning=SecurityWarning',
      '--disable-warning=ExperimentalWarning',
      // A process led astray by a file can write nowhere else and start nothing.
      '--permission',
      `--allow-fs-read=${PROJECT_ROOT}`,
      `--allow-fs-read=${directory}`,
      `--allow-fs-write=${directory}`,
      '--allow-addons',
      '--allow-worker',
    ],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  if (child.pid !== undefined) yieldToOthers(child.pid);
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

/** The web process answers first, and when the system runs out of memory it is the engine that goes. */
function yieldToOthers(pid: number): void {
  try {
    setPriority(pid, 5);
    writeFileSync(`/proc/${pid}/oom_score_adj`, '800');
  } catch {
    // Not allowed or not Linux: everything works, only less politely.
  }
}

function crashed(code: number | null, signal: string | null, stderrTail: string): EngineFailure {
  const facts = { exitCode: code, signal, stderrTail };
  // We give a reason for every kill of ours, so this one came from outside (an operator, the kernel).
  if (signal === 'SIGKILL') return EngineFailure.blameless(facts);
  const outOfHeap = signal === 'SIGABRT' && stderrTail.includes('heap out of memory');
  return EngineFailure.of(outOfHeap ? 'limit-exceeded' : 'engine-crashed', facts);
}

function failed(reply: Extract<EngineReply, { type: 'failed' }>, stderrTail: string): EngineFailure {
  if (reply.code === 'internal') return EngineFailure.of('internal', { stderrTail });
  return new EngineFailure(reply.code, reply.message);
}

/** The answer is believed when the files say the same: never bigger, and as long as reported. */
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
