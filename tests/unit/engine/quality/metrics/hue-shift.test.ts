import { describe, expect, it } from 'vitest';
import { blockMeans } from '#engine/quality/metrics/block-means.ts';
import { faultScore } from '#engine/quality/fault-score.ts';
import { hueShift } from '#engine/quality/metrics/hue-shift.ts';
import { HUE_SHIFT } from '#engine/quality/thresholds.ts';
import type { Raster } from '#engine/base/raster.ts';
import { photoLike } from '#tests/fixtures/pictures/generated-pictures.ts';

const photo = photoLike(160, 128);

type Change = (value: number, place: { x: number; y: number; channel: number }) => number;

function changed({ width, ...raster }: Raster, change: Change): Raster {
  const data = new Uint8ClampedArray(raster.data).map((value, at) => {
    const pixel = Math.floor(at / 3);
    return change(value, { x: pixel % width, y: Math.floor(pixel / width), channel: at % 3 });
  });
  return { ...raster, width, data: new Uint8Array(data) };
}

const shiftOf = (candidate: Raster): number => hueShift(blockMeans(photo, candidate)[0]);

/** Each pixel less colourful, at the brightness it has. */
const duller: Change = (value, { channel }) => value + [6, -4, 6][channel]!;

describe('hueShift', () => {
  it('is nothing in the same picture', () => {
    expect(shiftOf(photo)).toBe(0);
  });

  it('hardly counts lightness, grain and dither', () => {
    const shown = shiftOf(changed(photo, duller));
    expect(shiftOf(changed(photo, (value) => value + 6))).toBeLessThan(0.3 * shown);
    const dither: Change = (value, { x, y, channel }) => value + ((x + y) % 4 < 2 ? 6 : -6) * (channel - 1);
    expect(shiftOf(changed(photo, dither))).toBeLessThan(0.3 * shown);
  });

  it('counts no line whose hue is spread over two rows, as halved chroma is', () => {
    const lines = (spread: number): Raster => {
      const rows = [spread, 1 - spread];
      return changed(photo, (_, { y, channel }) => 128 + 80 * (rows[y % 16] ?? 0) * Number(channel === 2));
    };
    expect(hueShift(blockMeans(lines(0), lines(0.5))[0])).toBeLessThan(0.01);
  });

  it('counts a few blocks that move far for more than their share', () => {
    const corner: Change = (value, place) => (place.x < 32 && place.y < 32 ? duller(value, place) : value);
    const [all, part] = [shiftOf(changed(photo, duller)), shiftOf(changed(photo, corner))];
    expect(part).toBeGreaterThan(0.35 * all);
    expect(part).toBeLessThan(0.7 * all);
  });

  it('says nothing of pictures smaller than half a block', () => {
    const small = photoLike(8, 8);
    expect(hueShift(blockMeans(small, photoLike(8, 8, 9))[0])).toBe(0);
  });
});

describe('the score of a fault', () => {
  const hueShiftScore = (shift: number): number => faultScore(shift, HUE_SHIFT);

  it('falls with its amount, through the floor of "balanced"', () => {
    expect(hueShiftScore(0)).toBe(100);
    expect(hueShiftScore(0.8)).toBe(100);
    expect(hueShiftScore(1.9)).toBeGreaterThan(71);
    expect(hueShiftScore(2.1)).toBeLessThan(71);
    expect(hueShiftScore(3)).toBeLessThan(hueShiftScore(2));
  });
});
