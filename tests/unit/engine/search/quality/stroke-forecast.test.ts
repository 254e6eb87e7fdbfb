import { describe, expect, it } from 'vitest';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import type { Raster } from '#engine/base/raster.ts';
import { faultScore } from '#engine/quality/fault-score.ts';
import { lostStrokes, strokeLosses } from '#engine/quality/metrics/lost-strokes.ts';
import { LOST_STROKES, MOST_SCORE } from '#engine/quality/thresholds.ts';
import { StrokeForecast } from '#engine/search/quality/stroke-forecast.ts';
import { jpegSettings } from '#engine/search/still/encode-jpeg-to-floor.ts';
import { photoLike } from '#tests/fixtures/pictures/generated-pictures.ts';

const { image } = createNativeCodecs();
const decodeForDisplay = (bytes: Uint8Array): Promise<Raster> => image.decode(bytes);
const [setting] = jpegSettings({ codec: image });

const FLOOR = 70.5;
const SIDE = 320;

/** White with a rule of one row, above a photograph. */
function ruledPage(rule: number): Raster {
  const page = photoLike(SIDE, SIDE);
  page.data.fill(255, 0, (SIDE / 2) * SIDE * 3);
  page.data.fill(rule, 67 * SIDE * 3, 68 * SIDE * 3);
  return page;
}

async function scoreOf(page: Raster, quality: number): Promise<number> {
  const shown = await decodeForDisplay(await setting!.encode(page, quality));
  return faultScore(
    Math.max(...strokeLosses(page, shown).map((each) => lostStrokes(each, 'lost'))),
    LOST_STROKES,
  );
}

describe('StrokeForecast', () => {
  it.each([241, 245])(
    'tells the qualities at which a rule of %i is seen, once a result has lost it',
    async (rule) => {
      const page = ruledPage(rule);
      const forecast = new StrokeForecast(page, { decodeForDisplay });
      expect(await forecast.score(setting!, 8)).toBe(MOST_SCORE);
      await forecast.learn(await setting!.encode(page, 8), FLOOR);
      const seen: boolean[] = [];
      let wrong = 0;
      for (let quality = 10; quality < 80; quality += 2) {
        const isSeen = (await scoreOf(page, quality)) >= FLOOR;
        if ((await forecast.score(setting!, quality)) >= FLOOR !== isSeen) wrong++;
        seen.push(isSeen);
      }
      // Of 35: trellis quantisation weighs what else a picture holds.
      expect(wrong).toBeLessThanOrEqual(2);
      // What it is for: more quality may lose the rule again.
      expect(seen.filter((isSeen, at) => at > 0 && !isSeen && seen[at - 1]).length).toBeGreaterThan(0);
    },
  );

  it('has nothing to say of a result that has lost no strokes', async () => {
    const page = ruledPage(200);
    const forecast = new StrokeForecast(page, { decodeForDisplay });
    await forecast.learn(await setting!.encode(page, 96), FLOOR);
    expect(await forecast.score(setting!, 5)).toBe(MOST_SCORE);
  });
});
