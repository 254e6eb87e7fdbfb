import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isEngineError } from '#engine/index.ts';
import { readChunks, writeChunks } from '#engine/containers/png/chunks.ts';
import { photoLike } from '#tests/fixtures/pictures/generated-pictures.ts';
import { animatedPng } from '#tests/fixtures/pictures/png-files.ts';
import { animatedWebp } from '#tests/fixtures/pictures/webp-files.ts';
import { codecs, run } from '#tests/support/engine-run.ts';

const { image, deflate } = codecs;
const picture = photoLike(48, 40);
const whole = {
  jpeg: await image.encodeJpeg(picture, { quality: 90, chroma: '4:2:0' }),
  png: await image.encodePng(picture),
  webp: await image.encodeWebp(picture, { quality: 90 }),
  'lossless webp': await image.encodeWebp(picture, { quality: 90, lossless: true, effort: 1 }),
  'animated png': await animatedPng(),
  'animated webp': await animatedWebp(),
};

describe('bad pictures', () => {
  it.each(Object.entries(whole))('are refused when a %s is cut short', async (_, bytes) => {
    for (const share of [0.3, 0.6, 0.9]) {
      await expect(run(bytes.subarray(0, Math.floor(bytes.length * share)))).rejects.toMatchObject({
        code: 'damaged',
      });
    }
  });

  const cases: readonly [string, () => Promise<Uint8Array> | Uint8Array, string][] = [
    ['nothing at all', () => new Uint8Array(0), 'damaged'],
    ['a JPEG of markers only', () => Uint8Array.of(0xff, 0xd8, 0xff, 0xd9, 0, 0), 'damaged'],
    ['a PNG with a wrong checksum', () => flipped(whole.png, whole.png.length - 30), 'damaged'],
    ['a PNG that unpacks to 900 megapixels', () => hugePng(30_000), 'too-large'],
    ['a PNG of no width', () => hugePng(0), 'damaged'],
    ['a text that calls itself nothing', () => new TextEncoder().encode('hello'), 'unsupported'],
  ];

  it.each(cases)('tell %s by its code, quickly', async (_, make, code) => {
    const before = process.cpuUsage();
    await expect(run(await make())).rejects.toMatchObject({ name: 'EngineError', code });
    expect(process.cpuUsage(before).user).toBeLessThan(5_000_000);
  });

  it.each(Object.entries(whole).slice(0, 4))(
    'never crash the engine when bits of a %s flip',
    async (_, bytes) => {
      const flips = fc.array(fc.nat(bytes.length * 8 - 1), { minLength: 1, maxLength: 6 });
      await fc.assert(
        fc.asyncProperty(flips, async (bits) => {
          const broken = bytes.slice();
          for (const bit of bits) broken[bit >> 3]! ^= 1 << (bit & 7);
          const outcome = await run(broken, { budgetMs: 0 }).catch((error: unknown) => error);
          if (outcome instanceof Error) expect(isEngineError(outcome) ? 'told' : outcome).toBe('told');
        }),
        { numRuns: 15, seed: 4 },
      );
    },
  );
});

function flipped(bytes: Uint8Array, at: number): Uint8Array {
  const broken = bytes.slice();
  broken[at]! ^= 0x10;
  return broken;
}

async function hugePng(side: number): Promise<Uint8Array> {
  const [head, ...rest] = readChunks(whole.png);
  const data = head!.data.slice();
  new DataView(data.buffer).setUint32(0, side);
  new DataView(data.buffer).setUint32(4, side);
  data.set([1, 0, 0, 0, 0], 8);
  const samples = await deflate.deflate(new Uint8Array(100_000), { format: 'zlib', level: 9 });
  return writeChunks([{ type: 'IHDR', data }, { type: 'IDAT', data: samples }, rest.at(-1)!]);
}
