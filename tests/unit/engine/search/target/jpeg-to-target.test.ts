import { describe, expect, it } from 'vitest';
import { jpegToTarget } from '#engine/search/target/jpeg-to-target.ts';
import { photoLike } from '#tests/fixtures/pictures/generated-pictures.ts';
import { codecs } from '#tests/support/engine-run.ts';

const picture = photoLike(96, 72);

const fit = (targetBytes: number) =>
  jpegToTarget(picture, {
    image: codecs.image,
    targetBytes,
    signal: new AbortController().signal,
    store: (jpeg) => jpeg,
    sizeOf: ({ length }) => length,
  });

describe('jpegToTarget', () => {
  it('takes the highest quality that fits, with full chroma where there is room for it', async () => {
    const finest = await codecs.image.encodeJpeg(picture, { quality: 100, chroma: '4:4:4' });
    expect((await fit(finest.length))!.options).toEqual({ quality: 100, chroma: '4:4:4' });
    const coarse = await codecs.image.encodeJpeg(picture, { quality: 70, chroma: '4:2:0' });
    const found = await fit(coarse.length);
    expect(found!.options.chroma).toBe('4:2:0');
    expect(found!.options.quality).toBeGreaterThanOrEqual(60);
    expect(found!.stored.length).toBeLessThanOrEqual(coarse.length);
  });

  it('gives up where the lowest quality is too large', async () => {
    expect(await fit(200)).toBeNull();
  });
});
