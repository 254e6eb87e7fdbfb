import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { workingSandboxes } from '#tests/fixtures/sandbox-probe.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { compileAhead } from '#workers/pool/compile-ahead.ts';
import { COMPILE_AHEAD } from '#workers/pool/compiled-code.ts';
import { engineCommand, engineConfinement, engineEnvironment } from '#workers/pool/launch-engine.ts';

const ENGINE = fileURLToPath(new URL('../../../../workers/pool/engine-process.ts', import.meta.url));
/** Makes Node tell what it does with each compiled module. */
const TELLING = { NODE_DEBUG_NATIVE: 'COMPILE_CACHE' };

it('leaves nothing to compile for the start of an engine in its sandbox', async () => {
  const [compiled, folder] = [realpathSync(temporaryFolder()), realpathSync(temporaryFolder())];
  await compileAhead(compiled);
  const own = engineConfinement({ script: ENGINE, memoryBytes: 1e9 }, folder);
  const confinement = { ...own, compiled, readable: [...own.readable, compiled] };
  const [program, ...flags] = engineCommand(workingSandboxes()[0]!, confinement);
  const env = { ...engineEnvironment(confinement), ...TELLING };
  const { stdout, stderr } = spawnSync(program, [...flags, ENGINE, COMPILE_AHEAD], {
    ...{ cwd: folder, env, encoding: 'utf8', maxBuffer: 2 ** 26 },
  });
  const told = stdout + stderr;
  expect(told.match(/was accepted/g)?.length).toBeGreaterThan(100);
  expect(told).not.toMatch(/code cache for .* was (not initialized|rejected)/);
});
