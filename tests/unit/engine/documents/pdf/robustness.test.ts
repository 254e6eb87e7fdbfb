import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compress, isEngineError } from '#engine/index.ts';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import { Lexer } from '#engine/documents/pdf/reading/lexer.ts';
import { parseObject } from '#engine/documents/pdf/reading/object-parser.ts';
import { PdfDict, PdfName, PdfRef, PdfString, type PdfObject } from '#engine/documents/pdf/model/objects.ts';
import { serialize } from '#engine/documents/pdf/writing/serialize.ts';
import { PdfBuilder, toBytes, toText } from '#tests/fixtures/pdf/pdf-builder.ts';
import { featurePdf, flateOf, picturePdf, textPdf } from '#tests/fixtures/pdf/pdf-documents.ts';
import { photoLike } from '#tests/fixtures/pictures/generated-pictures.ts';

const codecs = createNativeCodecs();
const SOURCES = [featurePdf(), textPdf(), picturePdf(flateOf(photoLike(64, 64)))];

/** A page with a tiling pattern in a form that borrows a font of its page. */
function tiledPdf(): Uint8Array {
  const builder = new PdfBuilder();
  const tile = builder.stream(
    '/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 9/YStep 9/Resources<<>>/Matrix[1 0 0 1 3 3]',
    '0 0 4 4 re f',
  );
  const form = builder.stream(
    `/Type/XObject/Subtype/Form/BBox[0 0 600 700]/Resources<</Pattern<</P ${tile}>>>>`,
    '/Pattern cs /P scn 0 0 600 700 re f BT /F 9 Tf (lent) Tj ET',
  );
  builder.page('/X Do', `/XObject<</X ${form}>>/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Courier>>>>`);
  return builder.build();
}

/** An answer no longer than the source, or an engine error: never another exception. */
async function answers(source: Uint8Array): Promise<boolean> {
  try {
    return (await compress(source, { codecs })).bytes.length <= source.length;
  } catch (error) {
    if (isEngineError(error)) return true;
    throw error;
  }
}

describe('damaged files', () => {
  it('are answered wherever they are cut short', async () => {
    const cut = fc.record({ index: fc.nat({ max: 2 }), at: fc.double({ min: 0, max: 1, noNaN: true }) });
    await fc.assert(
      fc.asyncProperty(cut, ({ index, at }) => {
        const source = SOURCES[index]!;
        return answers(source.slice(0, Math.floor(source.length * at)));
      }),
      { numRuns: 40, seed: 5 },
    );
  });

  it('are answered whichever bits are flipped', async () => {
    const flips = fc.array(
      fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), bit: fc.nat({ max: 7 }) }),
      {
        minLength: 1,
        maxLength: 30,
      },
    );
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 2 }), flips, (index, changes) => {
        const bytes = SOURCES[index]!.slice();
        for (const { at, bit } of changes) bytes[Math.floor(at * (bytes.length - 1))]! ^= 1 << bit;
        return answers(bytes);
      }),
      { numRuns: 60, seed: 5 },
    );
  });
});

describe('files whose parts changed places', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });

  it('are answered whichever piece stands somewhere else', async () => {
    const move = fc.record({
      index: fc.nat({ max: 3 }),
      from: share,
      length: fc.nat({ max: 800 }),
      to: share,
    });
    await fc.assert(
      fc.asyncProperty(move, ({ index, from, length, to }) => {
        const text = toText([...SOURCES, tiledPdf()][index]!);
        const start = Math.floor(from * text.length);
        const end = Math.floor(to * text.length);
        const piece = text.slice(start, start + length);
        return answers(toBytes(text.slice(0, end) + piece + text.slice(end)));
      }),
      { numRuns: 50, seed: 7 },
    );
  });

  it('are answered whichever names are swapped', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 3 }), share, share, (index, one, other) => {
        const parts = toText([...SOURCES, tiledPdf()][index]!).split(/(\/[A-Za-z]+)/);
        const nameAt = (at: number): number => 1 + 2 * Math.floor(at * ((parts.length - 3) / 2));
        const [a, b] = [nameAt(one), nameAt(other)];
        [parts[a], parts[b]] = [parts[b]!, parts[a]!];
        return answers(toBytes(parts.join('')));
      }),
      { numRuns: 50, seed: 7 },
    );
  });
});

describe('objects', () => {
  const { objects } = fc.letrec<{ objects: PdfObject }>((tie) => ({
    objects: fc.oneof(
      { depthSize: 'small' },
      fc.constant(null),
      fc.boolean(),
      fc.integer(),
      fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((value) => Math.round(value * 1e4) / 1e4 + 0),
      fc.string({ unit: 'binary-ascii' }).map((value) => PdfName.of(value)),
      fc.uint8Array().map((bytes) => new PdfString(bytes)),
      fc.integer({ min: 1, max: 9999 }).map((num) => new PdfRef(num)),
      fc.array(tie('objects'), { maxLength: 5 }),
      fc
        .dictionary(
          fc.string({ unit: 'binary-ascii' }),
          tie('objects').filter((value) => value !== null),
        )
        .map((entries) => new PdfDict(Object.entries(entries))),
    ),
  }));

  it('come back from their text as they were', () => {
    fc.assert(
      fc.property(objects, (object) => {
        expect(parseObject(new Lexer(toBytes(serialize(object))))).toEqual(object);
      }),
      { numRuns: 300 },
    );
  });

  it('are read from any bytes without an exception', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        parseObject(new Lexer(bytes));
      }),
      { numRuns: 500 },
    );
  });
});
