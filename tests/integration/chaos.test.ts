import { expect, it } from 'vitest';
import { runChaos } from '../../bench/chaos/chaos.ts';
import type { Ledger } from '../../bench/chaos/ledger.ts';

/** On a slow machine few faults strike while so many jobs end, and few jobs are answered while one fault follows another. */
function isEnough(ledger: Ledger): boolean {
  return ledger.count('answered') > 4 && ledger.faults.size > 2;
}

it.each([
  ['one embedded server', { jobs: 44, seed: 11, isDistributed: false }],
  ['web servers and workers apart', { jobs: 24, seed: 12, isDistributed: true }],
])(
  'loses, doubles and leaves nothing while everything fails: %s',
  { timeout: 900_000 },
  async (_, options) => {
    const ledger = await runChaos({ ...options, atOnce: 4, jobsPerFault: 3, isEnough });
    expect(ledger.violations).toEqual([]);
    expect(ledger.jobs).toBeGreaterThanOrEqual(options.jobs);
    expect(isEnough(ledger)).toBe(true);
  },
);
