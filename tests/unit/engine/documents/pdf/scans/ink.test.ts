import { expect, it } from 'vitest';
import { blankBitmap, fillRun } from '#engine/documents/pdf/images/jbig2/bitmap.ts';
import { withoutAreas } from '#engine/documents/pdf/scans/ink.ts';
import { RIM_PX } from '#engine/documents/pdf/scans/tuning.ts';
import { isBlack } from '#tests/fixtures/pictures/bitmaps.ts';

it.each([1, 2])('ends ink a little within a picture, where masks have %i times the pixels', (times) => {
  const bitmap = blankBitmap(40 * times, 40 * times);
  for (let y = 0; y < 40 * times; y++) fillRun(bitmap, y, 0, 40 * times);
  const cut = withoutAreas(bitmap, [{ left: 10, top: 10, right: 30, bottom: 30 }], times);
  const columns = Array.from({ length: 40 }, (_, x) => x);
  const ink = columns.filter((x) => isBlack(cut, x * times, 20 * times));
  expect(ink).toEqual(columns.filter((x) => x < 10 + RIM_PX || x >= 30 - RIM_PX));
});
