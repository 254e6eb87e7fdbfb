import { expect, it } from 'vitest';
import { besiege } from '../../bench/siege/siege.ts';

/** A machine under full load of other tests takes many times as long as an idle one. */
const PATIENCE_MS = 20_000;
const MB = 1024 ** 2;

it('serves others during load that nobody asked for, and keeps nothing of it', async () => {
  const [idle, ...attacks] = await besiege(0.02, 2);
  expect(attacks.map(({ name }) => name)).toHaveLength(6);
  for (const { name, ms, residentBytes, descriptorsAfter } of attacks) {
    expect(ms, name).toBeLessThan(2 * idle!.ms + PATIENCE_MS);
    expect(residentBytes - idle!.residentBytes, name).toBeLessThan(100 * MB);
    expect(descriptorsAfter, name).toBeLessThanOrEqual(idle!.descriptors + 10);
  }
});
