import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compress, isEngineError } from '#engine/index.ts';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import { wrapCff } from '#engine/documents/pdf/fonts/cff/cff.ts';
import { subsetNamedCff, readNamedCff } from '#engine/documents/pdf/fonts/cff/named-cff.ts';
import { readType1 } from '#engine/documents/pdf/fonts/type1/type1-program.ts';
import { type1ToCff } from '#engine/documents/pdf/fonts/type1/type1-to-cff.ts';
import { isSameRaster } from '#engine/documents/pdf/verify/compare-rasters.ts';
import { compositeCffPdf, everyGlyph, simpleFontPdf, type1Pdf } from '#tests/fixtures/pdf/font-documents.ts';
import { toText } from '#tests/fixtures/pdf/pdf-builder.ts';
import { lookAtPage, popplerText, qpdfComplaints } from '#tests/fixtures/pdf/readers.ts';
import { TYPE1_NAMES, type1Font, type Type1Options } from '#tests/fixtures/pdf/type1-font.ts';

const codecs = createNativeCodecs();

/** Compresses, and expects a result that looks and reads the same. */
async function expectSameLook(source: Uint8Array) {
  const result = await compress(source, { codecs });
  const [before, after] = [await lookAtPage(source, 0, 100), await lookAtPage(result.bytes, 0, 100)];
  expect(before.raster.data.some((sample) => sample < 100)).toBe(true);
  expect(isSameRaster(after.raster, before.raster)).toBe(true);
  expect(after.text).toBe(before.text);
  expect(await popplerText(result.bytes)).toBe(await popplerText(source));
  expect(await qpdfComplaints(result.bytes)).toBe('');
  return result;
}

const codesOf = (report: { changes: readonly { code: string }[] }) => report.changes.map(({ code }) => code);

describe('Type 1 programs', () => {
  const encoding = ['dup 66 /A put', 'dup 8#103 /b put', 'dup 200 /A put', 'dup 201 /extra.3 put'];
  it.each<[string, string[], Type1Options & { pdfEncoding?: string }]>([
    ['StandardEncoding', ['(ABCabc)'], {}],
    ['an encoding of its own', ['<42434243c8c9>'], { encoding }],
    [
      'names that the document gives',
      ['<4142f0>'],
      { pdfEncoding: '<</Differences[65/z/extra.77 240/Aacute]>>' },
    ],
    ['WinAnsiEncoding', ['(Az\\301)'], { pdfEncoding: '/WinAnsiEncoding' }],
    ['hexadecimal digits', ['(Hex)'], { isHex: true }],
    ['charstrings that are not encrypted', ['(Plain)'], { lenIV: -1 }],
    [
      'an operator from before the standard',
      ['(A b)'],
      { glyphs: { space: [0, 300, 'hsbw', 1, 2, 'obsolete', 'endchar'] } },
    ],
  ])('with %s become CFF, pixel for pixel', async (_, lines, options) => {
    const source = type1Pdf(lines, options);
    const { bytes, report } = await expectSameLook(source);
    expect(codesOf(report)).toContain('fonts-subset');
    expect(toText(bytes)).toContain('/Type1C');
    expect(bytes.length).toBeLessThan(source.length * 0.2);
  });

  it('draw every glyph as before', async () => {
    const { pdfEncoding, lines } = everyGlyph();
    const { report } = await expectSameLook(type1Pdf(lines, { pdfEncoding }));
    expect(codesOf(report)).toContain('fonts-subset');
  });

  it('keep all glyphs where a form may show other text', async () => {
    const form = (codes: string) =>
      compress(
        type1Pdf([codes], {}, (builder, font) => {
          builder.inCatalog(`/AcroForm<</Fields[]/DR<</Font<</F ${font}>>>>/DA(/F 12 Tf)>>`);
        }),
        { codecs },
      );
    const [few, many] = [await form('(A)'), await form('(ABCDEFGHIJKLM)')];
    expect(codesOf(few.report)).toContain('fonts-subset');
    expect(Math.abs(few.bytes.length - many.bytes.length)).toBeLessThan(100);
  });

  it.each<[string, Type1Options]>([
    ['several masters', { clear: '/WeightVector [0.5 0.5] def' }],
    ['strokes', { clear: '/PaintType 2 def' }],
    [
      'a procedure that no standard names',
      { glyphs: { A: [0, 500, 'hsbw', 1, 1, 99, 'callothersubr', 'endchar'] } },
    ],
    ['a missing subroutine', { glyphs: { A: [0, 500, 'hsbw', 77, 'callsubr', 'endchar'] } }],
    ['a value that nothing gave', { glyphs: { A: [0, 500, 'hsbw', 5, 4, 'callsubr', 'pop', 'endchar'] } }],
  ])('with %s stay as they are', async (_, options) => {
    const { report } = await compress(type1Pdf(['(AB)'], options), { codecs });
    expect(report.skips.map(({ code }) => code)).toContain('type1-kept');
  });
});

