import { expect, it } from 'vitest';
import { PdfDocument } from '#engine/documents/pdf/model/document.ts';
import { PdfDict, PdfName, PdfRef, type PdfObject } from '#engine/documents/pdf/model/objects.ts';
import { readDocument } from '#engine/documents/pdf/reading/read-document.ts';
import { writeDocument } from '#engine/documents/pdf/writing/write-document.ts';
import { codecs } from '#tests/support/engine-run.ts';

const { deflate } = codecs;
const COUNT = 1400;

/** A document with headings of one parent after each other. @param numberOf the object number of a heading */
function headings(numberOf: (heading: number) => number): PdfDocument {
  const all = Array.from({ length: COUNT }, (_, i) => i);
  const objects = new Map<number, PdfObject>([
    [1, dict({ Type: PdfName.of('Catalog'), Pages: new PdfRef(2), StructTreeRoot: new PdfRef(3) })],
    [2, dict({ Type: PdfName.of('Pages'), Kids: [], Count: 0 })],
    [3, dict({ K: all.map((i) => new PdfRef(numberOf(i))) })],
  ]);
  const stored = [...all].sort((a, b) => numberOf(a) - numberOf(b));
  for (const i of stored) objects.set(numberOf(i), dict({ S: PdfName.of('H1'), P: new PdfRef(3), K: i }));
  return new PdfDocument(objects, dict({ Root: new PdfRef(1) }), '1.7');
}

function dict(entries: Record<string, PdfObject>): PdfDict {
  return new PdfDict(Object.entries(entries));
}

const inOrder = headings((i) => 4 + i);
const scattered = headings((i) => 4 + ((i * 611) % COUNT));
const written = (document: PdfDocument): Promise<Uint8Array> =>
  writeDocument(document, { deflate, level: 9, classic: false });

it('writes the same whatever numbers the objects had', async () => {
  expect(Buffer.compare(await written(scattered), await written(inOrder))).toBe(0);
});

it('writes streams of more objects than a byte can count, and reads them back', async () => {
  const { document, isRepaired } = await readDocument(await written(scattered), deflate);
  expect(isRepaired).toBe(false);
  const kids = document.array(document.dict(document.catalog!.get('StructTreeRoot'))!.get('K'))!;
  expect(kids.map((kid) => document.dict(kid)!.get('K'))).toEqual(Array.from({ length: COUNT }, (_, i) => i));
});
