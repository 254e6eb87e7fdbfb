import { expect, it } from 'vitest';
import { findKept } from '#engine/documents/office/kept-features.ts';
import { presentation } from '#engine/documents/office/presentation/presentation.ts';
import { bitmapEmf } from '#tests/fixtures/metafiles.ts';
import { photoBmp } from '#tests/fixtures/deck-pictures.ts';
import { buildDeck } from '#tests/fixtures/pptx-deck.ts';
import { readDeck } from '#tests/fixtures/read-deck.ts';

it('counts what matters to people, and what was left alone on purpose', async () => {
  const emf = bitmapEmf({ width: 12, height: 9, bmp: photoBmp(12, 9) });
  const deck = buildDeck({
    slides: [{ shapes: '' }, { shapes: '' }],
    parts: { 'ppt/media/a.emf': emf, 'ppt/media/a.mp4': new Uint8Array(9) },
  });
  const { kept, skips } = findKept(presentation, (await readDeck(deck)).opc);
  const counts = Object.fromEntries(kept!.map(({ feature, count }) => [feature, count]));
  expect(counts).toEqual({ slides: 2, layouts: 1, 'sounds-and-videos': 1 });
  expect(skips).toMatchObject([{ code: 'metafile-kept', count: 1 }]);
});
