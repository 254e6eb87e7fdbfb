import { describe, expect, it } from 'vitest';
import { StillJudge, structuredScore, type Judgement } from '#engine/quality/still-judge.ts';
import { TINY_STRUCTURE } from '#engine/quality/tiny-pictures.ts';
import { VisualMeter } from '#engine/quality/metrics/ssimulacra2/visual-score.ts';
import type { Raster } from '#engine/base/raster.ts';
import { flatPage } from '#tests/fixtures/pictures/flat-page.ts';
import { photoLike } from '#tests/fixtures/pictures/generated-pictures.ts';

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

function judged(reference: Raster, candidate: Raster): Judgement {
  return new StillJudge(reference, { floor }, new VisualMeter(reference)).judge(candidate);
}

describe('StillJudge', () => {
  it('finds nothing in the same picture', () => {
    const picture = photoLike(200, 160);
    expect(judged(picture, picture)).toEqual({ score: 100, isGross: false, hasDrifted: false });
  });

  it('gives up what has lost a part or another size', () => {
    const picture = photoLike(200, 160);
    const lost = changed(picture, (value, { x, y }) => (x < 40 && y < 40 ? 0 : value));
    const gross = { score: 0, isGross: true, hasDrifted: true };
    expect(judged(picture, lost)).toEqual(gross);
    expect(judged(picture, photoLike(200, 150))).toEqual(gross);
  });

  it('tells areas of another colour, which the meter of structure passes', () => {
    const page = flatPage([200, 215, 235]);
    const greyer = changed(page, (value, { y, channel }) => (y < 192 ? value + 3 * (1 - channel) : value));
    expect(new VisualMeter(page).score(greyer)).toBeGreaterThan(floor);
    const { score, isGross, hasDrifted } = judged(page, greyer);
    expect([isGross, hasDrifted]).toEqual([false, true]);
    expect(score).toBeLessThan(floor);
  });

  it('asks the worst place of a large picture, which lies on no tile', () => {
    const picture = photoLike(1500, 900);
    const spoilt = changed(picture, (value, { x, y }) =>
      x >= 1410 && y >= 810 ? value + (((x >> 1) + (y >> 1)) % 2 ? 60 : -60) : value,
    );
    const meter = new VisualMeter(picture);
    expect(meter.score(spoilt)).toBe(100);
    const { score, isGross, hasDrifted } = judged(picture, spoilt);
    expect([isGross, hasDrifted]).toEqual([false, false]);
    expect(score).toBeLessThan(floor);
  });

  it('believes a score that is known', () => {
    const picture = photoLike(200, 160);
    const judge = new StillJudge(picture, { floor }, new VisualMeter(picture));
    expect(judge.judge(picture, 80).score).toBe(80);
  });
});

describe('structuredScore', () => {
  /** A dark sign in a box, and a veil of 4 of 255 over all else. */
  const icon = changed(
    { width: 64, height: 64, channels: 4, space: 'rgb', data: new Uint8Array(64 * 64 * 4) },
    (_, { x, y, channel }) => {
      const isSign = Math.abs(x - 32) < 9 && Math.abs(y - 32) < 12;
      return channel < 3 ? 30 : isSign ? 255 : (x >> 2) % 2 === 0 ? 14 : 4;
    },
  );
  const bare = changed(icon, (value, { channel }) => (channel === 3 && value < 255 ? 9 : value));
  const meter = new VisualMeter(icon);

  it('falls below the floor with the structure of an icon', () => {
    const plain = meter.score(bare);
    expect(structuredScore(meter, icon, bare, { floor: plain - 5 })).toBe(plain);
    const request = { floor: plain - 5, leastStructure: TINY_STRUCTURE };
    expect(structuredScore(meter, icon, bare, request)).toBeLessThan(request.floor);
  });

  it('is ten points above the floor at most where all of an icon is there', () => {
    const request = { floor, leastStructure: TINY_STRUCTURE };
    expect(structuredScore(meter, icon, icon, request)).toBeCloseTo(floor + 10, 3);
  });

  it('measures no structure below the floor', () => {
    const plain = meter.score(bare);
    expect(structuredScore(meter, icon, bare, { floor: plain + 1, leastStructure: 1 })).toBe(plain);
  });
});
