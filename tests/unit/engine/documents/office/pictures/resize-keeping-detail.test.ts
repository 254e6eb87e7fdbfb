import { describe, expect, it } from 'vitest';
import { resizeKeepingDetail } from '#engine/documents/office/pictures/resize-keeping-detail.ts';
import type { Raster } from '#engine/base/raster.ts';
import { photoSamples } from '#tests/fixtures/deck-pictures.ts';
import { engineContext } from '#tests/support/engine-context.ts';
import { codecs } from '#tests/support/engine-run.ts';

const raster: Raster = {
  width: 240,
  height: 160,
  channels: 3,
  space: 'rgb',
  data: photoSamples(240, 160, 3),
};

/** Resizes with lossless encodes; returns the widths that were encoded. */
async function resize(detail: number, width: number, canEncode = true) {
  const widths: number[] = [];
  const picture = await resizeKeepingDetail({
    raster,
    size: { width, height: Math.ceil((width * 2) / 3) },
    detail,
    context: engineContext({ codecs }),
    encode: async (small) => {
      widths.push(small.width);
      const bytes = await codecs.image.encodePng(small);
      return canEncode ? { bytes, format: 'png', score: null, isResized: true } : null;
    },
  });
  return { widths, picture };
}

describe('resizeKeepingDetail', () => {
  it('takes the size it is shown at where detail does not count', async () => {
    const { widths, picture } = await resize(0, 60);
    expect(widths).toEqual([60]);
    expect(picture).not.toBeNull();
  });

  it('gives up where only the full size keeps it, or nothing can be encoded', async () => {
    expect(await resize(1, 60)).toEqual({ widths: [], picture: null });
    expect((await resize(0.5, 60, false)).picture).toBeNull();
  });
});
