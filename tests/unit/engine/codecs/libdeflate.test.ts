import { zlib, deflate } from 'libdeflate';
import { describe, expect, it } from 'vitest';
import { equalBytes } from '#engine/base/bytes.ts';
import { deflateOptimally } from '#engine/codecs/shared/index.ts';
import { randomNumbers } from '../../../../bench/generated-pictures.ts';

const LEVELS = [1, 6, 7, 8, 9, 10, 11, 12];

describe("libdeflate's build of ours", () => {
  it.each(LEVELS)("packs to the bytes of the library's own at level %i", async (level) => {
    for (let seed = 1; seed <= 24; seed++) {
      const bytes = runsAndRepeats(seed);
      for (const [format, pack] of [['zlib', zlib] as const, ['raw', deflate] as const])
        expect([
          seed,
          equalBytes(await deflateOptimally(bytes, { format, level }), pack(bytes, level)),
        ]).toEqual([seed, true]);
    }
  });

  it('refuses a level that there is not', async () => {
    await expect(deflateOptimally(new Uint8Array(9), { format: 'raw', level: 13 })).rejects.toThrow(
      'libdeflate',
    );
  });
});

/** Runs of one byte, repeats from near and far, and noise: of a few bytes or all, in up to 100 KB. */
function runsAndRepeats(seed: number): Uint8Array {
  const next = randomNumbers(seed);
  const below = (most: number): number => Math.floor(next() * most);
  const bytes = new Uint8Array(seed % 6 === 0 ? 100_000 : below(12_000));
  const values = [2, 5, 40, 256][below(4)]!;
  const longest = [5, 40, 300, 700, 40_000][below(5)]!;
  for (let at = 0; at < bytes.length;) {
    const end = Math.min(bytes.length, at + 1 + below(longest));
    const back = 1 + below(at);
    const value = below(values);
    const kind = below(4);
    for (const from = at; at < end; at++)
      bytes[at] = kind === 0 ? below(values) : kind === 1 && from > 0 ? bytes[at - back]! : value;
  }
  return bytes;
}
