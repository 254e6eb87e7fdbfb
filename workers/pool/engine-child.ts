import { statSync } from 'node:fs';
import { machineFailure } from '#platform/machine-failure.ts';
import { untilAborted } from '#platform/until-aborted.ts';
import { EngineFolder } from './engine-folder.ts';
import {
  EngineFailure,
  type EngineAnswer,
  type EngineJob,
  type EngineRequest,
  type HelpJob,
  type HelpJobAnswer,
} from './engine-job.ts';
import { readReply, type EngineReply } from './engine-reply.ts';
import { launchEngine, type EngineEnd, type EngineProgram, type LaunchedEngine } from './launch-engine.ts';
import { OfferedWork, type GiveHelp } from './offered-work.ts';
import { cpuMs, residentBytes, startedOthers } from './process-tree.ts';
import { LOOK_EVERY_MS, WorkWatch, type WorkLimits } from './work-watch.ts';

interface EngineChildOptions extends EngineProgram {
  /** Directory of temporary files: the process gets a folder of its own in it, and sees nothing else of it. */
  readonly directory: string;
  /** Of one job. */
  readonly limits: WorkLimits;
}

export interface RunOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((ratio: number) => void) | undefined;
  /** Awaited when a process is ready, before it gets the job; again when that process is lost before it took the job. */
  readonly onStart?: (() => Promise<void>) | undefined;
  /** Gives a part of the file to an idle engine [there is none]. */
  readonly giveHelp?: GiveHelp | undefined;
}

type Completed = Extract<EngineReply, { type: 'completed' | 'helped' }>;

type WorkRequest = Extract<EngineRequest, { type: 'job' | 'help' }>;

const MEMORY_CHECK_MS = 100;
/** Work of a process from its start to "ready": loading the native libraries takes a second or two. */
const START_LIMITS: WorkLimits = { cpuMs: 60_000 };
const STDERR_TAIL_CHARACTERS = 2_000;

/** One isolated engine process, seen from the parent. Takes one job at a time; a failure ends that process only. */
export class EngineChild {
  /** Resolves when the process can take its first job; rejects with EngineFailure "engine-crashed" when it cannot start. */
  readonly ready: Promise<void>;
  /** Resolves when the process is gone. */
  readonly exited: Promise<void>;
  jobsDone = 0;
  private readonly folder: EngineFolder;
  private readonly engine: LaunchedEngine;
  private readonly options: EngineChildOptions;
  private stderrTail = '';
  /** Why we killed it; undefined for a process that ends by itself. */
  private killReason: unknown;
  private onReply: (reply: EngineReply) => void = () => {};
  private onExit: (failure: unknown) => void = () => {};
  private gone = false;

