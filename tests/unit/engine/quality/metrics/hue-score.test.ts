import { describe, expect, it } from 'vitest';
import { blockColours } from '#engine/quality/metrics/block-colours.ts';
import { hueMove, hueScore } from '#engine/quality/metrics/hue-score.ts';
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

const moveOf = (candidate: Raster): number => hueMove(blockColours(photo, candidate)[0]);

/** Each pixel less colourful, at the brightness it has. */
const duller: Change = (value, { channel }) => value + [6, -4, 6][channel]!;

describe('hueMove', () => {
  it('is nothing in the same picture', () => {
    expect(moveOf(photo)).toBe(0);
  });

  it('hardly counts lightness, grain and dither', () => {
    const shown = moveOf(changed(photo, duller));
    expect(moveOf(changed(photo, (value) => value + 6))).toBeLessThan(0.3 * shown);
    const dither: Change = (value, { x, y, channel }) => value + ((x + y) % 4 < 2 ? 6 : -6) * (channel - 1);
    expect(moveOf(changed(photo, dither))).toBeLessThan(0.3 * shown);
  });

  it('counts a few blocks that move far for more than their share', () => {
    const corner: Change = (value, place) => (place.x < 32 && place.y < 32 ? duller(value, place) : value);
    const [all, part] = [moveOf(changed(photo, duller)), moveOf(changed(photo, corner))];
    expect(part).toBeGreaterThan(0.35 * all);
    expect(part).toBeLessThan(0.7 * all);
  });

  it('says nothing of pictures smaller than half a block', () => {
    const small = photoLike(8, 8);
    expect(hueMove(blockColours(small, photoLike(8, 8, 9))[0])).toBe(0);
  });
});

describe('hueScore', () => {
  it('falls with the move, through the floor of "balanced"', () => {
    expect(hueScore(0)).toBe(100);
    expect(hueScore(0.8)).toBe(100);
    expect(hueScore(1.9)).toBeGreaterThan(71);
    expect(hueScore(2.1)).toBeLessThan(71);
    expect(hueScore(3)).toBeLessThan(hueScore(2));
  });
});
