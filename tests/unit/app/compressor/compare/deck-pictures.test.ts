// @vitest-environment jsdom
import JSZip from 'jszip';
import { expect, test } from 'vitest';
import '#tests/support/browser-parts.ts';
import { compareDecks } from '~/compressor/compare/deck-pictures.ts';

const list = (relationships: Readonly<Record<string, string>>) =>
  `<Relationships>${Object.entries(relationships)
    .map(([id, target]) => `<Relationship Id="${id}" Target="${target}"/>`)
    .join('')}</Relationships>`;

async function deck(parts: Readonly<Record<string, string>>): Promise<Blob> {
  const zip = new JSZip();
  for (const [path, content] of Object.entries(parts)) zip.file(path, content);
  const bytes = await zip.generateAsync({ type: 'uint8array' });
  return new Blob([bytes as BlobPart]);
}

test('pairs the pictures that changed by their relationships, in the order of the slides', async () => {
  const before = await deck({
    'ppt/slides/_rels/slide1.xml.rels': list({ rId1: '../media/logo.png', rId2: '../media/same.png' }),
    'ppt/slides/_rels/slide2.xml.rels': list({ rId1: '../media/photo.png', rId2: '../media/logo.png' }),
    'ppt/media/logo.png': 'logo before',
    'ppt/media/same.png': 'the same',
    'ppt/media/photo.png': 'photo before',
    'ppt/slides/slide1.xml': '<p/>',
  });
  const after = await deck({
    'ppt/slides/_rels/slide1.xml.rels': list({ rId1: '../media/logo.png', rId2: '../media/same.png' }),
    'ppt/slides/_rels/slide2.xml.rels': list({ rId1: '../media/photo.jpg', rId2: '../media/logo.png' }),
    'ppt/media/logo.png': 'logo',
    'ppt/media/same.png': 'the same',
    'ppt/media/photo.jpg': 'photo',
    'ppt/slides/slide1.xml': '<p></p>',
  });
  const comparison = await compareDecks(before, after);
  expect(Array.from({ length: comparison.count }, (_, index) => comparison.labelOf(index))).toEqual([
    'Image 1 of 2, slide 1',
    'Image 2 of 2, slide 2',
  ]);
  comparison.close();
});

test('finds nothing where every picture is as it was', async () => {
  const parts = {
    'ppt/slides/_rels/slide1.xml.rels': list({ rId1: '/ppt/media/a.png' }),
    'ppt/media/a.png': 'a',
  };
  expect((await compareDecks(await deck(parts), await deck(parts))).count).toBe(0);
});

test('refuses what is no package', async () => {
  await expect(compareDecks(new Blob(['no zip']), new Blob(['no zip']))).rejects.toThrow();
});
