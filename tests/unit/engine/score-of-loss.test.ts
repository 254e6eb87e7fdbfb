import { describe, expect, it } from 'vitest';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import { compress } from '#engine/index.ts';
import type { Raster } from '#engine/base/raster.ts';

const codecs = createNativeCodecs();

/** A white page with 300 colours that hardly differ in its corner, where no spot is. */
function faintNoiseInCorner(side: number): Raster {
  const data = new Uint8Array(side * side * 3).fill(255);
  for (let y = 10; y < 230; y++) {
    for (let x = 10; x < 230; x++) {
      const noise = Math.imul(y * side + x, 2654435761) >>> 8;
      data.set([128 + (noise % 10), 128 + ((noise >> 4) % 6), 128 + ((noise >> 8) % 5)], (y * side + x) * 3);
    }
  }
  return { width: side, height: side, channels: 3, space: 'rgb', data };
}

describe('the score of a lossy result', () => {
  it('is never that of an identical picture, even where nothing changed on the spots', async () => {
    const source = await codecs.image.encodePng(faintNoiseInCorner(1400));
    const { bytes, report } = await compress(source, { codecs });
    expect(bytes.length).toBeLessThan(source.length);
    expect(report.changes.map(({ code }) => code)).toContain('colours-reduced');
    expect(report.score).toBeLessThan(100);
  });
});
