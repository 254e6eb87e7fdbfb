import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { runChaos } from '../../bench/chaos/chaos.ts';
import { FAULT_NAMES } from '../../bench/chaos/faults.ts';
import type { Ledger } from '../../bench/chaos/ledger.ts';
import { PROJECT_NODE } from '#tests/fixtures/project-node.ts';
import { TEST_LIMIT_MS } from '../../infra/setup/patience.ts';

const COMMAND = fileURLToPath(new URL('../../bench/main.ts', import.meta.url));

/** On a slow machine few faults strike while so many jobs end, and few jobs are answered while one fault follows another. */
function isEnough(ledger: Ledger): boolean {
  return ledger.count('answered') > 4 && ledger.faults.size > 2;
}

it('loses, doubles and leaves nothing while everything fails: one embedded server', async () => {
  const ledger = await runChaos({
    ...{ jobs: 16, seed: 11, isDistributed: false, atOnce: 4, jobsPerFault: 2 },
    isEnough,
  });
  expect(ledger.violations).toEqual([]);
  expect(ledger.jobs).toBeGreaterThanOrEqual(16);
  expect(isEnough(ledger)).toBe(true);
});

it('loses, doubles and leaves nothing while everything fails: web servers and workers apart, by the command, which ends by itself', async () => {
  const args = ['--jobs', '12', '--seed', '12', '--at-once', '4', '--jobs-per-fault', '2'];
  // Another status than 0, or none in time, is an error with all that was printed.
  const { stdout } = await promisify(execFile)(
    PROJECT_NODE,
    ['--disable-warning=ExperimentalWarning', COMMAND, 'chaos', '--distributed', ...args],
    { timeout: TEST_LIMIT_MS - 20_000 },
  );
  const counted = (what: string) => Number(new RegExp(`^${what} +(\\d+)$`, 'm').exec(stdout)?.[1]);
  expect(counted('violations')).toBe(0);
  expect(counted('jobs answered')).toBeGreaterThan(0);
  expect(FAULT_NAMES.filter((name) => counted(name) > 0)).not.toEqual([]);
  expect(stdout).toContain('\n12 jobs in ');
});
