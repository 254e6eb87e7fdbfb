import { expect, it } from 'vitest';
import { runChaos } from '../../bench/chaos/chaos.ts';

it(
  'loses, doubles and leaves nothing while engines and servers are killed',
  { timeout: 300_000 },
  async () => {
    const ledger = await runChaos({ jobs: 40, atOnce: 4, seed: 11 });
    expect(ledger.violations).toEqual([]);
    expect(ledger.jobs).toBe(40);
    expect(ledger.count('answered')).toBeGreaterThan(5);
    expect([...ledger.faults.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(2);
  },
);
