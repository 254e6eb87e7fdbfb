import { expect, it } from 'vitest';
import { SingleTileMeter } from '#engine/quality/metrics/single-tile-meter.ts';
import { stackedParts } from '#engine/quality/metrics/stacked-parts.ts';
import { roundSamples } from '#engine/base/round-samples.ts';
import { photoLike } from '#tests/fixtures/pictures/generated-pictures.ts';
import { visualScore } from '#tests/support/visual-score.ts';

it.each([true, false])(
  'scores tiles as a meter of each does, wherever the one before lay',
  (keepsReference) => {
    const source = photoLike(600, 500);
    const size = { width: 256, height: 256 };
    const tiles = [
      { x: 0, y: 0, ...size },
      { x: 0, y: 0, ...size },
      { x: 300, y: 200, ...size },
      { x: 0, y: 0, ...size },
    ];
    const meter = new SingleTileMeter(source, keepsReference);
    const candidates = tiles.map((_, round) => roundSamples(source, 4 + 6 * round));
    const scores = tiles.map((tile, round) => meter.score(tile, stackedParts(candidates[round]!, [tile])));
    const alone = tiles.map((tile, round) =>
      visualScore(source, candidates[round]!, { spots: [tile], cover: [] }),
    );
    expect(scores).toEqual(alone);
    expect(new Set(scores).size).toBe(tiles.length);
  },
);
