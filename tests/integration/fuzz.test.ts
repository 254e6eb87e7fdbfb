import { expect, it } from 'vitest';
import { runFuzz } from '../../bench/fuzz/fuzz.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';

it('answers or refuses damaged and strange files, and other programs show the same as before', async () => {
  const failures: string[] = [];
  const tally = await runFuzz({
    count: 90,
    seed: 12,
    atOnce: 2,
    failuresFolder: temporaryFolder(),
    onFailure: (path, { verdict, detail }) => failures.push(`${path} ${verdict}: ${detail}`),
  });
  expect(failures).toEqual([]);
  expect(tally.mutants).toBe(90);
  // Mutants that are all refused, or all kept, would prove nothing.
  expect(tally.count('refused')).toBeGreaterThan(15);
  expect(tally.count('smaller')).toBeGreaterThan(18);
});
