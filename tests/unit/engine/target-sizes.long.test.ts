import { describe, expect, it } from 'vitest';
import { judgeTarget } from '../../../bench/target-verdict.ts';
import { photoJpeg, photoPng } from '#tests/fixtures/deck-pictures.ts';
import { flateOf, picturePdf } from '#tests/fixtures/pdf/pdf-documents.ts';
import { photoLike, scannedText } from '#tests/fixtures/pictures/generated-pictures.ts';
import { buildDeck } from '#tests/fixtures/pptx-deck.ts';
import { codecs, run } from '#tests/support/engine-run.ts';
import { pictureDeck } from '#tests/support/shrink-deck.ts';

const photo = photoLike(96, 72);

/** One file of each kind, some with the gaps in which sizes leap: between ways to store a picture. */
const FILES: Readonly<Record<string, () => Uint8Array | Promise<Uint8Array>>> = {
  'a JPEG': () => photoJpeg(240, 180),
  'a photograph as a PNG': () => codecs.image.encodePng(photo),
  'a lossless WebP': () => codecs.image.encodeWebp(photo, { quality: 100, lossless: true }),
  'a PDF with a photograph stored without loss': () => picturePdf(flateOf(photo)),
  'a small grey PDF': () => picturePdf(flateOf(scannedText(200, 150))),
  'a deck with a PNG and a JPEG': async () =>
    buildDeck(pictureDeck({ 'a.jpg': await photoJpeg(300, 200), 'b.png': await photoPng(160, 120) })),
};

/** Where targets lie between the smallest result and the usual one. */
const PLACES = [-0.1, 0.25, 0.8, 1, 1.2];

/** From here on the usual result fits. */
const USUAL = PLACES.indexOf(1);

describe.each(Object.entries(FILES))('target sizes for %s', (_, make) => {
  it('are met to 90 to 100 %, missed with the smallest acceptable result, or change nothing', async () => {
    const source = await make();
    const [small, usual] = [await run(source, { preset: 'small' }), await run(source, {})];
    const least = await run(source, { targetBytes: 1 });
    expect(least.bytes.length).toBeLessThanOrEqual(small.bytes.length);
    const bounds = { usualBytes: usual.bytes.length, smallBytes: small.bytes.length, known: [] };
    const verdicts: string[] = [];
    for (const place of PLACES) {
      const range = usual.bytes.length / least.bytes.length;
      const targetBytes = Math.round(least.bytes.length * range ** place);
      const { report } = await run(source, { targetBytes });
      const verdict = judgeTarget(report, targetBytes, bounds);
      verdicts.push(`${verdict} (${report.outputBytes} of ${targetBytes}, score ${report.score})`);
    }
    expect(verdicts[0]).toMatch(/^impossible/);
    expect(verdicts.slice(1, USUAL).filter((verdict) => !verdict.startsWith('near'))).toEqual([]);
    expect(verdicts.slice(USUAL).filter((verdict) => !verdict.startsWith('not needed'))).toEqual([]);
  }, 240_000);
});
