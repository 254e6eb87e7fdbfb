import { expect, it } from 'vitest';
import { PlaceMeter } from '#engine/quality/metrics/place-meter.ts';
import { VisualMeter } from '#engine/quality/metrics/ssimulacra2/visual-score.ts';
import { roundSamples } from '#engine/base/round-samples.ts';
import { photoLike } from '#tests/fixtures/pictures/generated-pictures.ts';

it('scores places as a meter made for each does, wherever the one before lay', () => {
  const source = photoLike(600, 500);
  const size = { width: 256, height: 256 };
  const places = [
    { x: 0, y: 0, ...size },
    { x: 0, y: 0, ...size },
    { x: 300, y: 200, ...size },
    { x: 0, y: 0, ...size },
  ];
  const meter = new PlaceMeter(source);
  const scores = places.map((tile, round) => meter.score(tile, roundSamples(source, 4 + 6 * round)));
  const alone = places.map((tile, round) =>
    new VisualMeter(source, 1, { tiles: [tile], spots: [0] }).score(roundSamples(source, 4 + 6 * round)),
  );
  expect(scores).toEqual(alone);
  expect(new Set(scores).size).toBe(places.length);
});
