import { describe, expect, it } from 'vitest';
import { judgeStill, StillJudge, type JudgeRequest, type QualityScore } from '#engine/quality/judge.ts';
import { bandOf, type Raster } from '#engine/base/raster.ts';
import { flatPage } from '#tests/fixtures/pictures/flat-page.ts';
import { photoLike } from '#tests/fixtures/pictures/generated-pictures.ts';
import { smoothPicture, inSteps } from '#tests/fixtures/pictures/smooth-pictures.ts';
import { visualScore } from '#tests/support/visual-score.ts';

const floor = 71;

type Change = (value: number, place: { x: number; y: number; channel: number }) => number;

function changed(raster: Raster, change: Change): Raster {
  const { width, channels } = raster;
  const data = raster.data.map((value, at) => {
    const pixel = Math.floor(at / channels);
    return change(value, { x: pixel % width, y: Math.floor(pixel / width), channel: at % channels });
  });
  return { ...raster, data };
}

function judged(reference: Raster, candidate: Raster, as: JudgeRequest['as'] = 'palette'): QualityScore {
  return judgeStill(reference, candidate, { floor, as });
}

const whole = { x: 0, y: 0, width: 200, height: 160 };
const LOST = { score: -Infinity, cause: 'gross', areas: -Infinity, strokes: -Infinity, tile: null };
const page = flatPage([200, 215, 235]);
const greyer = changed(page, (value, { y, channel }) => (y < 192 ? value + 3 * (1 - channel) : value));

describe('judgeStill', () => {
  it('finds nothing in the same picture', () => {
    const picture = photoLike(200, 160);
    expect(judged(picture, picture)).toEqual({
      score: 100,
      cause: 'structure',
      areas: 100,
      strokes: 100,
      tile: whole,
    });
  });

  it.each(['palette', 'blocks', 'frame'] as const)(
    'gives up what has lost a part or another size as %s',
    (as) => {
      const picture = photoLike(200, 160);
      const lost = changed(picture, (value, { x, y }) => (x < 40 && y < 40 ? 0 : value));
      expect(judged(picture, lost, as)).toEqual(LOST);
      expect(judged(picture, photoLike(200, 150), as)).toEqual(LOST);
    },
  );

  it('takes a faint area of greys for lost where it forgives other pictures', () => {
    const grey: Raster = {
      width: 96,
      height: 96,
      channels: 1,
      space: 'grey',
      data: new Uint8Array(96 * 96).fill(255),
    };
    const faint = changed(grey, (value, { x, y }) => (x < 32 && y < 32 ? 250 : value));
    expect(judged(faint, grey, 'greys')).toEqual(LOST);
    expect(judged(faint, grey, 'rounded').cause).not.toBe('gross');
  });

  it('tells areas of another colour, which the meter of structure passes', () => {
    expect(visualScore(page, greyer)).toBeGreaterThan(floor);
    const { score, cause, areas } = judged(page, greyer);
    expect(cause).toBe('areas');
    expect(score).toBe(areas);
    expect(score).toBeLessThan(floor);
    expect(judged(page, greyer, 'frame').score).toBeGreaterThan(floor);
  });

  it.each(['palette', 'rounded', 'blocks'] as const)('tells hues that are lost in texture of %s', (as) => {
    const photo = photoLike(160, 128);
    const duller = changed(photo, (value, { channel }) =>
      Math.min(255, Math.max(0, value + [9, -5, 9][channel]!)),
    );
    expect(judged(photo, duller, as).score).toBeLessThan(visualScore(photo, duller));
  });

  it('tells bands', () => {
    const sky = smoothPicture('dusk', { width: 480, height: 320 });
    expect(judged(sky, inSteps(sky, 4)).cause).toBe('bands');
  });

  it.each(['palette', 'blocks'] as const)('tells the bands of a shadow that no spot shows as %s', (as) => {
    const flat = changed(photoLike(1400, 900), () => 230);
    const shadow = changed(flat, (value, { y }) => (y < 110 ? Math.round(value - 60 + y / 2) : value));
    const stepped = changed(shadow, (value, { y }) => (y < 110 ? 8 * Math.round(value / 8) : value));
    expect(visualScore(shadow, stepped)).toBe(100);
    expect(judged(shadow, stepped, as).score).toBeLessThan(floor);
  });

  it('tells them between the tiles of a large picture, and where', () => {
    const [width, height] = [3400, 2700];
    const shadow = (step: number): Raster => {
      const data = new Uint8Array(width * height).fill(230);
      for (let y = 0; y < 150; y++)
        data.fill(step * Math.round((140 + 0.6 * y) / step), (height - 1 - y) * width, (height - y) * width);
      return { width, height, channels: 1, space: 'grey', data };
    };
    const { score, cause, tile } = judged(shadow(1), shadow(10));
    expect(cause).toBe('bands');
    expect(score).toBeLessThan(floor);
    expect(tile).toEqual({ x: 0, y: 2240, width: 448, height: 448 });
    expect(judged(shadow(1), shadow(1)).score).toBe(100);
  });

  const withSpoiltCorner = (picture: Raster): Raster =>
    changed(picture, (value, { x, y }) =>
      x >= picture.width - 90 && y >= 810 ? value + (((x >> 1) + (y >> 1)) % 2 ? 90 : -90) : value,
    );

  it.each(['palette', 'blocks'] as const)('looks at all of a picture of 1.4 megapixels as %s', (as) => {
    const picture = photoLike(1500, 900);
    const spoilt = withSpoiltCorner(picture);
    expect(visualScore(picture, spoilt)).toBe(100);
    const { score, cause } = judged(picture, spoilt, as);
    expect(cause).toBe('structure');
    expect(score).toBeLessThan(floor);
  });

  it.each(['palette', 'blocks'] as const)('asks the worst tile of a large picture as %s', (as) => {
    const picture = photoLike(4400, 900);
    const spoilt = withSpoiltCorner(picture);
    const { score, cause } = judged(picture, spoilt, as);
    expect(cause).toBe('worst-tile');
    expect(score).toBeLessThan(floor);
  });

  it('believes a score that is known', () => {
    const picture = photoLike(200, 160);
    const judge = new StillJudge(picture, { floor, as: 'palette' });
    expect(judge.judge(picture, { known: 80 })).toEqual({
      score: 80,
      cause: 'structure',
      areas: 100,
      strokes: 100,
      tile: whole,
    });
  });
});

