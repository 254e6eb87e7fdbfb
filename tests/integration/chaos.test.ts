import { expect, it } from 'vitest';
import { runChaos } from '../../bench/chaos/chaos.ts';
import { FAULT_NAMES } from '../../bench/chaos/faults.ts';

it.each([
  ['one embedded server', { jobs: 44, seed: 11, isDistributed: false }],
  ['web servers and workers apart', { jobs: 24, seed: 12, isDistributed: true }],
])(
  'loses, doubles and leaves nothing while everything fails: %s',
  { timeout: 300_000 },
  async (_, options) => {
    const ledger = await runChaos({ ...options, atOnce: 4, jobsPerFault: 3 });
    expect(ledger.violations).toEqual([]);
    expect(ledger.jobs).toBe(options.jobs);
    expect(ledger.count('answered')).toBeGreaterThan(4);
    const struck = FAULT_NAMES.filter((name) => ledger.faults.has(name));
    expect(struck.length).toBeGreaterThan(2);
  },
);
