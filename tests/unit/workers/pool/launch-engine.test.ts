import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PROBING, workingSandboxes } from '#tests/fixtures/sandbox-probe.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { engineCommand, engineConfinement, launchEngine } from '#workers/pool/launch-engine.ts';
import { createSandbox } from '#workers/pool/sandbox/sandbox.ts';

const KILLED_AFTER_MS = [0, 1, 2, 4, 8, 16, 64, 400];

/** Processes whose command names a folder. */
function processesNaming(folder: string): string[] {
  return readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(folder);
    } catch {
      return false;
    }
  });
}

it.each(workingSandboxes())(
  'leaves no process of "$kind" that is killed at any moment of its start',
  async (sandbox) => {
    const parent = realpathSync(temporaryFolder());
    await Promise.all(
      KILLED_AFTER_MS.map(async (ms) => {
        const folder = mkdtempSync(join(parent, 'engine-'));
        const engine = launchEngine(
          { script: PROBING, scriptArguments: [], sandbox, memoryBytes: 1e9, niceness: 5 },
          folder,
        );
        setTimeout(() => engine.kill(), ms);
        await engine.ended;
      }),
    );
    await expect.poll(() => processesNaming(parent)).toEqual([]);
  },
);

it('starts an engine that optimises code without further threads', () => {
  const confinement = engineConfinement(
    { script: PROBING, memoryBytes: 1e9 },
    realpathSync(temporaryFolder()),
  );
  const [program, ...flags] = engineCommand(createSandbox('none'), confinement);
  expect(flags).toContain('--no-concurrent-recompilation');
  // Node ends with an error at a flag that its V8 does not know.
  expect(spawnSync(program, [...flags, '--eval', '0']).status).toBe(0);
});
