import { describe, expect, it } from 'vitest';
import { pagesOf } from '#engine/documents/pdf/model/pages.ts';
import { readDocument } from '#engine/documents/pdf/reading/read-document.ts';
import { rebuildXref } from '#engine/documents/pdf/reading/repair.ts';
import { writeDocument } from '#engine/documents/pdf/writing/write-document.ts';
import { PdfBuilder, toBytes, toText } from '#tests/fixtures/pdf/pdf-builder.ts';
import { featurePdf } from '#tests/fixtures/pdf/pdf-documents.ts';
import { codecs } from '#tests/support/engine-run.ts';

const { deflate } = codecs;
const read = (bytes: Uint8Array) => readDocument(bytes, deflate);

async function modern(): Promise<Uint8Array> {
  return writeDocument((await read(featurePdf())).document, { deflate, level: 6, classic: false });
}

describe('readDocument', () => {
  it('reads a cross-reference table', async () => {
    const { document, isRepaired } = await read(featurePdf());
    expect(isRepaired).toBe(false);
    expect(pagesOf(document)).toHaveLength(2);
    expect(document.version).toBe('1.7');
  });

  it('reads cross-reference and object streams', async () => {
    const { document, isRepaired } = await read(await modern());
    expect(isRepaired).toBe(false);
    expect(pagesOf(document)).toHaveLength(2);
  });

  it('follows an incremental update to its newer objects', async () => {
    const source = toText(featurePdf());
    const before = /startxref\n(\d+)/.exec(source)![1];
    const catalog = /1 0 obj\n(<<.*>>)\nendobj/.exec(source)![1]!.replace('/Lang(en)', '/Lang(de)');
    const offset = source.length;
    const object = `1 0 obj\n${catalog}\nendobj\n`;
    const row = `${String(offset).padStart(10, '0')} 00000 n \n`;
    const table = `xref\n1 1\n${row}trailer\n<</Size 3/Root 1 0 R/Prev ${before}>>\n`;
    const update = `${source}${object}${table}startxref\n${offset + object.length}\n%%EOF\n`;
    const { document, isRepaired } = await read(toBytes(update));
    expect(isRepaired).toBe(false);
    expect(toText((document.catalog!.get('Lang') as { bytes: Uint8Array }).bytes)).toBe('de');
  });

  it.each<[string, (text: string) => string]>([
    ['a wrong offset of the table', (text) => text.replace(/startxref\n\d+/, 'startxref\n17')],
    ['no startxref', (text) => text.replace('startxref', 'startxxxx')],
    ['wrong offsets in the table', (text) => text.replace(/\d{10} 00000 n/g, '0000000016 00000 n')],
    ['a table that stops', (text) => text.replace(/xref\n0 \d+/, 'xref\n0 x')],
    ['no trailer', (text) => text.replace(/trailer[^]*/, '')],
  ])('repairs a file with %s', async (_, damage) => {
    const { document, isRepaired } = await read(toBytes(damage(toText(featurePdf()))));
    expect(isRepaired).toBe(true);
    expect(pagesOf(document)).toHaveLength(2);
  });

  it('repairs a file with object streams', async () => {
    const damaged = toText(await modern()).replace(/startxref\n\d+/, 'startxref\n1');
    const { document, isRepaired } = await read(toBytes(damaged));
    expect(isRepaired).toBe(true);
    expect(pagesOf(document)).toHaveLength(2);
  });

  it('says which filter it does not know where the catalog may be behind it', async () => {
    const newer = toText(await modern()).replaceAll('/FlateDecode', '/BrotliDecode');
    await expect(read(toBytes(newer))).rejects.toMatchObject({
      code: 'unsupported',
      message: 'This PDF uses a filter that is not known: BrotliDecode.',
    });
  });

  it('refuses bytes without a catalog as damaged', async () => {
    await expect(read(toBytes('%PDF-1.4\nnothing else'))).rejects.toMatchObject({ code: 'damaged' });
    await expect(read(toBytes('%PDF-1.4\n1 0 obj 5 endobj trailer<</Root 1 0 R>>'))).rejects.toMatchObject({
      code: 'damaged',
    });
  });
});

describe('rebuildXref', () => {
  it('takes the later of two objects with one number', () => {
    const bytes = toBytes('1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 5 0 obj 1 endobj 5 0 obj 2 endobj');
    const table = rebuildXref(bytes);
    expect(table?.entries.get(5)).toEqual({ kind: 'offset', offset: toText(bytes).lastIndexOf('5 0 obj') });
    expect(table?.trailer.has('Root')).toBe(true);
  });

  it('finds nothing where there is neither a root nor an object stream', () => {
    expect(rebuildXref(toBytes('1 0 obj 5 endobj'))).toBeUndefined();
    expect(rebuildXref(new PdfBuilder().build())?.trailer.has('Root')).toBe(true);
  });
});
