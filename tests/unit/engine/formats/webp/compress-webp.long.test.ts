import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { equalBytes } from '#engine/base/bytes.ts';
import { equalWhereVisible, type Raster } from '#engine/base/raster.ts';
import { readRiff, withWebpMetadata, writeRiff } from '#engine/containers/riff.ts';
import { photoLike, userInterface, withSoftAlpha } from '#tests/fixtures/pictures/generated-pictures.ts';
import { RGB_PROFILES } from '#tests/fixtures/pictures/rgb-profiles.ts';
import { animatedWebp, animatedWebpOf } from '#tests/fixtures/pictures/webp-files.ts';
import { codecs, codesOf, run } from '#tests/support/engine-run.ts';
import { visualScore } from '#tests/support/visual-score.ts';

const { image } = codecs;

/** Whether all frames have the same samples; an alpha channel that says nothing does not count. */
async function sameFrames(a: Uint8Array, b: Uint8Array): Promise<boolean> {
  return equalWhereVisible(await image.decodeFrames(a), await image.decodeFrames(b));
}

describe('compressWebp', () => {
  it('encodes a lossless photo with loss, above the floor', async () => {
    const source = await image.encodeWebp(photoLike(240, 200), { quality: 90, lossless: true, effort: 1 });
    const { bytes, report } = await run(source);
    expect(bytes.length).toBeLessThan(0.3 * source.length);
    expect(report.score).toBeGreaterThanOrEqual(70.5);
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

  it('keeps alpha that the extended header denies, as browsers show it', async () => {
    const picture = withSoftAlpha(photoLike(200, 180));
    const source = await image.encodeWebp(picture, { quality: 98, lossless: false, effort: 1 });
    const denied = writeRiff(
      readRiff(source).map(({ type, data }) => ({
        type,
        data: type === 'VP8X' ? data.map((byte, at) => (at === 0 ? byte & ~0x10 : byte)) : data,
      })),
    );
    expect(denied).not.toEqual(source);
    const [{ bytes }, { bytes: sound }] = [await run(denied), await run(source)];
    expect(bytes.length).toBeLessThan(source.length);
    expect(bytes).toEqual(sound);
  });

  it('leaves transparency alone that takes more memory to pack than there is', async () => {
    const background = { r: 90, g: 120, b: 60, alpha: 0.5 };
    const large = sharp({ create: { width: 3000, height: 2700, channels: 4, background } });
    const still = new Uint8Array(await large.webp({ lossless: true, effort: 0 }).toBuffer());
    // Flat, it would be out of proportion to its bytes.
    const source = writeRiff([...readRiff(still), { type: 'JUNK', data: new Uint8Array(100_000) }]);
    const { bytes, report } = await run(source);
    expect(equalBytes(bytes, source)).toBe(true);
    expect(report.skips.map(({ code }) => code)).toEqual(['large-transparency', 'large-lossless']);
  });

  it.each([60, 95])('takes a small lossy file of quality %i for what it is, once', async (quality) => {
    const source = await image.encodeWebp(photoLike(100, 80), { quality });
    expect(source.length).toBeLessThan(6_000);
    const first = await run(source);
    expect(codesOf(first)).not.toContain('already-compressed');
    const second = await run(first.bytes);
    expect(second.bytes.length).toBeGreaterThan(0.97 * first.bytes.length);
    const isReduced = first.bytes.length < source.length;
    expect(codesOf(second)).toContain(isReduced ? 'already-compressed' : 'generation-loss');
  });

  it('keeps the frames of a lossy animation without loss, and removes what describes them', async () => {
    const lossy = await image.recodeAnimation(await animatedWebp(), { format: 'webp', quality: 50 });
    const described = { icc: null, exif: null, xmp: new Uint8Array(90), marker: null };
    const source = withWebpMetadata(lossy, described);
    const { bytes, report } = await run(source, { preset: 'lossless' });
    expect(await sameFrames(bytes, source)).toBe(true);
    expect(report.changes.map(({ code }) => code)).toEqual(['metadata-removed']);
    expect(bytes.length).toBeLessThan(source.length - 90);
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
    expect(report.kept).toContainEqual(expect.objectContaining({ feature: 'animation', count: 4 }));
  });

  it('draws only what moves of a screen, in few colours, and nothing else moves', async () => {
    const screens = [0, 1, 2, 3, 4].map((i) => withBlock(userInterface(160, 120), 12 + 20 * i, 50));
    const source = await animatedWebpOf(screens, [0, 40, 100, 1000, 40]);
    const { bytes, report } = await run(source);
    const frames = readRiff(bytes).filter(({ type }) => type === 'ANMF');
    expect(bytes.length).toBeLessThan(0.4 * source.length);
    expect(frames.map(({ data }) => data[12]! | (data[13]! << 8))).toEqual([0, 40, 100, 1000, 40]);
    expect(Math.max(...frames.slice(1).map(({ data }) => 1 + data[6]!))).toBeLessThan(80);
    expect(report.score).toBeGreaterThanOrEqual(70.5);
    const shown: Raster[] = [];
    for (const frame of screens.keys()) shown.push(await image.decode(bytes, { frame }));
    for (const [i, screen] of screens.entries()) {
      expect(visualScore(screen, shown[i]!)).toBeGreaterThanOrEqual(70.5);
      if (i > 0) expect(movedAlone(screens[i - 1]!, screen, shown[i - 1]!, shown[i]!)).toBe(0);
    }
  });

  it('encodes an animation with loss once where few colours are clearly smaller', async () => {
    const screens = [0, 1, 2, 3, 4].map((i) => withBlock(userInterface(160, 120), 12 + 20 * i, 50));
    const source = await animatedWebpOf(screens, [40, 40, 40, 40, 40]);
    let lossy = 0;
    const counting: typeof image = {
      ...image,
      recodeAnimation: (bytes, options) => {
        if (!options.lossless) lossy++;
        return image.recodeAnimation(bytes, options);
      },
    };
    const { bytes } = await run(source, { codecs: { ...codecs, image: counting } });
    expect(bytes.length).toBeLessThan(0.4 * source.length);
    expect(lossy).toBe(1);
  });

  it('fits an animation into a target size, and says what the smallest is when it cannot', async () => {
    const source = await animatedWebp();
    const usual = (await run(source)).bytes.length;
    const targetBytes = Math.round(0.88 * usual);
    const fitting = await run(source, { targetBytes });
    expect(fitting.report.target).toEqual({ bytes: targetBytes, met: true });
    expect(fitting.bytes.length).toBeLessThanOrEqual(targetBytes);
    expect(fitting.bytes.length).toBeGreaterThan(0.9 * targetBytes);
    expect((await image.probe(fitting.bytes)).frames).toBe(4);
    const missed = await run(source, { targetBytes: 300 });
    expect(missed.report.target).toEqual({ bytes: 300, met: false, smallestBytes: missed.bytes.length });
  });

  it.each(['Display P3', 'Adobe RGB', 'ProPhoto'] as const)(
    'shrinks an animation under %s as it does others, and keeps the profile',
    async (name) => {
      const icc = RGB_PROFILES[name];
      const bare = await animatedWebpOf([photoLike(96, 72, 10), photoLike(96, 72, 11)], [40, 1000]);
      const source = withWebpMetadata(bare, { icc, exif: null, marker: null });
      const plain = await run(bare);
      const { bytes, report } = await run(source);
      expect(bytes.length - icc.length).toBeLessThan(1.3 * plain.bytes.length);
      expect(bytes.length - icc.length).toBeGreaterThan(0.7 * plain.bytes.length);
      expect(report.score).toBeGreaterThanOrEqual(70);
      expect((await image.probe(bytes)).icc).toEqual(icc);
      expect(report.kept.map(({ feature }) => feature)).toEqual(['icc-profile', 'animation']);
    },
  );

  it('changes no sample of an animation under a profile without loss', async () => {
    const icc = RGB_PROFILES['Display P3'];
    const source = withWebpMetadata(await animatedWebp(), { icc, exif: null, marker: null });
    const { bytes } = await run(source, { preset: 'lossless' });
    expect(bytes.length).toBeLessThan(source.length);
    expect(await sameFrames(bytes, source)).toBe(true);
    expect((await image.probe(bytes)).icc).toEqual(icc);
  });

  it('misses a target size with no more bytes than the preset small makes', async () => {
    const source = await image.encodeWebp(userInterface(320, 240), {
      quality: 90,
      lossless: true,
      effort: 1,
    });
    const small = await run(source, { preset: 'small' });
    const missed = await run(source, { targetBytes: 400 });
    expect(missed.report.target).toEqual({ bytes: 400, met: false, smallestBytes: missed.bytes.length });
    expect(missed.bytes.length).toBeLessThanOrEqual(small.bytes.length);
  });

  it('keeps no word of dropped descriptions in the header of a small file', async () => {
    const bare = await image.encodeWebp(withSoftAlpha(photoLike(60, 40)), { quality: 60 });
    const described = { icc: null, exif: null, xmp: new Uint8Array(3_000), marker: null };
    const { bytes } = await run(withWebpMetadata(bare, described));
    expect(bytes.length).toBeLessThan(2_048);
    const chunks = readRiff(bytes);
    expect(chunks.map(({ type }) => type)).toEqual(['VP8X', 'ALPH', 'VP8 ']);
    expect(chunks[0]!.data[0]).toBe(0x10);
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

function withBlock(picture: Raster, left: number, top: number): Raster {
  for (let y = top; y < top + 16; y++)
    for (let x = left; x < left + 16; x++) picture.data.set([200, 30, 40], (y * picture.width + x) * 3);
  return picture;
}

/** Pixels that change from one frame of the result to the next while the source stands still. */
function movedAlone(before: Raster, after: Raster, shownBefore: Raster, shownAfter: Raster): number {
  const isSame = (a: Raster, b: Raster, pixel: number): boolean =>
    [0, 1, 2].every((c) => a.data[pixel * a.channels + c] === b.data[pixel * b.channels + c]);
  const pixels = Array.from({ length: before.width * before.height }, (_, pixel) => pixel);
  return pixels.filter((at) => isSame(before, after, at) && !isSame(shownBefore, shownAfter, at)).length;
}
