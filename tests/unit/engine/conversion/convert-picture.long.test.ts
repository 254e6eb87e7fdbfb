import { describe, expect, it } from 'vitest';
import { withMetadata } from '#engine/formats/jpeg/rebuild.ts';
import { readJpegStructure } from '#engine/containers/jpeg/segments.ts';
import { orientationExif } from '#engine/metadata/exif.ts';
import { readRiff } from '#engine/containers/riff.ts';
import { readDirectories } from '#engine/metadata/tiff-directories.ts';
import { detectKind } from '#engine/index.ts';
import { withChunks } from '#tests/fixtures/pictures/png-chunks.ts';
import { withFirst, xmp } from '#tests/fixtures/pictures/linked-jpegs.ts';
import { photoLike, userInterface, withSoftAlpha } from '#tests/fixtures/pictures/generated-pictures.ts';
import { RGB_PROFILES } from '#tests/fixtures/pictures/rgb-profiles.ts';
import { codecs, codesOf, run } from '#tests/support/engine-run.ts';

const { image } = codecs;
const photo = photoLike(320, 240);
const jpeg = () => image.encodeJpeg(photo, { quality: 95, chroma: '4:4:4' });
const transparent = () => image.encodePng(withSoftAlpha(photoLike(96, 96)));

describe('another format', () => {
  it.each(['png', 'webp'] as const)('makes a %s of a JPEG at the floor, and says so', async (format) => {
    const { bytes, report } = await run(await jpeg(), { format });
    expect(detectKind(bytes)).toBe(format);
    expect(report.output).toEqual({ kind: format, width: 320, height: 240 });
    expect(report.kind).toBe('jpeg');
    expect(report.score).toBeGreaterThanOrEqual(70.5);
    expect(report.changes[0]?.detail).toMatch(/^The image was converted from JPEG to (PNG|WebP)\.$/);
  });

  it('returns a format that is asked for even where it is larger, and says so', async () => {
    const source = await image.encodeJpeg(photo, { quality: 15, chroma: '4:2:0' });
    const { bytes, report } = await run(source, { format: 'png', preset: 'lossless' });
    expect(bytes.length).toBeGreaterThan(source.length);
    expect(report.savingsRatio).toBeLessThan(0);
    expect(report.hints.map(({ code }) => code)).toEqual(['larger-than-source']);
    const [shown, decoded] = [await image.decode(source), await image.decode(bytes)];
    expect(decoded.data).toEqual(shown.data);
  });

  it('is the compression of ever where the picture has that format', async () => {
    const source = await jpeg();
    const [plain, asked] = [await run(source), await run(source, { format: 'jpeg', maxWidth: 400 })];
    expect(asked.bytes).toEqual(plain.bytes);
    expect(asked.report).toEqual({ ...plain.report, steps: asked.report.steps });
  });

  it('chooses with "auto" the smallest of those that are accepted', async () => {
    const source = await jpeg();
    const single = await Promise.all(
      (['jpeg', 'png', 'webp'] as const).map(async (format) => (await run(source, { format })).bytes.length),
    );
    const auto = await run(source, { format: 'auto' });
    expect(auto.bytes.length).toBeLessThanOrEqual(Math.min(...single));
    const accepted = await run(source, { format: 'auto', accept: ['png'] });
    expect(detectKind(accepted.bytes)).toBe('png');
  });

  it('stays within a target, in the format that the first result was the smallest in', async () => {
    const source = await jpeg();
    const usual = await run(source, { format: 'auto' });
    const targetBytes = Math.round(0.85 * usual.bytes.length);
    const { bytes, report } = await run(source, { format: 'auto', targetBytes });
    expect(report.target).toEqual({ bytes: targetBytes, met: true });
    expect(detectKind(bytes)).toBe(detectKind(usual.bytes));
    expect(bytes.length).toBeLessThanOrEqual(targetBytes);
  });

  it('asks for a background before what is transparent becomes a JPEG', async () => {
    await expect(run(await transparent(), { format: 'jpeg' })).rejects.toMatchObject({
      code: 'unsupported',
      message: expect.stringContaining('background=#ffffff') as string,
    });
    const { bytes } = await run(await transparent(), { format: 'jpeg', background: '#ff0000' });
    const { data } = await image.decode(bytes);
    expect([data[0]! > 240, data[1]! < 20, data[2]! < 20]).toEqual([true, true, true]);
    const auto = await run(await transparent(), { format: 'auto', accept: ['jpeg', 'webp'] });
    expect(detectKind(auto.bytes)).toBe('webp');
  });

  it('keeps a profile that samples need', async () => {
    const bare = await jpeg();
    const icc = RGB_PROFILES['Display P3'];
    const source = withMetadata(bare, { icc, orientation: 1, density: null, comment: null });
    for (const format of ['png', 'webp'] as const) {
      const { bytes, report } = await run(source, { format });
      expect((await image.probe(bytes)).icc?.length).toBe(icc.length);
      expect(report.kept.map(({ feature }) => feature)).toContain('icc-profile');
    }
  });
});

