import { engineContext } from '#tests/support/engine-context.ts';
import { describe, expect, it } from 'vitest';
import type { ImageCodec } from '#engine/codecs/ports/image-codec.ts';
import { ACCEPTABLE_SCORE, compress } from '#engine/index.ts';
import { readJpegStructure } from '#engine/containers/jpeg/segments.ts';
import { withMetadata } from '#engine/formats/jpeg/rebuild.ts';
import { readResolution, resolutionIn } from '#engine/metadata/kept-exif.ts';
import { writeDirectories } from '#engine/metadata/tiff-directories.ts';
import type { Raster } from '#engine/base/raster.ts';
import { asGrey, inInks, photoLike, scannedText } from '#tests/fixtures/pictures/generated-pictures.ts';
import { grayGammaProfile, printerProfile } from '#tests/fixtures/pictures/icc-profiles.ts';
import { breakScan, plainJpeg, withFrame } from '#tests/fixtures/pictures/plain-jpeg.ts';
import { codecs, codesOf, run } from '#tests/support/engine-run.ts';
import { visualScore } from '#tests/support/visual-score.ts';

const { image } = codecs;

/** EXIF with a resolution alone. */
function resolutionExif(x: number, unit: number): Uint8Array {
  const fraction = new Uint8Array(8);
  new DataView(fraction.buffer).setUint32(0, 10 * x);
  new DataView(fraction.buffer).setUint32(4, 10);
  const image = [
    { tag: 0x011a, type: 5, value: fraction },
    { tag: 0x011b, type: 5, value: fraction },
    { tag: 0x0128, type: 3, value: Uint8Array.of(0, unit) },
  ];
  return writeDirectories({ image, photo: [], gps: [] });
}

const NOTHING = { icc: null, orientation: 1, density: null, comment: null };
const photo = photoLike(320, 240);
const camera = () => image.encodeJpeg(photo, { quality: 95, chroma: '4:4:4' });

