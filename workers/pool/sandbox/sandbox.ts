import { spawnSync } from 'node:child_process';
import { bubblewrapCommand } from './bubblewrap.ts';
import type { Confinement } from './confinement.ts';
import { limitsCommand } from './limits.ts';
import { findProgram } from './system-paths.ts';
import { unshareCommand } from './unshare.ts';

/**
 * What holds engine processes beside Node's permission model, the strongest first.
 * - `bubblewrap`, `unshare`: namespaces of their own: no network, no processes, no files but code and one folder; for
 *   native code as well
 * - `limits`: resource limits, no capabilities and no new privileges
 * - `none`: nothing
 */
export const SANDBOX_KINDS = ['bubblewrap', 'unshare', 'limits', 'none'] as const;
type SandboxKind = (typeof SANDBOX_KINDS)[number];

export interface Sandbox {
  readonly kind: SandboxKind;
  /** Why each stronger kind is not used, in words for the log. */
  readonly refused: Readonly<Partial<Record<SandboxKind, string>>>;
  /** The command that runs another one in the sandbox: program and arguments. The same file descriptors stay open. */
  wrap(command: readonly [string, ...string[]], confinement: Confinement): [string, ...string[]];
}

/**
 * Whether a process in such a sandbox has namespaces of its own, so that native code sees neither the network nor other
 * processes nor any file but code and its folder. It is the first process of its namespace and not the one that was started.
 */
export function ownsNamespaces(kind: SandboxKind): boolean {
  return kind === 'bubblewrap' || kind === 'unshare';
}

const PROBE_MS = 20_000;
let found: Sandbox | undefined;

/**
 * The strongest sandbox that works here, found by starting this Node in each of them once; later calls answer the same.
 * @param confinement what the probe may have: that of an engine process
 */
export function findSandbox(confinement: Confinement): Sandbox {
  return (found ??= probeAll(confinement));
}

/**
 * A sandbox of one kind, unprobed.
 * @throws Error that names the program which is missing
 */
export function createSandbox(kind: SandboxKind, refused: Sandbox['refused'] = {}): Sandbox {
  return { kind, refused, wrap: WRAPS[kind]() };
}

function probeAll(confinement: Confinement): Sandbox {
  const refused: Partial<Record<SandboxKind, string>> = {};
  for (const kind of SANDBOX_KINDS) {
    const problem = probe(kind, confinement);
    if (problem === null) return createSandbox(kind, refused);
    refused[kind] = problem;
  }
  return createSandbox('none', refused);
}

/**
 * Starts Node in a sandbox of that kind, as an engine process is started.
 * @returns null when it works, else why not
 */
export function probe(kind: SandboxKind, confinement: Confinement): string | null {
  if (kind === 'none') return null;
  if (process.platform !== 'linux') return `not on ${process.platform}`;
  try {
    const [program, ...args] = createSandbox(kind).wrap([process.execPath, '--eval', '0'], confinement);
    const { status, signal, stderr, error } = spawnSync(program, args, {
      cwd: confinement.folder,
      env: { NODE_ENV: 'production' },
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
      timeout: PROBE_MS,
      killSignal: 'SIGKILL',
    });
    if (status === 0) return null;
    return error?.message ?? (stderr.trim().split('\n')[0] || `ended with ${signal ?? `status ${status}`}`);
  } catch (error) {
    return (error as Error).message;
  }
}

type Wrap = Sandbox['wrap'];

const WRAPS: Readonly<Record<SandboxKind, () => Wrap>> = {
  bubblewrap: () => {
    const [bwrap, prlimit] = needed('bwrap', 'prlimit');
    return (command, confinement) =>
      joined(
        bubblewrapCommand(bwrap, confinement, [prlimit, command[0]]),
        limitsCommand(prlimit, confinement, { ownUsers: true }),
        command,
      );
  },
  unshare: () => {
    const [unshare, setpriv, prlimit] = needed('unshare', 'setpriv', 'prlimit');
    return (command, confinement) =>
      joined(
        unshareCommand({ unshare, setpriv }, confinement, [prlimit, command[0]]),
        limitsCommand(prlimit, confinement, { ownUsers: true }),
        command,
      );
  },
  limits: () => {
    const [setpriv, prlimit] = needed('setpriv', 'prlimit');
    return (command, confinement) =>
      joined(
        [setpriv, '--pdeathsig', 'KILL', '--no-new-privs', ...NO_RIGHTS_OF_ROOT, '--'],
        limitsCommand(prlimit, confinement, { ownUsers: false }),
        command,
      );
  },
  none: () => (command) => [...command],
};

/** Of root nothing is left but the name. Other accounts have no capabilities, and may not change what bounds them. */
const NO_RIGHTS_OF_ROOT: readonly string[] =
  process.getuid?.() === 0 ? ['--bounding-set=-all', '--inh-caps=-all', '--ambient-caps=-all'] : [];

function joined(...parts: readonly (readonly string[])[]): [string, ...string[]] {
  return parts.flat() as [string, ...string[]];
}

/** The paths of programs. @throws Error that names the first that is missing */
function needed<Names extends readonly string[]>(...names: Names): { [Index in keyof Names]: string } {
  return names.map((name) => {
    const path = findProgram(name);
    if (path === undefined) throw new Error(`${name} is not installed`);
    return path;
  }) as { [Index in keyof Names]: string };
}