describe('what describes a PNG', () => {
  const text = (type: 'tEXt' | 'iTXt', keyword: string, value: string) => {
    const between = type === 'iTXt' ? '\0\0\0\0\0' : '\0';
    return { type, data: new TextEncoder().encode(`${keyword}${between}${value}`) };
  };
  const described = async () =>
    withChunks(await image.encodePng(photoLike(48, 32)), [
      text('iTXt', 'Author', 'Zoë'),
      text('tEXt', 'Copyright', '2026 Zoe'),
      text('tEXt', 'Creation Time', 'Thu, 5 Nov 2026 10:11:12 +0100'),
      text(
        'tEXt',
        'Description',
        'A long text that no other format has a place for, whatever is asked to stay.',
      ),
    ]);
  const exifOf = async (webp: Uint8Array) =>
    readDirectories(readRiff(webp).find(({ type }) => type === 'EXIF')?.data ?? new Uint8Array());
  const values = (entries: readonly { value: Uint8Array }[]) =>
    entries.map(({ value }) => new TextDecoder().decode(value).replaceAll('\0', ''));

  it('goes with it as EXIF: author, copyright and date', async () => {
    const { bytes, report } = await run(await described(), { format: 'webp' });
    const { image: rights, photo: dates } = await exifOf(bytes);
    expect(values(rights)).toEqual(['Zoë', '2026 Zoe']);
    expect(values(dates)).toContain('2026:11:05 10:11:12');
    expect(report.kept.map(({ feature }) => feature)).toEqual(['copyright', 'date']);
  });

  it('says what is lost although all was to stay', async () => {
    const { report } = await run(await described(), { format: 'webp', keep: ['all'] });
    expect(report.changes.map(({ code }) => code)).toContain('metadata-removed');
  });

  it('stays behind where nothing is to stay', async () => {
    const { bytes } = await run(await described(), { format: 'webp', keep: [] });
    expect((await exifOf(bytes)).image).toEqual([]);
  });
});

describe('what XMP says of how a picture is shown', () => {
  const shown = async (attributes: string) => withFirst(await jpeg(), xmp(attributes));

  it.each([
    ['panorama-removed', 'GPano:ProjectionType="equirectangular"'],
    ['further-pictures-removed', 'GImage:Mime="image/jpeg" GImage:Data="AAAA"'],
  ])('is told where another format loses it, and ties "auto" to the format: %s', async (code, attributes) => {
    const source = await shown(attributes);
    const { report } = await run(source, { format: 'webp' });
    expect(report.changes.map((each) => each.code)).toContain(code);
    const kept = await run(source, { format: 'auto' });
    expect(kept.report.output).toBeUndefined();
  });

  it('is nothing where its names are only declared', async () => {
    const { report } = await run(await shown('xmpMM:DocumentID="7"'), { format: 'webp' });
    expect(report.changes.map(({ code }) => code)).not.toContain('panorama-removed');
    expect(report.changes.map(({ code }) => code)).not.toContain('further-pictures-removed');
  });
});

describe('another size', () => {
  it('scales what is shown, turned upright', async () => {
    const source = withMetadata(await jpeg(), { icc: null, orientation: 6, density: null, comment: null });
    const result = await run(source, { maxWidth: 120 });
    expect(result.report.output).toEqual({ kind: 'jpeg', width: 120, height: 160 });
    const { width, height, exif } = readJpegStructure(result.bytes);
    expect([width, height, exif.orientation]).toEqual([120, 160, 1]);
    expect(codesOf(result)).toEqual(['scaled', 'turned-upright']);
    expect(result.report.score).toBeGreaterThanOrEqual(70.5);
  });

  it('keeps EXIF that is asked for, upright', async () => {
    const exif = orientationExif(3);
    const source = withMetadata(await jpeg(), {
      icc: null,
      orientation: 3,
      exif,
      density: null,
      comment: null,
    });
    const { bytes } = await run(source, { format: 'webp', keep: ['all'] });
    expect((await image.probe(bytes)).orientation).toBe(1);
  });

  it('loses nothing more with "lossless", and says that a JPEG cannot', async () => {
    const screen = await image.encodePng(userInterface(200, 150));
    const { report } = await run(screen, { preset: 'lossless', maxSide: 100 });
    expect([report.score, report.output]).toEqual([null, { kind: 'png', width: 100, height: 75 }]);
    await expect(run(await jpeg(), { preset: 'lossless', maxSide: 100 })).rejects.toThrow(
      'always loses something',
    );
  });

  it('is refused for a document by its options', async () => {
    const pdf = new TextEncoder().encode('%PDF-1.4\n');
    await expect(run(pdf, { format: 'webp', maxWidth: 5 })).rejects.toThrow(
      'A PDF keeps its format and the size of its pages: format and maxWidth go with single images only.',
    );
  });
});
