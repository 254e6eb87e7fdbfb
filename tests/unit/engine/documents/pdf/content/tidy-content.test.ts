import { describe, expect, it } from 'vitest';
import { compress } from '#engine/index.ts';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import { readContent } from '#engine/documents/pdf/content/content-lexer.ts';
import { tidyContent } from '#engine/documents/pdf/content/tidy-content.ts';
import { pathDecimals } from '#engine/documents/pdf/content/path-decimals.ts';
import { worstBlock } from '#engine/documents/pdf/verify/compare-rasters.ts';
import { PdfBuilder, toBytes } from '#tests/fixtures/pdf/pdf-builder.ts';
import { lookAtPage, qpdfComplaints } from '#tests/fixtures/pdf/readers.ts';

const tidy = (content: string, decimals = 3): string =>
  String.fromCharCode(...tidyContent(toBytes(content), decimals));

/** Operators with their operands, as they are read. */
function operations(bytes: Uint8Array): string[] {
  const found: string[] = [];
  readContent(bytes, (operator, operands) => {
    found.push(`${JSON.stringify(operands)} ${operator}`);
    return true;
  });
  return found;
}

describe('writing contents shorter', () => {
  it.each([
    ['drops idle zeros', '1.500 0.250 -0.0 +007 rg', '1.5 .25 0 7 rg'],
    ['keeps one space where tokens need one', '1  0 \r\n 0 rg\n\tf', '1 0 0 rg f'],
    ['needs none next to delimiters', '/F1 12 Tf [ (a b) -20 (c) ] TJ', '/F1 12 Tf[(a b)-20(c)]TJ'],
    ['drops comments', '1 w % wide\n0 J', '1 w 0 J'],
    ['keeps strings as they are', '(1.50  %x \\( y) Tj <41 42> Tj', '(1.50  %x \\( y)Tj<41 42>Tj'],
    ['rounds coordinates of paths', '1.23456 2.99999 m 3.00049 4 l S', '1.235 3 m 3 4 l S'],
    [
      'keeps matrices and text positions',
      '1.23456 0 0 1 0 0 cm 1.23456 0 Td',
      '1.23456 0 0 1 0 0 cm 1.23456 0 Td',
    ],
    ['never rounds to zero', '0 0 0.00001 9 re', '0 0 .00001 9 re'],
    ['rounds nothing where operands are not as they should be', '1.23456 m', '1.23456 m'],
    ['leaves odd numbers alone', '1.2.3 --5 1e5 m', '1.2.3 --5 1e5 m'],
    ['keeps the point of what 32 bits do not hold', '5000000000.00 1.50 m', '5000000000. 1.5 m'],
    ['rounds such numbers to none without', '4999999999.99999 1.5 m', '5000000000. 1.5 m'],
    ['keeps exponents', '1.234567e0 1.50e2 m', '1.234567e0 1.50e2 m'],
    ['joins nothing that was apart', '1 .5 -3 l', '1 .5 -3 l'],
    ['parts nothing that was together', '0 0 m(x)Tj', '0 0 m(x)Tj'],
    ['rounds colours', '0.1234567 0 1 rg 0.00012345 G 0.99999 /P scn', '.1235 0 1 rg .0001 G .99999/P scn'],
    ['writes rectangles as such', '1 2 m 4.5 2 l 4.5 7 l 1 7 l h f', '1 2 3.5 5 re f'],
    [
      'and their sides as they are written',
      '.1236 9 m .0004 9 l .0004 .5 l .1236 .5 l h S',
      '.124 9 -.1236 -8.5 re S',
    ],
    ['one by one', 'q 0 0 m 1 0 l 1 1 l 0 1 l h 2 0 m 3 0 l 3 1 l 2 1 l h S', 'q 0 0 1 1 re 2 0 1 1 re S'],
    ...[
      '0 0 m 0 1 l 1 1 l 1 0 l h f',
      '0 0 m 1 0 l 1 1 l 0 1 l f',
      '0 0 m 1 0 l 1 1 l 0 1 l 0 0 l h f',
      '0 0 m 0 0 l 0 1 l 0 1 l h f',
      '0 0 m 1 0 l 1 1 l 0 2 l h f',
      '0 0 m 1 0 l 1 1 l 0 1 l 2 2 l h f',
      '0 0 m 1 0 l 2 3 4 5 v 1 1 l 0 1 l h f',
      '0 0 1 0 m 1 0 l 1 1 l 0 1 l h f',
      '0 0 m 1 0 l 1 1 l 0 1 l h W n',
    ].map((other) => ['keeps lines that are none', other, other]),
    [
      'passes over inline pictures',
      'BI /W 1.50 /H 1 ID \x00 0.50 EI\n1.50 w',
      'BI /W 1.50 /H 1 ID \x00 0.50 EI 1.5 w',
    ],
  ])('%s', (_name, content, expected) => {
    expect(tidy(content)).toBe(expected);
  });

  it('reads as the same operations when nothing is rounded', () => {
    const pieces = [
      'q',
      'Q',
      '1.50',
      '-0.0',
      '/N',
      '(a\\)b)',
      '<4142>',
      '[',
      ']',
      'BT',
      '%c\n',
      '\n',
      ' ',
      '0.1',
      're',
      '<<',
      '>>',
      '+3',
      '.',
      '-',
    ];
    let seed = 7;
    const next = (): number => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) >> 8;
    for (let round = 0; round < 300; round++) {
      const text = Array.from(
        { length: 40 },
        () => pieces[next() % pieces.length]! + ['', ' ', '\n'][next() % 3]!,
      );
      const bytes = toBytes(text.join(''));
      expect(operations(tidyContent(bytes, Infinity))).toEqual(operations(bytes));
    }
  });

  it.each([
    [1, 3],
    [0.1, 2],
    [0.24, 3],
    [72, 5],
    [0, 0],
    [Infinity, Infinity],
  ])('keeps for a scale of %s so many places: %s', (scale, places) => {
    expect(pathDecimals(scale)).toBe(places);
  });
});

