import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  confinementOf,
  createSurroundings,
  workingSandboxes,
  type Surroundings,
} from '#tests/fixtures/sandbox-probe.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import type { Confinement } from '#workers/pool/sandbox/confinement.ts';
import { ownsNamespaces, type Sandbox } from '#workers/pool/sandbox/sandbox.ts';
import { engineEnvironment } from '#workers/pool/launch-engine.ts';
import { PATIENCE_MS } from '../../../../../infra/setup/patience.ts';

/** Programs that stand for native code in the hands of a file. What engines may read does not hold them. */
const PROGRAMS = ['/usr/bin', '/bin'];
const NOBODY = 65534;

interface Outcome {
  readonly status: number | null;
  readonly output: string;
}

/** Runs a line of bash under the command of an engine process. */
function runNative(sandbox: Sandbox, { workspace }: Surroundings, line: string): Outcome {
  const folder = join(workspace, 'engine-probe');
  mkdirSync(folder, { recursive: true });
  const own = confinementOf(folder);
  const confinement = { ...own, readable: [...own.readable, ...PROGRAMS] };
  return outcomeOf(confinement, sandbox.wrap(['/bin/bash', '-c', line], confinement));
}

function outcomeOf(confinement: Confinement, [program, ...args]: [string, ...string[]]): Outcome {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: confinement.folder,
    env: engineEnvironment(confinement),
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    timeout: PATIENCE_MS,
  });
  return { status, output: `${stdout}${stderr}` };
}

/** The kernel exempts root from the limit of processes, so this becomes another account first. */
function runAsNobody(sandbox: Sandbox, line: string): Outcome {
  const folder = realpathSync(temporaryFolder());
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(folder, NOBODY, NOBODY);
  const confinement = { ...confinementOf(folder), readable: PROGRAMS };
  const become = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--'];
  const command = sandbox.wrap(['/bin/bash', '-c', line], confinement);
  return outcomeOf(confinement, [...(isRoot ? become : []), ...command] as [string, ...string[]]);
}

/** Lines of bash that end with status 0 where nothing holds native code; `$?` is theirs. */
function attempts({ secret, othersFile, tcpPort, socket, workspace }: Surroundings): Record<string, string> {
  return {
    'read the secret': `read -r line < ${secret}`,
    'read the file of another engine': `read -r line < ${othersFile}`,
    'read the accounts': 'read -r line < /etc/passwd',
    'read the environment of the server': `read -rd '' line < /proc/${process.pid}/environ`,
    'read the repository': `ls ${process.cwd()}/.git`,
    'write beside its folder': `echo x > ${join(workspace, 'x')}`,
    'write into the code': `echo x > ${process.cwd()}/workers/pool/planted`,
    'write into temporary files': 'echo x > /tmp/planted-by-a-probe',
    'reach a port of this machine': `exec 5<>/dev/tcp/127.0.0.1/${tcpPort}`,
    'see a socket of the server': `test -e ${socket}`,
    'signal the server': `kill -0 ${process.pid}`,
  };
}

describe.each(workingSandboxes().filter(({ kind }) => ownsNamespaces(kind)))(
  'native code in "$kind"',
  (sandbox) => {
    it('reads and writes its folder', async () => {
      const surroundings = await createSurroundings();
      const { status, output } = runNative(sandbox, surroundings, 'echo bytes > output && cat output && pwd');
      expect({ status, output }).toEqual({
        status: 0,
        output: `bytes\n${join(surroundings.workspace, 'engine-probe')}\n`,
      });
    });

    it('reaches no data, no network and no process', async () => {
      const surroundings = await createSurroundings();
      const tries = Object.entries(attempts(surroundings));
      const succeeded = tries.filter(([, line]) => runNative(sandbox, surroundings, line).status === 0);
      expect(succeeded).toEqual([]);
      for (const path of ['workers/pool/planted', '/tmp/planted-by-a-probe'])
        expect(existsSync(path)).toBe(false);
    });

    it('has no privileges and gets none', async () => {
      const surroundings = await createSurroundings();
      const held = (line: string) => runNative(sandbox, surroundings, line).status;
      expect(held('mount -t tmpfs none /tmp')).not.toBe(0);
      expect(held('unshare --user --map-root-user true')).not.toBe(0);
      expect(held('chroot / true')).not.toBe(0);
    });

    it('starts no more than a bounded number of processes', () => {
      // Not by bash itself, which tries for 15 s to start a process that it may not have.
      const bomb =
        'for (1..3000) { $child = fork; die "$!" unless defined $child; sleep(20), exit unless $child } print "started all"';
      const { output } = runAsNobody(sandbox, `exec perl <<< '${bomb}'`);
      expect(output).toContain('Resource temporarily unavailable');
      expect(output).not.toContain('started all');
    });
  },
);

describe.each(workingSandboxes().filter(({ kind }) => kind !== 'none'))(
  'native code under the limits of "$kind"',
  (sandbox) => {
    it('has its descriptors, file sizes, memory and dumps bounded and no way to more', async () => {
      const surroundings = await createSurroundings();
      const { output } = runNative(
        sandbox,
        surroundings,
        'ulimit -Hn; ulimit -Hf; ulimit -Hc; ulimit -Hd; ulimit -n 5000 || echo refused',
      );
      expect(output.split('\n').slice(0, 3)).toEqual(['256', String(1024 * 1024), '0']);
      expect(Number(output.split('\n')[3])).toBeLessThan(8 * 1024 * 1024);
      const grown = runNative(sandbox, surroundings, 'truncate -s 10G large');
      expect(grown.status).not.toBe(0);
    });

    it('gains nothing by a program that runs as its owner', async () => {
      const { output } = runNative(sandbox, await createSurroundings(), 'setpriv --dump');
      expect(output).toContain('no_new_privs: 1');
      // Of capabilities none is left, nor any that could be had again, also where the server runs as root.
      const status = runNative(
        sandbox,
        await createSurroundings(),
        "grep '^Cap' /proc/$$/status || echo none shown",
      );
      expect(status.output.replace(/Cap(Inh|Prm|Eff|Bnd|Amb):\s+0{16}\n?/g, '')).toMatch(/^$|none shown/);
    });
  },
);