  constructor(options: EngineChildOptions) {
    this.options = options;
    this.folder = new EngineFolder(options.directory);
    try {
      this.engine = launchEngine(options, this.folder.path);
    } catch (error) {
      void this.folder.remove().catch(() => {}); // The next start of the worker clears it away.
      throw error;
    }
    const { process: child } = this.engine;
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderrTail = (this.stderrTail + text).slice(-STDERR_TAIL_CHARACTERS);
    });
    child.on('message', (message) => this.receive(message));
    child.on('error', () => this.engine.kill()); // The channel is lost, or the process was never there.
    this.exited = this.engine.ended.then(async (end) => {
      this.gone = true;
      await this.folder.remove().catch(() => {}); // The next start of the worker clears it away.
      this.onExit(this.killReason ?? crashed(end, this.stderrTail));
    });
    this.ready = this.untilReady();
    this.ready.catch(() => {}); // Reported to the job that waits for it; there may be none yet.
  }

  /** The process that we started: the engine, or the sandbox that lives and dies with it. */
  get pid(): number | undefined {
    return this.engine.process.pid;
  }

  get isAlive(): boolean {
    return !this.gone && this.killReason === undefined;
  }

  /** Resident memory of the engine in bytes, 0 where it is unknown. */
  get residentBytes(): number {
    const pid = this.engine.enginePid();
    return (pid !== undefined && residentBytes(pid)) || 0;
  }

  /**
   * Runs one job. The source is moved away; the output is there when this resolves.
   * @throws EngineFailure with the engine's code, "engine-crashed", "timed-out", "limit-exceeded" or "internal"
   * @throws an error of the machine, see machine-failure.ts, which is no EngineFailure
   * @throws the signal's reason when cancelled; the process is gone by then, so its files can be removed
   */
  async run(job: EngineJob, options: RunOptions): Promise<EngineAnswer> {
    const answer = await this.work({ type: 'job', job }, options);
    if (answer.type === 'completed') return answer;
    throw this.malformed();
  }

  /** Works on a part of another engine's file: {@link run}. */
  async help(job: HelpJob, options: Pick<RunOptions, 'signal'>): Promise<HelpJobAnswer> {
    const answer = await this.work({ type: 'help', job }, options);
    if (answer.type === 'helped') return answer;
    throw this.malformed();
  }

  private async work(
    request: WorkRequest,
    { signal, onProgress, onStart, giveHelp }: RunOptions,
  ): Promise<Completed> {
    await untilAborted(this.ready, signal);
    await onStart?.();
    signal?.throwIfAborted();
    const offered = new OfferedWork(this.folder, giveHelp, (message) => this.engine.process.send(message));
    const stopWatching = this.watch(signal, offered);
    try {
      const answer = await this.ask(request, { onProgress, offered });
      this.jobsDone += 1;
      return answer;
    } finally {
      stopWatching();
      offered.end();
    }
  }

  private malformed(): EngineFailure {
    const failure = EngineFailure.of('engine-crashed', 'malformed reply');
    this.kill(failure);
    return failure;
  }

  /** Kills the process; the job that it has fails with `reason`. */
  kill(reason: unknown): void {
    this.killReason ??= reason;
    this.engine.kill();
  }

  private untilReady(): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const stopWatching = this.watchWork(START_LIMITS);
      this.onExit = (cause) => {
        stopWatching();
        reject(EngineFailure.beforeStart(cause));
      };
      this.onReply = (reply) => {
        if (reply.type !== 'ready') return;
        stopWatching();
        resolve();
      };
    });
  }

  private ask(
    request: WorkRequest,
    { onProgress, offered }: Pick<RunOptions, 'onProgress'> & { readonly offered: OfferedWork },
  ): Promise<Completed> {
    const { job } = request;
    return new Promise<Completed>((resolve, reject) => {
      if (!this.isAlive) return reject(EngineFailure.beforeStart(this.killReason ?? 'died while idle'));
      const sourceBytes = statSync(job.sourcePath).size;
      const inside = this.folder.takeIn<EngineJob | HelpJob>(job);
      this.onExit = reject;
      this.onReply = (reply) => {
        if (reply.type === 'progressed') return onProgress?.(reply.ratio);
        if (reply.type === 'offered') return void offered.pass(reply);
        if (reply.type === 'failed') {
          this.clear();
          if (reply.code !== 'internal') return reject(new EngineFailure(reply.code, reply.message));
          // What the file did to the process, such as taking all its descriptors, must not meet the next file. All that it wrote
          // is there when it has ended.
          this.onExit = () => reject(brokenDown(reply, this.stderrTail));
          return this.kill(EngineFailure.of('engine-crashed', 'broke down'));
        }
        if (reply.type === 'ready') return;
        const outputBytes = orError(() => this.folder.giveOut(job.outputPath));
        this.clear();
        if (outputBytes instanceof Error) return reject(outputBytes);
        if (isPlausible(reply, { sourceBytes, outputBytes })) resolve(reply);
        else this.kill(EngineFailure.of('engine-crashed', 'answer and files disagree'));
      };
      this.engine.process.send({ ...request, job: inside });
    });
  }

  /** Nothing of this job may be there for the next one. A process that leaves more than files gets no next one. */
  private clear(): void {
    this.onReply = () => {};
    if (!this.folder.empty()) this.kill(EngineFailure.of('engine-crashed', 'left more than files'));
  }

  private receive(message: unknown): void {
    const reply = readReply(message);
    if (reply) this.onReply(reply);
    else this.kill(EngineFailure.of('engine-crashed', 'malformed reply'));
  }

  private watch(signal: AbortSignal | undefined, offered: OfferedWork): () => void {
    const { limits, memoryBytes } = this.options;
    const stopWatchingWork = this.watchWork(limits, offered);
    const memory = setInterval(() => {
      const bytes = this.residentBytes;
      if (bytes > memoryBytes)
        this.kill(EngineFailure.of('limit-exceeded', `resident memory of ${bytes} bytes`));
    }, MEMORY_CHECK_MS);
    // Reads a file of each thread, so not as often.
    const tree = setInterval(() => {
      const pid = this.engine.enginePid();
      if (pid !== undefined && startedOthers(pid))
        this.kill(EngineFailure.of('engine-crashed', 'started other processes'));
    }, LOOK_EVERY_MS);
    const cancel = () => this.kill(signal?.reason);
    signal?.addEventListener('abort', cancel, { once: true });
    return () => {
      stopWatchingWork();
      clearInterval(memory);
      clearInterval(tree);
      signal?.removeEventListener('abort', cancel);
    };
  }

  /** Kills the process when it works too much or not at all. @returns how to stop watching */
  private watchWork(limits: WorkLimits, offered?: OfferedWork): () => void {
    const taken = () => {
      const pid = this.engine.enginePid();
      return pid === undefined ? null : cpuMs(pid);
    };
    const work = new WorkWatch(limits, taken());
    const looks = setInterval(() => {
      const failure = work.look(taken(), offered?.isHelped);
      if (failure) this.kill(failure);
    }, LOOK_EVERY_MS);
    return () => clearInterval(looks);
  }
}

function crashed({ code, signal, error }: EngineEnd, stderrTail: string): EngineFailure {
  if (error) return EngineFailure.of('engine-crashed', error);
  // By its words: how an abort ends differs for the first process of a namespace.
  const outOfHeap = code !== 0 && stderrTail.includes('heap out of memory');
  return EngineFailure.of(outOfHeap ? 'limit-exceeded' : 'engine-crashed', {
    exitCode: code,
    signal,
    stderrTail,
  });
}

function brokenDown({ machineCode }: Extract<EngineReply, { type: 'failed' }>, stderrTail: string): Error {
  return machineCode === undefined
    ? EngineFailure.of('internal', { stderrTail })
    : machineFailure(machineCode, 'The machine failed the engine', { cause: { stderrTail } });
}

function orError<T>(call: () => T): T | Error {
  try {
    return call();
  } catch (error) {
    return error as Error;
  }
}

/** Whether the files agree with the reply: the output as long as reported, and no longer than the source where it is no other picture. */
function isPlausible(
  reply: Completed,
  files: { readonly sourceBytes: number; readonly outputBytes: number | null },
): boolean {
  if (files.outputBytes !== reply.outputBytes) return false;
  const isShorter = files.outputBytes <= files.sourceBytes;
  if (reply.type === 'helped') return isShorter;
  const { outputBytes, output } = reply.report;
  return outputBytes === reply.outputBytes && (isShorter || output !== undefined);
}
