import { beforeAll, describe, expect, it } from 'vitest';
import { photoJpeg, photoPng } from '#tests/fixtures/deck-pictures.ts';
import { pictureDeck, shrink } from '#tests/support/shrink-deck.ts';

let jpeg: Uint8Array;
let png: Uint8Array;
beforeAll(async () => {
  [jpeg, png] = await Promise.all([photoJpeg(400, 300), photoPng(240, 180)]);
});

describe('target size', () => {
  it('lands within 90 to 100 % of a target that can be met', async () => {
    const spec = pictureDeck({ 'a.jpg': jpeg, 'b.png': png });
    const [usual, least] = [await shrink(spec), await shrink(spec, { targetBytes: 1 })];
    const target = Math.round((usual.bytes.length + least.bytes.length) / 2);
    const deck = await shrink(spec, { targetBytes: target });
    expect(deck.report.target).toMatchObject({ bytes: target, met: true });
    expect(deck.bytes.length).toBeLessThanOrEqual(target);
    expect(deck.bytes.length).toBeGreaterThan(target * 0.9);
  });

  it('says the smallest acceptable size when a target cannot be met', async () => {
    const deck = await shrink(pictureDeck({ 'a.jpg': jpeg }), { targetBytes: 2000 });
    expect(deck.report.target).toEqual({ bytes: 2000, met: false, smallestBytes: deck.bytes.length });
  });
});
