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

test('writes bands that come call by call where it is told to', () => {
  const raster = {
    width: 4,
    height: 2,
    channels: 3,
    space: 'rgb',
    data: new Uint8Array(24).fill(7),
  } as const;
  const buffers = bandBuffers(4, 2);
  for (const pair of compositedBands(raster, raster, { rows: 2, buffers }, [255])) {
    expect(pair.before).toBe(buffers.before);
    expect(pair.after).toBe(buffers.after);
  }
  expect(buffers.before).toEqual(raster.data);
});
