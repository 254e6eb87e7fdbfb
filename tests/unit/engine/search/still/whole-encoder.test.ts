import { expect, it } from 'vitest';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import type { TakeBand } from '#engine/codecs/ports/image-codec.ts';
import { bandOf, type Raster } from '#engine/base/raster.ts';
import type { Setting } from '#engine/search/still/floor-request.ts';
import { wholeEncoder } from '#engine/search/still/whole-encoder.ts';
import { photoLike } from '#tests/fixtures/pictures/generated-pictures.ts';

const { image } = createNativeCodecs();
/** Just above the size from which on results come in bands. */
const photo = photoLike(2_400, 1_680);
const setting: Setting = {
  name: 'quick',
  start: 60,
  max: 90,
  encode: (raster, quality) => image.encodeJpeg(raster, { quality, chroma: '4:2:0', effort: 'fast' }),
};
const choice = { setting, quality: 60 };
const request = {
  floor: 0,
  decodeForDisplay: (bytes: Uint8Array) => image.decode(bytes),
  signal: new AbortController().signal,
};

function inBands(shown: Raster, take: TakeBand): void {
  for (let y = 0; y < shown.height; y += 64) take(bandOf(shown, y, Math.min(64, shown.height - y)), y);
}

it('scores a large picture in bands as it does the whole', async () => {
  const whole = await wholeEncoder(photo, request)(choice);
  const showInBands = async (bytes: Uint8Array, take: TakeBand) => inBands(await image.decode(bytes), take);
  const decodeForDisplay = () => Promise.reject(new Error('Not as a whole.'));
  const banded = await wholeEncoder(photo, { ...request, decodeForDisplay, showInBands })(choice);
  expect(banded).toEqual(whole);
});

it('takes bands of another picture for a loss', async () => {
  const others = [
    { ...photo, height: photo.height - 1, data: photo.data.subarray(0, -3 * photo.width) },
    { ...photo, width: photo.height, height: photo.width },
    { ...photo, data: new Uint8Array(photo.data.length) },
  ];
  for (const other of others) {
    const showInBands = async (_bytes: Uint8Array, take: TakeBand) => inBands(other, take);
    const { score } = await wholeEncoder(photo, { ...request, showInBands })(choice);
    expect(score).toBe(-Infinity);
  }
});

it('takes the score of a trial that has the same samples', async () => {
  const bytes = await setting.encode(photo, 60);
  const known = { ...choice, bytes, score: 55 };
  expect(await wholeEncoder(photo, request)(choice, known)).toMatchObject({
    bytes,
    score: 55,
  });
});
