import { expect, it, onTestFinished } from 'vitest';
import { createEngineRunner } from '#functions/cli/engine-runner.ts';
import { UsageError } from '#functions/cli/usage-error.ts';

it("says what to set under Yarn's Plug'n'Play, where an engine finds no packages", async () => {
  const versions: Record<string, string | undefined> = process.versions;
  const before = Object.getOwnPropertyDescriptor(process, 'versions')!;
  Object.defineProperty(process, 'versions', { ...before, value: { ...versions, pnp: '3' } });
  onTestFinished(() => void Object.defineProperty(process, 'versions', before));
  const starting = createEngineRunner({ cpuMs: 1_000, memoryBytes: 1 }, 1);
  await expect(starting).rejects.toThrow(UsageError);
  await expect(starting).rejects.toThrow('set nodeLinker: node-modules');
});
