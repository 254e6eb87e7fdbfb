import { describe, expect, it } from 'vitest';
import { equalBytes } from '#engine/base/bytes.ts';
import type { DeflateCodec } from '#engine/codecs/ports/deflate-codec.ts';

const text = new TextEncoder().encode('the quick brown fox '.repeat(500));
const random = Uint8Array.from({ length: 50_000 }, (_, i) => (i * i * 31) >> 3);
const FORMATS = ['zlib', 'raw'] as const;

/** What every DeflateCodec promises. */
export function describeDeflateCodec(deflate: DeflateCodec): void {
  describe('deflate', () => {
    it.each([1, 6, 7, 8, 9, 10, 11, 12])('inflates what it deflated at level %i', async (level) => {
      for (const format of FORMATS) {
        const packed = await deflate.deflate(text, { format, level });
        expect(packed.length).toBeLessThan(text.length / 10);
        expect(await deflate.inflate(packed, { format, maxOutputBytes: text.length })).toEqual(text);
      }
    });

    it.each([1, 9, 12])('gives the same bytes each time at level %i', async (level) => {
      const options = { format: 'zlib', level } as const;
      expect(await deflate.deflate(random, options)).toEqual(await deflate.deflate(random, options));
    });

    it('packs nothing, and bytes from the middle of a buffer', async () => {
      for (const bytes of [new Uint8Array(0), text.subarray(7, 1007)]) {
        for (const level of [6, 9, 12]) {
          const packed = await deflate.deflate(bytes, { format: 'raw', level });
          expect(await deflate.inflate(packed, { format: 'raw', maxOutputBytes: 2000 })).toEqual(bytes);
        }
      }
    });

    it('writes the wrapper that was asked for', async () => {
      const zlib = await deflate.deflate(text, { format: 'zlib', level: 9 });
      const raw = await deflate.deflate(text, { format: 'raw', level: 9 });
      expect(zlib[0]! & 0x0f).toBe(8);
      expect(((zlib[0]! << 8) | zlib[1]!) % 31).toBe(0);
      expect(zlib.length - raw.length).toBe(6);
    });

    it('never gives more than half a percent more at a higher level', async () => {
      const words = new TextEncoder().encode(
        Array.from({ length: 4000 }, (_, i) => `${(i * i) % 977} `).join(''),
      );
      const sizes: number[] = [];
      for (const level of [1, 6, 9, 12])
        sizes.push((await deflate.deflate(words, { format: 'raw', level })).length);
      sizes.slice(1).forEach((size, i) => expect(size).toBeLessThanOrEqual(sizes[i]! * 1.005));
    });

    it.each([
      ['small', 5e5, 1e5],
      ['large, with a limit that could be a size', 1e7, 1e6],
      ['large, with a far limit', 4e7, 3e7],
    ])('stops a %s stream at its limit', async (_, size, maxOutputBytes) => {
      const packed = await deflate.deflate(new Uint8Array(size), { format: 'zlib', level: 9 });
      const options = { format: 'zlib', maxOutputBytes } as const;
      await expect(deflate.inflate(packed, options)).rejects.toMatchObject({ code: 'limit-exceeded' });
      const tolerant = { ...options, tolerant: true };
      await expect(deflate.inflate(packed, tolerant)).rejects.toMatchObject({ code: 'limit-exceeded' });
    });

    it('inflates a large stream to exactly its limit', async () => {
      const large = Uint8Array.from({ length: 700_000 }, (_, i) => (i * i * 31) >> 5);
      const packed = await deflate.deflate(large, { format: 'zlib', level: 1 });
      for (const maxOutputBytes of [large.length, 1e9])
        expect(equalBytes(await deflate.inflate(packed, { format: 'zlib', maxOutputBytes }), large)).toBe(
          true,
        );
    });

    it('stops reading where the stream ends', async () => {
      const packed = await deflate.deflate(text, { format: 'zlib', level: 6 });
      const followed = Uint8Array.from([...packed, 1, 2, 3, 4]);
      expect(await deflate.inflate(followed, { format: 'zlib', maxOutputBytes: 1e6 })).toEqual(text);
    });

    it.each(FORMATS)('refuses a %s stream that is cut short, or gives what there was', async (format) => {
      const packed = (await deflate.deflate(random, { format, level: 6 })).subarray(0, -200);
      const options = { format, maxOutputBytes: 1e6 };
      await expect(deflate.inflate(packed, options)).rejects.toMatchObject({ code: 'damaged' });
      const part = await deflate.inflate(packed, { ...options, tolerant: true });
      expect(part.length).toBeGreaterThan(1000);
      expect(part).toEqual(random.subarray(0, part.length));
    });

    it('refuses a wrong checksum, or gives the data', async () => {
      const packed = await deflate.deflate(random, { format: 'zlib', level: 6 });
      packed[packed.length - 1]! ^= 0xff;
      const options = { format: 'zlib', maxOutputBytes: 1e6 } as const;
      await expect(deflate.inflate(packed, options)).rejects.toMatchObject({ code: 'damaged' });
      expect(await deflate.inflate(packed, { ...options, tolerant: true })).toEqual(random);
    });

    it('gives what came before a fault', async () => {
      const packed = await deflate.deflate(text, { format: 'zlib', level: 6 });
      const broken = Uint8Array.from([...packed.subarray(0, packed.length - 8), 0xff, 0xff, 0xff, 0xff]);
      const part = await deflate.inflate(broken, { format: 'zlib', maxOutputBytes: 1e6, tolerant: true });
      // The last bytes may be what the fault was taken for.
      expect(part.length).toBeGreaterThan(9000);
      expect(part.subarray(0, 9000)).toEqual(text.subarray(0, 9000));
    });

    it('refuses what is no stream, tolerant or not', async () => {
      const options = { format: 'zlib', maxOutputBytes: 1e6 } as const;
      const noise = Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0xff);
      await expect(deflate.inflate(noise, options)).rejects.toMatchObject({ code: 'damaged' });
      const tolerant = { ...options, tolerant: true };
      await expect(deflate.inflate(noise, tolerant)).rejects.toMatchObject({ code: 'damaged' });
    });
  });
}
