import { beforeAll, describe, expect, it } from 'vitest';
import { compress } from '#engine/index.ts';
import { photoJpeg, photoPng } from '#tests/fixtures/deck-pictures.ts';
import { buildDeck } from '#tests/fixtures/pptx-deck.ts';
import { codecs } from '#tests/support/engine-run.ts';
import { pictureDeck, shrink } from '#tests/support/shrink-deck.ts';

let jpeg: Uint8Array;
let png: Uint8Array;
beforeAll(async () => {
  [jpeg, png] = await Promise.all([photoJpeg(400, 300), photoPng(240, 180)]);
});

describe('progress and cancellation', () => {
  it('rises to one', async () => {
    const seen: number[] = [];
    await shrink(pictureDeck({ 'a.jpg': jpeg, 'b.png': png }), { onProgress: (ratio) => seen.push(ratio) });
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(seen.at(-1)).toBe(1);
  });

  it('stops with the reason of the signal', async () => {
    const controller = new AbortController();
    const stop = new Error('enough');
    const work = compress(buildDeck(pictureDeck({ 'a.jpg': jpeg, 'b.png': png })), {
      codecs,
      signal: controller.signal,
      onProgress: () => controller.abort(stop),
    });
    await expect(work).rejects.toBe(stop);
  });
});
