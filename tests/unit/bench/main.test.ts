import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { PROJECT_NODE } from '#tests/fixtures/project-node.ts';

const COMMAND = fileURLToPath(new URL('../../../bench/main.ts', import.meta.url));

describe('npm run bench', () => {
  it('shows what there is, for one bench too', () => {
    const { status, stdout } = bench('relations', '--help');
    expect({ status, usage: stdout.slice(0, 6) }).toEqual({ status: 0, usage: 'Usage:' });
  });

  it.each([
    [['nothing'], 'There is no bench "nothing".'],
    [['constructor'], 'There is no bench "constructor".'],
    [['relations', '--bad'], "Unknown option '--bad'."],
    [['steps'], 'Expected a folder.'],
    [['steps', '.', '--preset', 'tiny'], 'There is no preset "tiny", but small, balanced, high, lossless.'],
  ])('says what is wrong with %j', (args, reason) => {
    const { status, stderr } = bench(...args);
    expect(status).toBe(2);
    expect(stderr.startsWith(reason)).toBe(true);
    expect(stderr).toContain('Usage:');
  });
});

function bench(...args: string[]) {
  return spawnSync(PROJECT_NODE, [COMMAND, ...args], { encoding: 'utf8' });
}
