import { expect, it } from 'vitest';
import { isHopeless } from '#engine/conversion/choose-format.ts';
import type { Conversion } from '#engine/conversion/conversion.ts';

/** A picture of a size in px whose plain PNG has 100 000 bytes. */
const pictureOf = (width: number, height: number, frameCount = 0) =>
  ({
    facts: { frameCount },
    decoded: async () => ({ raster: { width, height }, png: async () => new Uint8Array(100_000) }),
  }) as unknown as Conversion;

it.each([
  ['a large photograph', pictureOf(1000, 700), 'png', 12_000, true],
  ['a large drawing', pictureOf(1000, 700), 'png', 13_000, false],
  ['a small photograph', pictureOf(300, 200), 'png', 6_000, true],
  ['a small drawing', pictureOf(300, 200), 'png', 7_000, false],
  ['another format', pictureOf(1000, 700), 'webp', 1_000, false],
  ['the first format', pictureOf(1000, 700), 'png', Infinity, false],
  ['an animation', pictureOf(1000, 700, 3), 'png', 1_000, false],
] as const)('foresees for %s whether a PNG can be shorter', async (_, picture, kind, bestBytes, expected) => {
  expect(await isHopeless(kind, picture, bestBytes)).toBe(expected);
});
