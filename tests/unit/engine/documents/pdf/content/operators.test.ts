import { describe, expect, it } from 'vitest';
import type { ContentPlace } from '#engine/documents/pdf/content/content-place.ts';
import { readContent } from '#engine/documents/pdf/content/content-lexer.ts';
import { IDENTITY } from '#engine/documents/pdf/content/matrix.ts';
import { OperatorRun } from '#engine/documents/pdf/content/operators.ts';
import { Usage } from '#engine/documents/pdf/content/usage.ts';
import { PdfDocument } from '#engine/documents/pdf/model/document.ts';
import { PdfDict, PdfStream, type PdfObject } from '#engine/documents/pdf/model/objects.ts';
import { Lexer } from '#engine/documents/pdf/reading/lexer.ts';
import { parseObject } from '#engine/documents/pdf/reading/object-parser.ts';
import { toBytes } from '#tests/fixtures/pdf/pdf-builder.ts';

const parsed = (text: string): PdfObject => parseObject(new Lexer(toBytes(text))) ?? null;
const stream = (dict: string) => new PdfStream(parsed(dict) as PdfDict, new Uint8Array(0));

const PICTURE = 10;
const FORM = 11;
const SIMPLE = 12;
const COMPOSITE = 13;
const TILE = 14;
const RESOURCES = `<</XObject<</Pic ${PICTURE} 0 R/Form ${FORM} 0 R>>/Font<</F ${SIMPLE} 0 R/C ${COMPOSITE} 0 R>>
  /Pattern<</P ${TILE} 0 R>>/ExtGState<</G<</Font[${SIMPLE} 0 R 9]/SMask<</G ${FORM} 0 R>>>>
  /Half<</ca .5>>/Whole<</ca 1.0/BM/Normal/SMask/None>>/Screen<</BM/Screen>>/Line<</CA .5/LW 2>>>>>>`;

/** Runs a content on page 3 without walking what it draws in turn. */
function run(content: string, { isMeasured = true, tile = '/XStep 5/YStep 5' } = {}) {
  const document = new PdfDocument(
    new Map<number, PdfObject>([
      [PICTURE, stream('<</Subtype/Image>>')],
      [FORM, stream('<</Subtype/Form>>')],
      [SIMPLE, parsed('<</Subtype/Type1>>')],
      [COMPOSITE, parsed('<</Subtype/Type0>>')],
      [TILE, stream(`<</PatternType 1/BBox[0 0 9 9]${tile}>>`)],
    ]),
    new PdfDict(),
    '1.7',
  );
  const usage = new Usage();
  const resources = parsed(RESOURCES) as PdfDict;
  const place: ContentPlace = {
    resources,
    isMeasured,
    streams: [],
    page: 3,
    depth: 0,
    remapsDevice: false,
    base: IDENTITY,
  };
  const operators = new OperatorRun(document, usage, place, { ctm: IDENTITY, font: undefined });
  readContent(toBytes(content), (operator, operands) => {
    operators.run(operator, operands);
    return true;
  });
  return { usage, nested: operators.nested, pathScale: operators.pathScale };
}

describe('pictures', () => {
  it('are measured at the largest size they are drawn at', () => {
    const { usage } = run('q 20 0 0 30 0 0 cm /Pic Do Q q 2 0 0 2 0 0 cm 40 0 0 5 0 0 cm /Pic Do Q');
    expect(usage.pictures.get(PICTURE)).toEqual({
      widthPoints: 80,
      heightPoints: 30,
      isUnmeasured: false,
      pages: new Set([3]),
      areas: new Map([[3, [0, 0, 80, 30]]]),
    });
  });

  it('are not measured inside a glyph', () => {
    expect(run('/Pic Do', { isMeasured: false }).usage.pictures.get(PICTURE)?.isUnmeasured).toBe(true);
  });

  it('are found behind operands that are too many, as viewers find them', () => {
    const { usage } = run(`7 2 0 0 2 0 0 cm ${'0 '.repeat(5_000)}/Pic Do /Pic 0 /F 9 Tf (A) Tj`);
    expect(usage.pictures.get(PICTURE)).toMatchObject({ widthPoints: 2, heightPoints: 2 });
    expect(usage.fonts.get(SIMPLE)?.codes).toEqual(new Set([65]));
  });

  it('that no resource names are passed over', () => {
    expect(run('/Other Do 5 Do Do').usage.pictures.size).toBe(0);
  });
});

