import { expect, it } from 'vitest';
import { deckOf, partsOf } from '../../../../../bench/relations/deck-parts.ts';
import { compress } from '#engine/index.ts';
import { identifyZip } from '#engine/documents/office/identify-document.ts';
import { noise } from '#tests/fixtures/pdf/pdf-documents.ts';
import { buildDeck, zipParts } from '#tests/fixtures/pptx-deck.ts';
import { text } from '#tests/fixtures/zip-faults.ts';
import { codecs } from '#tests/support/engine-run.ts';

const slides = [{ shapes: '' }];
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

it.each([
  ['a presentation', buildDeck({ slides }), 'pptx'],
  ['a Word document', buildDeck({ slides, mainType: WORD }), undefined],
  ['a zip archive without content types', zipParts([['readme.txt', text('hello')]]), undefined],
] as const)('reads in the content types what %s is', async (_name, bytes, kind) => {
  expect((await identifyZip(bytes, codecs.deflate)).kind).toBe(kind);
});

it('counts work alike for stored and deflated parts, about by their bytes when deflated', async () => {
  const shapes = Array.from({ length: 400 }, (_, at) => `<p:sp><p:nvSpPr id="${at * 7919}"/></p:sp>`).join(
    '',
  );
  const parts = partsOf(buildDeck({ slides: [{ shapes }], parts: { 'ppt/media/a.png': noise(40_000) } }));
  const [deflated, stored] = [deckOf(parts), deckOf(parts, 0)];
  const { workBytes } = await identifyZip(deflated, codecs.deflate);
  expect((await identifyZip(stored, codecs.deflate)).workBytes).toBe(workBytes);
  expect(stored.length).toBeGreaterThan(1.3 * deflated.length);
  expect(workBytes).toBeGreaterThan(0.8 * deflated.length);
  expect(workBytes).toBeLessThan(1.2 * deflated.length);
});

it('counts an archive of zeros by its own bytes', async () => {
  const zeros = zipParts([['ppt/media/a.png', new Uint8Array(1_000_000)]], true);
  expect((await identifyZip(zeros, codecs.deflate)).workBytes).toBe(4 * zeros.length);
});

it('says of a picture that is named as a presentation what it is', async () => {
  const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  await expect(compress(png, { codecs, kind: 'pptx' })).rejects.toThrow(
    'This file says it is a PPTX, but its content is a PNG.',
  );
});
