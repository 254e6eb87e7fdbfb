import { describe, expect, it } from 'vitest';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import type { Raster } from '#engine/base/raster.ts';
import { forecastAreas } from '#engine/search/quality/area-forecast.ts';
import { jpegSettings } from '#engine/search/still/encode-jpeg-to-floor.ts';
import { flatPage } from '#tests/fixtures/pictures/flat-page.ts';
import { randomNumbers } from '#tests/fixtures/pictures/generated-pictures.ts';
import { areaScore } from '#tests/support/visual-score.ts';

const { image } = createNativeCodecs();
const decodeForDisplay = (bytes: Uint8Array): Promise<Raster> => image.decode(bytes);
const [setting] = jpegSettings({ codec: image });

const FLOOR = 71;

describe('forecastAreas', () => {
  it.each([
    [226, 230, 250],
    [60, 20, 30],
  ] as const)('tells the qualities at which a page of %i %i %i keeps its colour', async (...colour) => {
    const page = flatPage(colour, 480, 320);
    const forecast = forecastAreas(page, { decodeForDisplay })!;
    const qualities = Array.from({ length: 28 }, (_, at) => 12 + at);
    const scores: number[] = [];
    let wrong = 0;
    for (const quality of qualities) {
      const score = areaScore(page, await decodeForDisplay(await setting!.encode(page, quality)));
      const holds = (await forecast(setting!, quality)) >= FLOOR;
      if (holds !== score >= FLOOR) wrong++;
      scores.push(score);
    }
    expect(wrong).toBeLessThanOrEqual(2);
    // What it is for: a higher quality may move the page further, again and again.
    const falls = scores.filter((score, at) => at > 0 && score < scores[at - 1]! - 5);
    expect(falls.length).toBeGreaterThan(3);
  });

  it('has nothing to say of a picture without an even area', () => {
    const random = randomNumbers(7);
    const data = Uint8Array.from({ length: 200 * 200 * 3 }, () => 256 * random());
    const noise: Raster = { width: 200, height: 200, channels: 3, space: 'rgb', data };
    expect(forecastAreas(noise, { decodeForDisplay })).toBeNull();
  });
});