describe('StillJudge', () => {
  it('frees the last candidate, and scores it alike', () => {
    const picture = photoLike(900, 700);
    const judge = new StillJudge(picture, { floor, as: 'blocks' });
    const rounded = (): Raster => changed(picture, (value) => value & 0xf8);
    const last = rounded();
    expect(judge.judge(last, { isLast: true })).toEqual(judge.judge(rounded()));
    expect(last.data).toHaveLength(0);
  });

  it('scores a picture in bands as it does the whole', async () => {
    const picture = photoLike(900, 700);
    const rounded = changed(picture, (value) => value & 0xf8);
    const judge = new StillJudge(picture, { floor, as: 'blocks', sparesMemory: true });
    const shown = async (height: number): Promise<QualityScore> =>
      judge.judgeInBands(async (take) => {
        for (let y = 0; y < 700; y += height) take(bandOf(rounded, y, Math.min(height, 700 - y)), y);
        await Promise.resolve();
      });
    expect(await shown(64)).toEqual(judge.judge(rounded));
    expect(await shown(700)).toEqual(judge.judge(rounded));
  });
});

describe('trials', () => {
  /** A dark sign in a box, and a veil of 4 of 255 over all else. */
  const icon = changed(
    { width: 64, height: 64, channels: 4, space: 'rgb', data: new Uint8Array(64 * 64 * 4) },
    (_, { x, y, channel }) => {
      const isSign = Math.abs(x - 32) < 9 && Math.abs(y - 32) < 12;
      return channel < 3 ? 30 : isSign ? 255 : (x >> 2) % 2 === 0 ? 14 : 4;
    },
  );
  const bare = (): Raster =>
    changed(icon, (value, { channel }) => (channel === 3 && value < 255 ? 9 : value));
  const plain = visualScore(icon, bare());
  const trial = (candidate: Raster, least: number, as: JudgeRequest['as'] = 'rounded'): number =>
    new StillJudge(icon, { floor: least, as }).trial(candidate);

  it('fall below the floor with the structure of an icon', () => {
    expect(trial(bare(), plain - 5)).toBeLessThan(plain - 5);
    expect(judgeStill(icon, bare(), { floor: plain - 5, as: 'rounded' }).score).toBeLessThan(plain - 5);
    expect(trial(bare(), plain - 5, 'blocks')).toBe(plain);
  });

  it('are ten points above the floor at most where all of an icon is there', () => {
    expect(
      trial(
        changed(icon, (value) => value),
        floor,
      ),
    ).toBeCloseTo(floor + 10, 3);
  });

  it('measure no structure below the floor', () => {
    expect(trial(bare(), plain + 1)).toBe(plain);
  });

  it('ask palettes alone for hues, and nothing for areas', () => {
    const copy = (): Raster => changed(greyer, (value) => value);
    const scored = (as: JudgeRequest['as']): number => new StillJudge(page, { floor, as }).trial(copy());
    expect(scored('blocks')).toBe(visualScore(page, greyer));
    expect(scored('palette')).toBeLessThanOrEqual(scored('rounded'));
  });
});
