import { describe, expect, it } from 'vitest';
import type { Raster } from '#engine/base/raster.ts';
import { codecs, run } from '#tests/support/engine-run.ts';

const { image } = codecs;

/** A curved surface in flat bands, larger than what was packed in all ways. */
function surface(): Raster {
  const [width, height] = [700, 480];
  const data = new Uint8Array(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    const level = Math.floor(16 * (2 + Math.sin((x * y) / 9000) + x / 700));
    data.set([level * 4, 128, 255 - level * 4], pixel * 3);
  }
  return { width, height, channels: 3, space: 'rgb', data };
}

describe('a picture in few colours', () => {
  it('is packed as a second pass would pack it', async () => {
    const first = await run(await image.encodePng(surface()));
    const second = await run(first.bytes);
    expect(second.bytes.length).toBeGreaterThan(0.998 * first.bytes.length);
  });

  it('is packed once where presets agree on it', async () => {
    const flat = surface();
    const data = flat.data.map((sample, at) => (at % 3 === 0 ? sample & 0xc0 : 90));
    let packed = 0;
    const optimizePng: typeof image.optimizePng = (...given) => (packed++, image.optimizePng(...given));
    const counting = { ...codecs, image: { ...image, optimizePng } };
    await run(await image.encodePng({ ...flat, data }), { codecs: counting });
    // Its palette, and the source without loss.
    expect(packed).toBe(2);
  });
});
