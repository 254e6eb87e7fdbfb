import { expect, it } from 'vitest';
import { compress } from '#engine/index.ts';
import { kindOfPackage } from '#engine/documents/office/identify-document.ts';
import { buildDeck, zipParts } from '#tests/fixtures/pptx-deck.ts';
import { text } from '#tests/fixtures/zip-faults.ts';
import { codecs } from '#tests/support/engine-run.ts';

const slides = [{ shapes: '' }];
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

it.each([
  ['a presentation', buildDeck({ slides }), 'pptx'],
  ['a Word document', buildDeck({ slides, mainType: WORD }), null],
  ['a zip archive without content types', zipParts([['readme.txt', text('hello')]]), null],
] as const)('reads in the content types what %s is', async (_name, bytes, kind) => {
  expect(await kindOfPackage(bytes, codecs.deflate)).toBe(kind);
});

it('says of a picture that is named as a presentation what it is', async () => {
  const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  await expect(compress(png, { codecs, kind: 'pptx' })).rejects.toThrow(
    'This file says it is a PPTX, but its content is a PNG.',
  );
});
