import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createLogger } from '#platform/logger.ts';
import { PROJECT_NODE } from '#tests/fixtures/project-node.ts';
import { confinementOf, workingSandboxes } from '#tests/fixtures/sandbox-probe.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { EnginePool } from '#workers/pool/engine-pool.ts';
import { codePaths } from '#workers/pool/sandbox/code-paths.ts';
import { createSandbox, probe, SANDBOX_KINDS } from '#workers/pool/sandbox/sandbox.ts';
import { findProgram, systemView } from '#workers/pool/sandbox/system-paths.ts';
import { unshareCommand } from '#workers/pool/sandbox/unshare.ts';

const FIND = fileURLToPath(new URL('../../../../fixtures/find-sandbox-process.ts', import.meta.url));
const working = workingSandboxes().map(({ kind }) => kind);

interface Start {
  readonly kind: string;
  readonly level: string;
  readonly refused?: Record<string, string>;
  readonly logged: number;
  readonly ready: boolean;
}

/** Starts a pool in a process of its own, behind another command. */
function startPool(prefix: readonly string[] = [], env: Record<string, string> = {}): Start {
  const [program = PROJECT_NODE, ...args] = [...prefix, PROJECT_NODE, FIND];
  const { stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', env: { ...process.env, ...env } });
  const lines = stdout.trim().split('\n');
  const logs = lines.filter((line) => line.includes('engine.sandbox'));
  if (logs[0] === undefined) throw new Error(`Expected a log line but received ${stdout}${stderr}`);
  return { ...(JSON.parse(logs[0]) as Start), logged: logs.length, ready: lines.at(-1) === '1 ready' };
}

describe('the start of a pool', () => {
  it('takes the strongest sandbox that works and says so once', () => {
    const { kind, logged, ready } = startPool();
    expect({ kind, logged, ready }).toEqual({ kind: working[0], logged: 1, ready: true });
  });

  it('works on with limits where the machine forbids namespaces, and warns with the reasons', () => {
    // Where namespaces can be made, in one that forbids further ones; elsewhere the machine itself does.
    const forbidding = working.includes('bubblewrap')
      ? ['bwrap', '--dev-bind', '/', '/', '--unshare-user', '--disable-userns', '--']
      : [];
    const { kind, level, refused, ready } = startPool(forbidding);
    if (working.includes('bubblewrap') || !working.includes('unshare')) {
      expect({ kind, level, ready }).toEqual({ kind: 'limits', level: 'warn', ready: true });
      expect(refused).toEqual({
        bubblewrap: expect.stringMatching(/\w+/) as string,
        unshare: expect.stringMatching(/\w+/) as string,
      });
    } else expect(kind).toBe('unshare');
  });
});

it('refuses to start without namespaces where they are required', () => {
  const logger = createLogger({ level: 'silent' });
  const sandbox = createSandbox('limits', { bubblewrap: 'not allowed here', unshare: 'neither' });
  const open = () => new EnginePool({ directory: temporaryFolder(), logger, sandbox, sandboxRequired: true });
  expect(open).toThrow(/ENGINE_SANDBOX: required.*bubblewrap: not allowed here; unshare: neither/);
});

describe('probe', () => {
  it.each(SANDBOX_KINDS)('answers for %s with null or with words', (kind) => {
    const problem = probe(kind, confinementOf(realpathSync(temporaryFolder())));
    expect(problem === null || problem.length > 5).toBe(true);
    expect(problem === null).toBe(working.includes(kind));
  });

  it('tells what failed, when the folder of the process is missing', () => {
    expect(probe('limits', confinementOf('/no/such/folder'))).toMatch(/ENOENT/);
  });
});

describe('what an engine may read', () => {
  it('is code of the project and never the project itself', () => {
    const root = realpathSync('.');
    const paths = codePaths(join(root, 'workers/pool/engine-process.ts'));
    expect(paths).toEqual(
      ['workers', 'platform', 'node_modules', 'package.json'].map((name) => join(root, name)),
    );
  });

  it('shows a folder behind a symbolic link under both names', () => {
    const folder = realpathSync(temporaryFolder());
    mkdirSync(join(folder, 'real'));
    symlinkSync(join(folder, 'real'), join(folder, 'link'));
    const { paths, links } = systemView([join(folder, 'link')], []);
    expect(paths).toContain(join(folder, 'real'));
    expect(links).toContainEqual({ path: join(folder, 'link'), target: join(folder, 'real') });
  });
});

describe('paths of people', () => {
  it.each(working)('may hold blanks, quotes and backslashes in the sandbox "%s"', (kind) => {
    const folder = realpathSync(mkdtempSync(join(temporaryFolder(), `it's a "data" \\ folder $HOME `)));
    writeFileSync(join(folder, 'source'), 'the source');
    const [program, ...args] = createSandbox(kind).wrap(
      [process.execPath, '--print', 'fs.readFileSync("source", "utf8")'],
      confinementOf(folder),
    );
    const { stdout, stderr } = spawnSync(program, args, {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    expect({ stdout, stderr }).toEqual({ stdout: 'the source\n', stderr: '' });
  });
});

describe('programs', () => {
  it('are named when they are missing', () => {
    expect(findProgram('no-such-program')).toBeUndefined();
  });

  it('of util-linux mount the folder of an engine without the right to run code from it', () => {
    const command = unshareCommand(
      { unshare: '/usr/bin/unshare', setpriv: '/usr/bin/setpriv' },
      confinementOf(realpathSync(temporaryFolder())),
      [],
    );
    expect(command.join(' ')).toContain('bind,nosuid,nodev,noexec');
  });
});
