import { expect, test } from 'vitest';
import { bandBuffers, compositedBands } from '#engine/quality/metrics/composited-bands.ts';
import { Arena } from '#engine/quality/metrics/ssimulacra2/arena.ts';

const MEGABYTE = 1024 ** 2;

test('lends memory again that work has given back, and grows no further', () => {
  const arena = new Arena();
  const kept = arena.take(MEGABYTE);
  const lent = [1, 2, 3].map(() => arena.lentTo(() => arena.take(2 * MEGABYTE)));
  expect(new Set(lent).size).toBe(1);
  expect(lent[0]).toBeGreaterThanOrEqual(kept + MEGABYTE);
  expect(arena.byteLength).toBeLessThan(3.2 * MEGABYTE);
});

test('writes bands that come call by call where it is told to, and copies none that is shown as it is', () => {
  const buffers = bandBuffers(4, 2);
  const size = { width: 4, height: 2, space: 'rgb' } as const;
  const plain = { ...size, channels: 3, data: new Uint8Array(24).fill(7) } as const;
  const withAlpha = { ...size, channels: 4, data: new Uint8Array(32).fill(255) } as const;
  for (const pair of compositedBands(withAlpha, plain, { rows: 2, buffers }, [255])) {
    expect(pair.before).toBe(buffers.before);
    expect(pair.after.buffer).toBe(plain.data.buffer);
  }
  expect(buffers.before).toEqual(new Uint8Array(24).fill(255));
});