describe('simple CFF programs', () => {
  const whole = type1ToCff(readType1(type1Font().bytes)!, 'Fixture', 'all')!;

  it.each([
    ['Type1C', whole],
    ['OpenType', wrapCff(whole, TYPE1_NAMES.length + 2)],
  ])('are cut down to what is shown as %s, pixel for pixel', async (subtype, program) => {
    const font = { key: 'FontFile3', dict: `/Subtype/${subtype}`, bytes: program } as const;
    const { bytes, report } = await expectSameLook(simpleFontPdf(font, ['(ABC)']));
    expect(codesOf(report)).toContain('fonts-subset');
    expect(toText(bytes)).toContain(`/${subtype}`);
    expect(bytes.length).toBeLessThan(2500);
  });

  it('are cut down to what a composite font shows by number, pixel for pixel', async () => {
    const { bytes, report } = await expectSameLook(compositeCffPdf(whole, 'Type1C', '<000300040020>'));
    expect(codesOf(report)).toContain('fonts-subset');
    expect(toText(bytes)).toContain('/Type1C');
    expect(bytes.length).toBeLessThan(2500);
  });

  it('keep the names, codes and order of their glyphs', () => {
    const cut = readNamedCff(subsetNamedCff(readNamedCff(whole)!, new Set(['A', 'Aacute', 'extra.9']))!)!;
    // The accented letter brings the accent.
    expect(new Set(cut.names)).toEqual(new Set(['.notdef', 'A', 'Aacute', 'acute', 'extra.9']));
    expect(cut.isStandardEncoding).toBe(true);
    expect(readNamedCff(whole)!.names).toHaveLength(TYPE1_NAMES.length + 2);
  });
});

describe('damaged font programs', () => {
  it.each(['FontFile', 'FontFile3'] as const)('never lose text or stop the work as %s', async (key) => {
    const type1 = type1Font();
    const sound = key === 'FontFile' ? type1.bytes : type1ToCff(readType1(type1.bytes)!, 'Fixture', 'all')!;
    const dict = key === 'FontFile' ? type1.lengths : '/Subtype/Type1C';
    const flip = fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), bit: fc.nat({ max: 7 }) });
    const damage = fc.record({
      flips: fc.array(flip, { maxLength: 12 }),
      length: fc.double({ min: 0.2, max: 1, noNaN: true }),
    });
    await fc.assert(
      fc.asyncProperty(damage, async ({ flips, length }) => {
        const bytes = sound.slice(0, Math.ceil(sound.length * length));
        for (const { at, bit } of flips) bytes[Math.floor(at * (bytes.length - 1))]! ^= 1 << bit;
        const source = simpleFontPdf({ key, dict, bytes }, ['(ABCabc)']);
        try {
          const result = await compress(source, { codecs });
          const [before, after] = [await lookAtPage(source), await lookAtPage(result.bytes)];
          expect(after.text).toBe(before.text);
          expect(isSameRaster(after.raster, before.raster)).toBe(true);
        } catch (error) {
          if (!isEngineError(error)) throw error;
        }
      }),
      { numRuns: 40, seed: 5 },
    );
  });
});
