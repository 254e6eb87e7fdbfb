import { fork, type ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism, setPriority } from 'node:os';
import { pickEnvironment } from '#platform/process-environment.ts';
import { COMPILED_CODE_VARIABLE, compiledCode } from './compiled-code.ts';
import { firstChild, killEngines } from './process-tree.ts';
import { codePaths } from './sandbox/code-paths.ts';
import type { Confinement } from './sandbox/confinement.ts';
import { permissionFlags } from './sandbox/node-permissions.ts';
import { ownsNamespaces, type Sandbox } from './sandbox/sandbox.ts';

export interface EngineProgram {
  readonly script: string;
  readonly scriptArguments: readonly string[];
  readonly sandbox: Sandbox;
  /** Resident memory at which the process is killed, in bytes. */
  readonly memoryBytes: number;
  /** Priority of the process, 0 (as the web process) to 19 (last). */
  readonly niceness: number;
}

export interface EngineEnd {
  readonly code: number | null;
  readonly signal: string | null;
  /** Why it could not be started [it was]. */
  readonly error?: Error;
}

/** An engine process with the sandbox that it runs in. */
export interface LaunchedEngine {
  /** What was started: the engine, or the sandbox that lives and dies with it. It speaks for the engine in either case. */
  readonly process: ChildProcess;
  /** Id of the engine itself; undefined before it is there. */
  enginePid(): number | undefined;
  /** Resolves when both are gone, with the exit code or signal of the process; at once when it could not be started. */
  readonly ended: Promise<EngineEnd>;
  /** Kills both. */
  kill(): void;
}

/** What an engine process may have. @param folder its own folder, without symbolic links */
export function engineConfinement(
  { script, memoryBytes }: Pick<EngineProgram, 'script' | 'memoryBytes'>,
  folder: string,
): Confinement {
  return { folder, readable: codePaths(script), memoryBytes, compiled: compiledCode() };
}

/** Flags of V8; code that was compiled with others counts as none. */
export const ENGINE_FLAGS = [
  // The heap only; samples and files live outside it and are watched as resident memory.
  '--max-old-space-size=1024',
  // Optimising beside the work takes more CPU than it gives back: 4 % of what PDFs and decks take (docs/experiments/pdf.md).
  // A machine with an engine a core has none left for it. Results have the same bytes.
  '--no-concurrent-recompilation',
] as const;

/** The command of an engine process up to its program. */
export function engineCommand(sandbox: Sandbox, confinement: Confinement): [string, ...string[]] {
  return sandbox.wrap(
    [
      process.execPath,
      ...ENGINE_FLAGS,
      '--disable-warning=SecurityWarning',
      '--disable-warning=ExperimentalWarning',
      ...permissionFlags(confinement),
    ],
    confinement,
  );
}

/** Variables that a process inherits: library path and time zone; no key, token or address. */
const INHERITED = ['LD_LIBRARY_PATH', 'SystemRoot', 'TZ'] as const;

/** The environment of an engine process. */
export function engineEnvironment({
  folder,
  compiled,
}: Pick<Confinement, 'folder' | 'compiled'>): NodeJS.ProcessEnv {
  return {
    ...pickEnvironment(INHERITED),
    ...(compiled && { [COMPILED_CODE_VARIABLE]: compiled }),
    NODE_ENV: 'production',
    TMPDIR: folder,
    // glibc keeps an arena per thread otherwise, and resident memory never comes back down.
    MALLOC_ARENA_MAX: '2',
    // glibc raises its limit for mapped blocks up to 32 MB and then keeps freed pictures for itself; with a fixed limit
    // they go back to the system at once. A PDF of 197 MB: 685 instead of 900 MB resident.
    MALLOC_MMAP_THRESHOLD_: '1000000',
    UV_THREADPOOL_SIZE: String(Math.max(2, availableParallelism())),
  };
}

/** @param folder the folder of the process, without symbolic links */
export function launchEngine(program: EngineProgram, folder: string): LaunchedEngine {
  const confinement = engineConfinement(program, folder);
  const [execPath, ...execArgv] = engineCommand(program.sandbox, confinement);
  const child = fork(program.script, program.scriptArguments, {
    cwd: folder,
    env: engineEnvironment(confinement),
    execPath,
    execArgv,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const { pid } = child;
  if (pid !== undefined) yieldToOthers(pid, program.niceness);
  return {
    process: child,
    enginePid: () => (pid === undefined || !ownsNamespaces(program.sandbox.kind) ? pid : firstChild(pid)),
    ended: endOf(child, folder),
    kill: () => void child.kill('SIGKILL'),
  };
}

/** Time between the end of a sandbox and that of the engine in it, in ms; the kernel needs none. */
const REST_MS = 200;

/**
 * Resolves when the engine is gone as well. Bubblewrap's child asks the kernel to be killed with its parent only at the end
 * of its preparations; when its parent is killed before, it would wait for ever, with our pipes open.
 */
function endOf(child: ChildProcess, folder: string): Promise<EngineEnd> {
  return new Promise((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }));
    child.once('exit', (code, signal) => {
      const rest = setTimeout(async () => {
        await killEngines(folder);
        if (child.connected) child.disconnect();
        for (const stream of child.stdio) stream?.destroy();
        resolve({ code, signal });
      }, REST_MS);
      child.once('close', () => clearTimeout(rest));
    });
    child.once('error', (error) => {
      if (child.pid === undefined) resolve({ code: null, signal: null, error });
    });
  });
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
