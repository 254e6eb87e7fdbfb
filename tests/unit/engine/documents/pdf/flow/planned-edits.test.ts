import { expect, it } from 'vitest';
import type { Usage } from '#engine/documents/pdf/content/usage.ts';
import { PlannedEdits } from '#engine/documents/pdf/flow/planned-edits.ts';
import { PdfDict, PdfStream } from '#engine/documents/pdf/model/objects.ts';
import type { RenderComparison } from '#engine/documents/pdf/verify/render-check.ts';

const PICTURE = 7;

/** A document whose only page shows a picture that loses something. */
function onePicture(): PlannedEdits {
  const stream = new PdfStream(new PdfDict(), new Uint8Array(9));
  const pictures = new Map([[PICTURE, { stream, savedBytes: 1, isLossy: true, score: 70 }]]);
  const usage = { pictures: new Map([[PICTURE, { pages: new Set([0]) }]]) } as unknown as Usage;
  return new PlannedEdits({ fonts: [], contents: [] }, pictures, usage, false);
}

const differing = { pages: [0], reason: 'a page looks different' } as unknown as RenderComparison;

it('asks for a picture without a loss where it took one back, and for none where it took all', () => {
  const [some, all] = [onePicture(), onePicture()];
  expect([some.restorePictures(differing), all.restoreAllPictures(differing)]).toEqual([1, 1]);
  expect([some.lossesTakenBack(), all.lossesTakenBack()]).toEqual([[PICTURE], []]);
  for (const { isEmpty, skips } of [some, all])
    expect([isEmpty, skips.map(({ code }) => code)]).toEqual([true, ['picture-put-back']]);
});

it('plans a picture again that was not the cause, and says nothing of it', () => {
  const edits = onePicture();
  edits.restorePictures(differing);
  edits.bringBackPictures([1]);
  expect(edits.isEmpty).toBe(true);
  edits.bringBackPictures([0]);
  expect([edits.isEmpty, edits.skips]).toEqual([false, []]);
});