const codecs = createNativeCodecs();

describe('a chart of rectangles', () => {
  it('is shorter, and drawn the same', async () => {
    const builder = new PdfBuilder();
    const cells = Array.from({ length: 900 }, (_, i) => {
      const [x, y] = [20.125 + (i % 30) * 17.375, 40 + Math.floor(i / 30) * 20.5];
      const corners = [
        [x, y],
        [x + 15.25, y],
        [x + 15.25, y + 18],
        [x, y + 18],
      ] as const;
      const colour = [i / 900, Math.abs(Math.sin(i)), 1 - i / 900].map((value) => value.toFixed(9)).join(' ');
      const lines = corners.map((corner, at) => `${corner.join(' ')} ${at === 0 ? 'm' : 'l'}`);
      return `${colour} rg ${lines.join(' ')} h ${i % 3 === 0 ? 'B' : 'f'}`;
    });
    builder.page(`2 w [4 3] 0 d ${cells.join('\n')}`, '');
    const source = builder.build();
    const { bytes, report } = await compress(source, { codecs });
    expect(report.changes.map(({ code }) => code)).toContain('contents-tidied');
    const exact = await compress(source, { codecs, preset: 'lossless' });
    expect(bytes.length).toBeLessThan(exact.bytes.length * 0.75);
    const [before, after] = [await lookAtPage(source, 0, 100), await lookAtPage(bytes, 0, 100)];
    const isNear = (sample: number, at: number): boolean => Math.abs(sample - before.raster.data[at]!) <= 1;
    expect(after.raster.data.every(isNear)).toBe(true);
    expect(before.raster.data.some((sample) => sample < 100)).toBe(true);
    expect(await qpdfComplaints(bytes)).toBe('');
  });
});

/** A page with a curve of many points, as plotting programs write them. */
function plotPdf(matrix: string): Uint8Array {
  const points = Array.from({ length: 1500 }, (_, i) => {
    const y = 150 + 90 * Math.sin(i / 40) + 9 * Math.sin(i * 12.9898);
    return `${(20 + i / 6).toFixed(9)} ${y.toFixed(9)} ${i === 0 ? 'm' : 'l'}`;
  });
  const builder = new PdfBuilder();
  builder.page(`q ${matrix} cm 0.5 w ${points.join('\n')} S Q`, '');
  return builder.build();
}

describe('documents with plots', () => {
  it('shortens coordinates and draws the same page', async () => {
    const source = plotPdf('1 0 0 1 0 0');
    const { bytes, report } = await compress(source, { codecs, preset: 'balanced' });
    expect(report.changes.map(({ code }) => code)).toContain('contents-tidied');
    const [before, after] = [await lookAtPage(source), await lookAtPage(bytes)];
    expect(worstBlock(before.raster, after.raster)).toBeLessThan(0.2);
    expect(await qpdfComplaints(bytes)).toBe('');
    const lossless = await compress(source, { codecs, preset: 'lossless' });
    expect(lossless.report.changes.map(({ code }) => code)).not.toContain('contents-tidied');
    expect(bytes.length).toBeLessThan(lossless.bytes.length * 0.7);
  });

  it('keeps the places that a large scale needs', async () => {
    const { report } = await compress(plotPdf('1000000 0 0 1000000 0 0'), { codecs, preset: 'balanced' });
    expect(report.changes.map(({ code }) => code)).not.toContain('contents-tidied');
  });
});