describe('the graphics state', () => {
  it('survives more restores than saves, and broken matrices', () => {
    expect(run('Q Q (a) 0 0 1 0 0 cm 1 0 0 cm 3 0 0 3 0 0 cm Q 0 0 m').pathScale).toBe(3);
  });

  it('gives the largest scale that paths are drawn at', () => {
    expect(run('q 4 0 0 2 0 0 cm 0 0 5 5 re Q 0 0 m 1 1 l').pathScale).toBe(4);
    expect(run('4 0 0 4 0 0 cm /Pic Do').pathScale).toBe(0);
  });

  it.each([
    ['/Half gs /Pic Do', true],
    ['/Screen gs /Pic Do', true],
    ['/G gs /Pic Do', true],
    ['/Half gs /Screen gs /Line gs /Pic Do', true],
    ['/Pic Do /Half gs', false],
    ['q /Screen gs Q /Pic Do', false],
    ['/Half gs /Screen gs /G gs /Whole gs /Pic Do', false],
    ['/Line gs /Pic Do', false],
  ])('tells whether a picture lets through what lies below: %s', (content, isTransparent) => {
    expect(run(content).usage.transparentPictures.has(PICTURE)).toBe(isTransparent);
  });

  it('takes font and soft mask from a parameter dictionary', () => {
    const { usage, nested } = run('2 0 0 2 0 0 cm /G gs (A) Tj');
    expect(usage.fonts.get(SIMPLE)?.codes).toEqual(new Set([65]));
    expect(nested.map(({ kind }) => kind)).toEqual(['form', 'glyphs']);
    expect(nested[0]).toMatchObject({ state: { ctm: [2, 0, 0, 2, 0, 0], font: undefined } });
  });
});

describe('text', () => {
  it.each(['(AB) Tj', "(AB) '", '1 2 (AB) "', '[(A) -20 (B)] TJ'])('shows codes by %s', (operator) => {
    const { usage, nested } = run(`/F 9 Tf ${operator} ${operator}`);
    expect(usage.fonts.get(SIMPLE)).toEqual({ codes: new Set([65, 66]), pages: new Set([3]) });
    expect(nested).toEqual([{ kind: 'glyphs', fontNum: SIMPLE }]);
  });

  it('has codes of two bytes in composite fonts', () => {
    expect(run('/C 9 Tf <0102030> Tj').usage.fonts.get(COMPOSITE)?.codes).toEqual(new Set([258, 0x300]));
  });

  it('without a font that can be found makes fonts uncertain', () => {
    expect(run('(A) Tj').usage.hasUnknownFont).toBe(true);
    expect(run('/Missing 9 Tf (A) Tj').usage.hasUnknownFont).toBe(true);
  });
});

describe('contents that are drawn in turn', () => {
  it('carry the state they are drawn with', () => {
    const { nested } = run('/F 9 Tf 3 0 0 3 0 0 cm /Form Do');
    expect(nested).toMatchObject([
      { kind: 'form', state: { ctm: [3, 0, 0, 3, 0, 0], font: { num: SIMPLE } } },
    ]);
  });

  it('are patterns, which start from the base of the content', () => {
    expect(run('3 0 0 3 0 0 cm /P scn .5 SCN').nested).toMatchObject([{ state: { ctm: IDENTITY } }]);
  });

  it('mark a page whose pattern has endless tiles', () => {
    expect(run('/P scn').usage.endlessPages.size).toBe(0);
    expect(run('/P scn', { tile: '' }).usage.endlessPages).toEqual(new Set([3]));
  });
});
