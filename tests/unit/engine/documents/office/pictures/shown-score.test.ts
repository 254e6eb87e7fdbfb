import { describe, expect, it } from 'vitest';
import { EMU_PER_INCH, shownDpi, UNKNOWN_USE } from '#engine/documents/office/drawing/picture-use.ts';
import { presetQuality } from '#engine/documents/office/pictures/picture-quality.ts';
import { shownScore } from '#engine/documents/office/pictures/shown-score.ts';
import { userInterface } from '#tests/fixtures/pictures/generated-pictures.ts';
import { engineContext } from '#tests/support/engine-context.ts';
import { codecs } from '#tests/support/engine-run.ts';

const inches = (width: number, height: number) => ({
  ...UNKNOWN_USE,
  widthEmu: width * EMU_PER_INCH,
  heightEmu: height * EMU_PER_INCH,
});

describe('shownDpi', () => {
  it('is that of the coarser axis', () => {
    expect(shownDpi(inches(2, 1), { width: 400, height: 300 })).toBe(200);
  });

  it('is not known where a place is not, or where pixels are tiled', () => {
    expect(shownDpi(UNKNOWN_USE, { width: 400, height: 300 })).toBeUndefined();
    expect(shownDpi({ ...inches(2, 1), isTiled: true }, { width: 400, height: 300 })).toBeUndefined();
  });
});

describe('shownScore', () => {
  const picture = userInterface(800, 600);
  const task = (width: number, height: number) => ({
    bytes: new Uint8Array(0),
    bytesToBeat: 0,
    enoughBytes: 0,
    use: inches(width, height),
    quality: presetQuality({ preset: 'balanced' }),
    context: engineContext({ codecs }),
  });

  it('is one scale for all sizes of a picture: the same pixels cost more where they are shown larger', async () => {
    const half = await codecs.image.resize(picture, 400, 300);
    const small = await shownScore(picture, half, task(2, 1.5));
    const large = await shownScore(picture, half, task(8, 6));
    expect(large).toBeLessThan(small - 20);
  });

  it('is that of its pixels where none is too many', async () => {
    expect(await shownScore(picture, picture, task(8, 6))).toBeGreaterThan(99);
  });
});
