import { describe, expect, it } from 'vitest';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import { compress } from '#engine/index.ts';
import type { Raster } from '#engine/raster.ts';
import { photoLike } from '#tests/fixtures/pictures/generated-pictures.ts';

const codecs = createNativeCodecs();

/** A white page with a photograph in its corner, where no tile is measured. */
function photoInCorner(side: number): Raster {
  const data = new Uint8Array(side * side * 3).fill(255);
  const photo = photoLike(220, 220);
  for (let y = 0; y < photo.height; y++)
    data.set(photo.data.subarray(y * 220 * 3, (y + 1) * 220 * 3), (y + 10) * side * 3 + 30);
  return { width: side, height: side, channels: 3, space: 'rgb', data };
}

describe('the score of a lossy result', () => {
  it('is never that of an identical picture, even where nothing changed on the tiles that are measured', async () => {
    const source = await codecs.image.encodePng(photoInCorner(1400));
    const { bytes, report } = await compress(source, { codecs });
    expect(bytes.length).toBeLessThan(source.length);
    expect(report.changes.map(({ code }) => code)).toContain('colours-reduced');
    expect(report.score).toBe(99.9);
  });
});
