import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { sameSamples } from '#engine/formats/png/still/same-samples.ts';
import { plainPng } from '#tests/fixtures/pictures/plain-png.ts';
import { codecs, codesOf, run } from '#tests/support/engine-run.ts';

const ROW_BYTES = 500;

/** An opaque drawing of 12 megapixels in two colours: too many samples for its bytes. */
function largeDrawing(level: number): Uint8Array {
  const rows = new Uint8Array((1 + ROW_BYTES) * 3000);
  for (let i = 0; i < rows.length; i++) if (i % (1 + ROW_BYTES) > 0) rows[i] = (i * i) % 7;
  return plainPng(
    { width: 8 * ROW_BYTES, height: 3000, depth: 1, colourType: 3 },
    deflateSync(rows, { level }),
    [['PLTE', Uint8Array.of(255, 255, 255, 20, 40, 90)]],
  );
}

describe('a PNG that is too much work without loss', () => {
  it('has its rows packed anew, and says why no more was done', async () => {
    const source = largeDrawing(1);
    const result = await run(source, { preset: 'lossless' });
    expect(codesOf(result)).toEqual(['packed', 'too-much-work']);
    expect(result.bytes.length).toBeLessThan(source.length);
    const [before, after] = [await codecs.image.decode(source), await codecs.image.decode(result.bytes)];
    expect(sameSamples(before, after)).toBe(true);
  });

  it('says so where that makes it no smaller', async () => {
    const { bytes } = await run(largeDrawing(1), { preset: 'lossless' });
    const again = await run(bytes, { preset: 'lossless' });
    expect(codesOf(again)).toEqual(['too-much-work']);
    expect(again.bytes).toBe(bytes);
  });
});
