import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { Preset } from '#engine/index.ts';
import { twinForm } from '#tests/fixtures/pdf/form-documents.ts';
import { ultraHdr } from '#tests/fixtures/pictures/ultra-hdr.ts';
import { jpegFile } from '#tests/fixtures/upload-files.ts';
import { fillForms, FILLERS } from '#tests/support/editors/form-fillers.ts';
import { editTags } from '#tests/support/editors/exif-editor.ts';
import { codesOf, run } from '#tests/support/engine-run.ts';
import { inLongForm } from '#tests/support/long-form.ts';
import { drawnBy } from '#tests/support/pdf-witnesses.ts';

const FORMS: readonly (readonly [Preset, string])[] = [
  ['balanced', 'right'],
  ...inLongForm<[Preset, string]>(['balanced', 'left'], ['small', 'right'], ['lossless', 'right']),
];
type Format = keyof typeof LOOSE;
const PICTURES: readonly (readonly [Format, Preset])[] = [
  ['jpeg', 'balanced'],
  ['png', 'balanced'],
  ['webp', 'balanced'],
  ['avif', 'balanced'],
  ...inLongForm<[Format, Preset]>(
    ['jpeg', 'small'],
    ['jpeg', 'lossless'],
    ['png', 'lossless'],
    ['webp', 'lossless'],
  ),
];

/** All samples of all pages, as two programs draw them. */
async function drawn(pdf: Uint8Array): Promise<string> {
  const views = await Promise.all([drawnBy('mutool', pdf, 36), drawnBy('pdftoppm', pdf, 36)]);
  return views.flatMap(({ pages }) => pages.map(({ data }) => Buffer.from(data).toString('latin1'))).join();
}

it.each(FORMS)('a form at %s holds and shows what programs fill in on its %s', async (preset, half) => {
  const source = twinForm();
  const result = await run(source, { preset });
  expect(codesOf(result)).toContain('duplicates-merged');
  const [before, after] = fillForms([source, result.bytes], half);
  const blank = await drawn(after!.before.pdf);
  for (const filler of FILLERS) {
    const [wanted, is] = [before![filler], after![filler]];
    const changed = Object.keys(wanted.held).filter(
      (name) => wanted.held[name] !== before!.before.held[name],
    );
    expect(changed.length, filler).toBeGreaterThanOrEqual(7);
    expect(
      changed.filter((name) => !name.startsWith(half)),
      filler,
    ).toEqual([]);
    expect.soft(is.held, filler).toEqual(wanted.held);
    const view = await drawn(is.pdf);
    expect.soft(view === (await drawn(wanted.pdf)), `${filler}: looks as its source does`).toBe(true);
    expect.soft(view === blank, `${filler}: shows what was filled in`).toBe(false);
  }
});

const KEPT = { 'IFD0:Copyright': 'Tom', 'ExifIFD:DateTimeOriginal': '2024:05:31 17:45:00' };
const EDITS = { 'IFD0:Artist': 'Ada', 'XMP-dc:Title': 'Sea' };
/** Places and lengths inside a file, and what kinds of descriptions it has. */
const MOVING = /^(QuickTime:MediaData|RIFF:WebP_Flags$|MPImage\d:MPImageStart$)/;

/** Compresses a picture and has it edited. @returns its tags, before and after */
async function edited(name: string, source: Uint8Array, preset: Preset) {
  const { bytes } = await run(source, { preset });
  expect(bytes.length).toBeLessThan(source.length);
  const { before, after } = editTags(name, bytes, ['-EXIF:Artist=Ada', '-XMP-dc:Title=Sea']);
  const still = Object.entries(before.tags).filter(([tag]) => !MOVING.test(tag));
  expect(after.tags).toMatchObject({ ...Object.fromEntries(still), ...EDITS });
  expect(Object.keys(after.tags).filter((tag) => /Warning|Error/.test(tag))).toEqual([]);
  const [samples, wanted] = await Promise.all(
    [after, before].map((file) => sharp(file.bytes).raw().toBuffer()),
  );
  expect(samples!.equals(wanted!)).toBe(true);
  return { before, after };
}

const LOOSE = {
  jpeg: { quality: 98 },
  png: { compressionLevel: 1 },
  webp: { lossless: true, effort: 0 },
  avif: { quality: 95, effort: 1 },
} as const;

it.each(PICTURES)('%s at %s takes descriptions and keeps all else', async (format, preset) => {
  const exif = { IFD0: { Copyright: 'Tom' }, IFD2: { DateTimeOriginal: '2024:05:31 17:45:00' } };
  const photo = sharp(await jpegFile(160, 120))
    .withExif(exif)
    .withIccProfile('p3');
  const source = await photo.toFormat(format, LOOSE[format]).toBuffer();
  const { before } = await edited(`photo.${format}`, source, preset);
  expect(before.tags).toMatchObject(KEPT);
});

it('a photograph that takes descriptions keeps the gain map behind it', async () => {
  const maps = Object.values(await edited('photo.jpg', await ultraHdr(), 'balanced')).map(
    ({ bytes, tags }) => {
      const [start, length] = ['Start', 'Length'].map((of) => Number(tags[`MPImage2:MPImage${of}`]));
      return bytes.subarray(start, start! + length!);
    },
  );
  expect(maps[0]!.subarray(0, 2)).toEqual(Uint8Array.of(0xff, 0xd8));
  expect(maps[1]).toEqual(maps[0]);
});
