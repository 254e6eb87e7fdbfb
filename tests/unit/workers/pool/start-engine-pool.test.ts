import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLogger } from '#platform/logger.ts';
import type { EnginePool } from '#workers/pool/engine-pool.ts';
import { firstChild } from '#workers/pool/process-tree.ts';
import { findSandbox, ownsNamespaces } from '#workers/pool/sandbox/sandbox.ts';
import { engineConfinement } from '#workers/pool/launch-engine.ts';
import { startEnginePool } from '#workers/pool/start-engine-pool.ts';

let directory: string;
let pool: EnginePool | undefined;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'start-pool-'));
});
afterEach(async () => {
  await pool?.close();
  await rm(directory, { recursive: true });
});

function fixture(name: string): string {
  return fileURLToPath(new URL(`../../../fixtures/engine-processes/${name}.ts`, import.meta.url));
}

async function started(script: string): Promise<EnginePool> {
  pool = await startEnginePool({ directory, logger: createLogger({ level: 'silent' }), size: 2, script });
  return pool;
}

async function copied(on: EnginePool): Promise<string> {
  const [sourcePath, outputPath] = [join(directory, 'in'), join(directory, 'out')];
  await writeFile(sourcePath, 'copies\nand more');
  await on.run({ sourcePath, outputPath });
  return readFile(outputPath, 'utf8');
}

it('takes the sandbox that a probe finds, and starts one engine of several', async () => {
  const script = fixture('misbehaving');
  const { kind } = findSandbox(engineConfinement({ script, memoryBytes: 4e8 }, directory));
  const pids = (await started(script)).pids();
  expect(pids).toHaveLength(1);
  expect(firstChild(pids[0]!) !== undefined).toBe(ownsNamespaces(kind));
});

it('takes a weaker sandbox where no engine starts in the strongest', async () => {
  const weaker = await started(fixture('wary'));
  expect(firstChild(weaker.pids()[0]!)).toBeUndefined();
  expect(await copied(weaker)).toContain('copies');
});

it('tells the first job that no engine starts at all', async () => {
  const broken = await started(fixture('missing'));
  await expect(copied(broken)).rejects.toMatchObject({ code: 'engine-crashed' });
});
