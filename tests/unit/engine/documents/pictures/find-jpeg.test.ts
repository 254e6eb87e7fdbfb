import { expect, it } from 'vitest';
import type { Raster } from '#engine/base/raster.ts';
import { findJpeg } from '#engine/documents/pictures/find-jpeg.ts';
import { engineContext } from '#tests/support/engine-context.ts';
import { codecs } from '#tests/support/engine-run.ts';
import { textLine } from '../../../../../bench/legibility/coverage.ts';

const REQUEST = {
  floor: 78,
  isDrawn: false,
  hasHalvedChroma: false,
  dpi: 150,
  isForTarget: false,
  maxBytes: Infinity,
  isDeflated: true,
};

it('takes fewer bytes for a stamp over letters where both chromas are tried', async () => {
  const context = engineContext({ codecs });
  const usual = await findJpeg(stamped(), REQUEST, context);
  const either = await findJpeg(stamped(), { ...REQUEST, hasColouredStrokes: true }, context);
  expect(either!.score).toBeGreaterThanOrEqual(REQUEST.floor);
  expect(either!.jpeg.length).toBeLessThan(0.9 * usual!.jpeg.length);
});

/** Black lines of letters, and red ones over them. */
function stamped(): Raster {
  const [width, height] = [300, 150];
  const data = new Uint8Array(width * height * 3).fill(246);
  const write = (text: string, left: number, top: number, size: number, ink: readonly number[]): void => {
    const line = textLine(text, size);
    for (let y = 0; y < line.height; y++)
      for (let x = 0; x < line.width && left + x < width; x++)
        for (const [channel, level] of ink.entries()) {
          const at = ((top + y) * width + left + x) * 3 + channel;
          data[at] = Math.min(data[at]!, 246 - line.shares[y * line.width + x]! * (246 - level));
        }
  };
  for (let line = 0; line < 6; line++) write('TO COPE A CHAMPION MET', 6, 6 + line * 24, 17, [30, 30, 30]);
  write('COPY', 30, 36, 70, [210, 110, 124]);
  return { width, height, channels: 3, space: 'rgb', data };
}