describe('compressJpeg', () => {
  it('reaches a score in place of the preset and no more', async () => {
    const source = await camera();
    const [balanced, asked] = [await run(source), await run(source, { score: 78 })];
    expect(asked.report.score).toBeGreaterThanOrEqual(78);
    expect(asked.report.score).toBeLessThan(82);
    expect(asked.bytes.length).toBeGreaterThan(balanced.bytes.length);
  });

  it('reaches the floor of the preset and reports the score it measured', async () => {
    const source = await camera();
    const [small, balanced, high] = await Promise.all(
      (['small', 'balanced', 'high'] as const).map((preset) => run(source, { preset })),
    );
    expect(small!.bytes.length).toBeLessThan(balanced!.bytes.length);
    expect(balanced!.bytes.length).toBeLessThan(high!.bytes.length);
    expect(balanced!.report.score).toBeGreaterThanOrEqual(70.5);
    const score = visualScore(photo, await image.decode(balanced!.bytes));
    expect(score).toBeGreaterThan(69);
  });

  it('leaves no picture to garbage collection, which lets many of them pile up', async () => {
    const decoded: Raster[] = [];
    const watched: ImageCodec = {
      ...image,
      decode: async (...args) => {
        const raster = await image.decode(...args);
        decoded.push(raster);
        return raster;
      },
    };
    // Large enough that it is searched on a mosaic.
    const source = await image.encodeJpeg(photoLike(1_200, 900), { quality: 95, chroma: '4:4:4' });
    await compress(source, { codecs: { ...codecs, image: watched } });
    expect(decoded.length).toBeGreaterThan(3);
    expect(decoded.map(({ data }) => data.length)).toEqual(decoded.map(() => 0));
  });

  it('keeps every sample with the lossless preset', async () => {
    const source = await image.encodeJpeg(photo, { quality: 90, chroma: '4:2:0', effort: 'fast' });
    const { bytes, report } = await run(source, { preset: 'lossless' });
    expect(bytes.length).toBeLessThan(source.length);
    expect((await image.decode(bytes)).data).toEqual((await image.decode(source)).data);
    expect(report.score).toBeNull();
  });

  it('changes no sample of a picture whose data are broken: programs show it differently', async () => {
    const source = breakScan(await plainJpeg(photo));
    const result = await run(source);
    expect(codesOf(result)).toContain('broken-samples');
    expect(codesOf(result)).not.toContain('re-encoded');
    expect((await image.decode(result.bytes)).data).toEqual((await image.decode(source)).data);
    // A size that is asked for is reached all the same.
    const targetBytes = Math.round(source.length / 3);
    const small = await run(source, { targetBytes });
    expect(small.bytes.length).toBeLessThanOrEqual(targetBytes);
  });

  it('takes stray bytes behind the picture for harmless, as cameras write them', async () => {
    const whole = await plainJpeg(photo);
    const source = Uint8Array.from([...whole.subarray(0, -2), 0, 0, 0, 0, 0xff, 0xd9]);
    expect(codesOf(await run(source))).toContain('re-encoded');
  });

  it('shrinks less than 3 % the second time', async () => {
    const first = await run(await camera());
    const second = await run(first.bytes);
    expect(second.bytes.length).toBeGreaterThan(0.97 * first.bytes.length);
    expect(codesOf(second)).toContain('already-compressed');
  });

  it('gives the same bytes for the same input', async () => {
    const source = await camera();
    expect((await run(source)).bytes).toEqual((await run(source)).bytes);
  });

  it('keeps orientation, density and profile, and drops comments and what follows the picture', async () => {
    const grey = await image.encodeJpeg(asGrey(photo), { quality: 95, chroma: '4:4:4' });
    const icc = grayGammaProfile();
    const density = Uint8Array.of(1, 1, 44, 1, 44);
    const tagged = withMetadata(grey, { icc, orientation: 6, density, comment: 'taken at home by me' });
    const source = Uint8Array.from([...tagged, ...new TextEncoder().encode('a hidden video')]);
    const result = await run(source);
    const structure = readJpegStructure(result.bytes);
    expect(structure.exif.orientation).toBe(6);
    expect(structure.icc).toEqual(icc);
    expect(structure.density).toEqual(density);
    expect(structure.components).toBe(1);
    expect(new TextDecoder('latin1').decode(result.bytes)).not.toMatch(/taken at home|hidden video/);
    expect(codesOf(result)).toEqual(expect.arrayContaining(['metadata-removed', 'trailing-data-removed']));
  });

  it.each([
    ['JFIF alone', [1, 300, 300], null, [1, 300, 300], null],
    ['JFIF at 72 dpi alone', [1, 72, 72], null, [1, 72, 72], null],
    ['a proportion of pixels', [0, 2, 1], null, [0, 2, 1], null],
    ['EXIF alone', null, { x: 300, unit: 2 }, [1, 300, 300], null],
    ['EXIF alone in centimetres', null, { x: 118, unit: 3 }, [2, 118, 118], null],
    ['EXIF beside a JFIF without a unit', [0, 1, 1], { x: 300, unit: 2 }, [1, 300, 300], null],
    ['both alike', [1, 300, 300], { x: 300, unit: 2 }, [1, 300, 300], null],
    ['both at odds', [1, 72, 72], { x: 300, unit: 2 }, [1, 72, 72], 300],
    ['fractions in EXIF', null, { x: 299.5, unit: 2 }, [0, 1, 1], 299.5],
  ] as const)('keeps the resolution that stands in %s', async (_, jfif, exif, density, x) => {
    const asDensity = (given: readonly [number, number, number] | null) =>
      given && Uint8Array.of(given[0], given[1] >> 8, given[1], given[2] >> 8, given[2]);
    const source = withMetadata(await image.encodeJpeg(photoLike(64, 48), { quality: 95, chroma: '4:4:4' }), {
      ...NOTHING,
      // What goes makes room for what is written.
      comment: 'a comment that goes'.repeat(9),
      density: asDensity(jfif),
      exif: exif && resolutionExif(exif.x, exif.unit),
    });
    const { bytes, report } = await run(source, { preset: 'lossless' });
    const structure = readJpegStructure(bytes);
    expect(structure.density).toEqual(asDensity(density));
    const tiff = structure.segments.find(({ marker }) => marker === 0xe1)?.payload.subarray(6);
    expect(readResolution(resolutionIn(tiff))?.x ?? null).toBe(x);
    expect(report.kept.filter(({ feature }) => feature === 'density')).toHaveLength(1);
  });

  it('leaves the resolution of inks in EXIF: some programs refuse them in JFIF', async () => {
    const inks = await image.encodeJpeg(inInks(photoLike(64, 48)), { quality: 95, chroma: '4:4:4' });
    const source = withMetadata(inks, {
      ...NOTHING,
      comment: 'goes'.repeat(9),
      exif: resolutionExif(300, 2),
    });
    const { bytes, report } = await run(source, { preset: 'lossless' });
    expect(readJpegStructure(bytes).density).toBeNull();
    expect(report.kept.map(({ feature }) => feature)).toEqual(['density']);
  });

  it('claims no resolution where none is said', async () => {
    const plain = withMetadata(await camera(), { ...NOTHING, density: Uint8Array.of(0, 0, 1, 0, 1) });
    expect((await run(plain)).report.kept).toEqual([]);
  });

  it('leaves a lossless JPEG as it is and says so', async () => {
    const source = withFrame(await camera(), 0xc3);
    for (const preset of ['small', 'lossless'] as const) {
      const { bytes, report } = await run(source, { preset });
      expect(bytes).toEqual(source);
      expect(report.skips.map(({ detail }) => detail)).toEqual([
        'The image is a lossless JPEG, which programs show differently or not at all, so it was left as it is.',
      ]);
    }
  });

  it('keeps CMYK as CMYK with a profile of what showing needs', async () => {
    const inks = await image.encodeJpeg(inInks(photoLike(200, 160)), { quality: 95, chroma: '4:4:4' });
    const result = await run(withMetadata(inks, { ...NOTHING, icc: printerProfile() }));
    expect(await image.probe(result.bytes)).toMatchObject({ space: 'cmyk', channels: 4 });
    expect(codesOf(result)).toContain('profile-slimmed');
    expect(result.report.score).toBeGreaterThanOrEqual(70.5);
  });

  it('leaves profile and samples of a nested picture as stored', async () => {
    const { compressPicture } = await import('#engine/formats/compress-picture.ts');
    const icc = grayGammaProfile();
    const grey = await image.encodeJpeg(asGrey(photo), { quality: 95, chroma: '4:4:4' });
    const { bytes } = await compressPicture(
      withMetadata(grey, { ...NOTHING, icc }),
      engineContext({ codecs }),
    );
    const structure = readJpegStructure(bytes);
    expect(structure.icc).toEqual(icc);
    expect(structure.segments.some(({ marker }) => marker === 0xfe)).toBe(false);
  });

  it('meets a target size within 90 to 100 %', async () => {
    const usual = (await run(await camera())).bytes.length;
    const target = Math.round(0.8 * usual);
    const { bytes, report } = await run(await camera(), { targetBytes: target });
    expect(report.target).toEqual({ bytes: target, met: true });
    expect(bytes.length).toBeLessThanOrEqual(target);
    expect(bytes.length).toBeGreaterThan(0.9 * target);
  });

  it('says what the smallest acceptable size is when a target is out of reach', async () => {
    const { bytes, report } = await run(await camera(), { targetBytes: 600 });
    expect(report.target).toEqual({ bytes: 600, met: false, smallestBytes: bytes.length });
    expect(report.score).toBeGreaterThanOrEqual(ACCEPTABLE_SCORE);
    expect(report.hints.map(({ code }) => code)).toEqual(['quality-for-target']);
  });

  it('answers with the cheaper settings when time is up', async () => {
    const source = await image.encodeJpeg(scannedText(300, 240), { quality: 92, chroma: '4:2:0' });
    const { bytes, report } = await run(source, { budgetMs: 0 });
    expect(bytes.length).toBeLessThanOrEqual(source.length);
    expect(report.outputBytes).toBe(bytes.length);
  });

  it('reads through stray bytes between segments', async () => {
    const source = await camera();
    const stray = Uint8Array.from([...source.subarray(0, 20), 0xff, 0xff, ...source.subarray(20)]);
    expect((await run(stray)).bytes.length).toBeLessThan(source.length);
  });
});
