import { describe, expect, it } from 'vitest';
import { readRiff, writeRiff } from '#engine/webp/riff.ts';
import { photoLike, userInterface, withSoftAlpha } from '#tests/fixtures/pictures/generated-pictures.ts';
import { animatedWebp } from '#tests/fixtures/pictures/webp-files.ts';
import { codecs, codesOf, run } from '#tests/support/engine-run.ts';

const { image } = codecs;

describe('compressWebp', () => {
  it('encodes a lossless photo with loss, above the floor', async () => {
    const source = await image.encodeWebp(photoLike(240, 200), { quality: 90, lossless: true, effort: 1 });
    const { bytes, report } = await run(source);
    expect(bytes.length).toBeLessThan(0.3 * source.length);
    expect(report.score).toBeGreaterThanOrEqual(71);
  });

  it('keeps every visible sample with the lossless preset', async () => {
    const picture = userInterface(240, 200);
    const source = await image.encodeWebp(picture, { quality: 10, lossless: true, effort: 0 });
    const { bytes } = await run(source, { preset: 'lossless' });
    expect(bytes.length).toBeLessThan(source.length);
    expect((await image.decode(bytes)).data).toEqual(picture.data);
  });

  it('keeps alpha', async () => {
    const source = await image.encodeWebp(withSoftAlpha(photoLike(200, 180)), {
      quality: 90,
      lossless: true,
      effort: 1,
    });
    const { bytes } = await run(source);
    expect((await image.probe(bytes)).hasAlpha).toBe(true);
  });

  it('leaves small lossy files alone', async () => {
    const source = await image.encodeWebp(photoLike(100, 80), { quality: 60 });
    const result = await run(source);
    expect(result.bytes).toEqual(source);
    expect(codesOf(result)).toContain('already-compressed');
  });

  it('shrinks less than 3 % the second time', async () => {
    const first = await run(await image.encodeWebp(photoLike(320, 240), { quality: 98, effort: 1 }));
    const second = await run(first.bytes);
    expect(first.report.savingsRatio).toBeGreaterThan(0.3);
    expect(second.bytes.length).toBeGreaterThan(0.97 * first.bytes.length);
  });

  it('keeps frames, delays of 0 ms and the loop count of an animation', async () => {
    const source = await animatedWebp();
    const { bytes, report } = await run(source);
    const facts = (file: Uint8Array) =>
      readRiff(file)
        .filter(({ type }) => type === 'ANIM' || type === 'ANMF')
        .map(({ type, data }) => (type === 'ANIM' ? [...data] : [...data.subarray(12, 15)]));
    expect(bytes.length).toBeLessThan(source.length);
    expect(facts(bytes)).toEqual(facts(source));
    expect(report.kept).toContainEqual({ feature: 'animation', count: 4 });
  });

  it('fits an animation into a target size, and says what the smallest is when it cannot', async () => {
    const source = await animatedWebp();
    const usual = (await run(source)).bytes.length;
    const targetBytes = Math.round(1.15 * usual);
    const fitting = await run(source, { targetBytes });
    expect(fitting.report.target).toEqual({ bytes: targetBytes, met: true });
    expect(fitting.bytes.length).toBeLessThanOrEqual(targetBytes);
    expect(fitting.bytes.length).toBeGreaterThan(0.9 * targetBytes);
    expect((await image.probe(fitting.bytes)).frames).toBe(4);
    const missed = await run(source, { targetBytes: 300 });
    expect(missed.report.target).toEqual({ bytes: 300, met: false, smallestBytes: missed.bytes.length });
  });

  it('drops descriptions and keeps the orientation', async () => {
    const chunks = readRiff(await image.encodeWebp(photoLike(200, 150), { quality: 95 }));
    const header = Uint8Array.from([0x0c, 0, 0, 0, 199, 0, 0, 149, 0, 0]);
    const exif = Uint8Array.from([
      0x49, 0x49, 0x2a, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0,
    ]);
    const source = writeRiff([
      { type: 'VP8X', data: header },
      ...chunks,
      { type: 'EXIF', data: exif },
      { type: 'XMP ', data: new TextEncoder().encode('<x>history of edits</x>') },
    ]);
    const { bytes } = await run(source);
    expect((await image.probe(bytes)).orientation).toBe(8);
    expect(new TextDecoder('latin1').decode(bytes)).not.toContain('history');
  });
});
