import { expect, it } from 'vitest';
import type { Raster } from '#engine/base/raster.ts';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import { judgeStill, samplingOf } from '#engine/quality/judge.ts';
import { slopeTrial } from '#engine/search/quality/slope-trial.ts';
import { webpSettings } from '#engine/search/still/encode-webp-to-floor.ts';
import { photoLike } from '#tests/fixtures/pictures/generated-pictures.ts';

const FLOOR = 71;
const [WIDTH, HEIGHT] = [3200, 2400];
const { image } = createNativeCodecs();
const decodeForDisplay = (bytes: Uint8Array): Promise<Raster> => image.decode(bytes);
const [setting] = webpSettings({ codec: image, effort: 4 });

/** Dark blue, with a soft glow between the tiles of the cover. */
function glow(): Raster {
  const data = new Uint8Array(WIDTH * HEIGHT * 3);
  for (let y = 0, at = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++, at += 3) {
      const light = Math.max(0, 1 - Math.hypot(x - WIDTH / 3, y - HEIGHT / 2) / 380);
      data.set([20 + 40 * light, 14 + 16 * light, 60 + 60 * light], at);
    }
  return { width: WIDTH, height: HEIGHT, channels: 3, space: 'rgb', data };
}

it('tells whether bands show where no other tile of a large picture lies', async () => {
  const picture = glow();
  const trial = slopeTrial(picture, samplingOf(picture, 'blocks'), { decodeForDisplay })!;
  const showsNone: boolean[] = [];
  for (const quality of [40, 95]) {
    const whole = await decodeForDisplay(await setting!.encode(picture, quality));
    const { score } = judgeStill(picture, whole, { floor: FLOOR, as: 'blocks' });
    showsNone.push(score >= FLOOR);
    expect((await trial(setting!, quality)) >= FLOOR).toBe(score >= FLOOR);
  }
  expect(showsNone).toEqual([false, true]);
});

it('is none where the other tiles show all of a picture', () => {
  const picture = photoLike(1600, 900);
  expect(slopeTrial(picture, samplingOf(picture, 'blocks'), { decodeForDisplay })).toBeNull();
});
