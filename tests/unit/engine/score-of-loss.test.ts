import { describe, expect, it } from 'vitest';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import { compress } from '#engine/index.ts';
import type { Raster } from '#engine/base/raster.ts';

const codecs = createNativeCodecs();

const SIZE = { width: 4400, height: 900 };

/** A wide white page with 300 colours that hardly differ at its right edge, between the tiles that are measured. */
function faintNoiseAtEdge(): Raster {
  const data = new Uint8Array(SIZE.width * SIZE.height * 3).fill(255);
  for (let y = 10; y < 230; y++) {
    for (let x = 4310; x < 4390; x++) {
      const at = y * SIZE.width + x;
      const noise = Math.imul(at, 2654435761) >>> 8;
      data.set([128 + (noise % 10), 128 + ((noise >> 4) % 6), 128 + ((noise >> 8) % 5)], 3 * at);
    }
  }
  return { ...SIZE, channels: 3, space: 'rgb', data };
}

describe('the score of a lossy result', () => {
  it('is never that of an identical picture, even where nothing changed on the tiles that are measured', async () => {
    const source = await codecs.image.encodePng(faintNoiseAtEdge());
    const { bytes, report } = await compress(source, { codecs });
    expect(bytes.length).toBeLessThan(source.length);
    expect(report.changes.map(({ code }) => code)).toContain('colours-reduced');
    expect(report.score).toBe(99.9);
  });
});
