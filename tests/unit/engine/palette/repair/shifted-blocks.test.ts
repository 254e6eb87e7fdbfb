import { describe, expect, it } from 'vitest';
import { mendedPalette, shiftedBlocks } from '#engine/palette/repair/mend-palette.ts';
import { PaletteMapper } from '#engine/palette/map/palette-mapper.ts';
import type { Raster } from '#engine/base/raster.ts';

const SIDE = 160;
const GREY = [218, 217, 216, 255];

/** Pale blue on the left, grey on the right. */
function twoAreas(blue: readonly number[]): Raster {
  const data = new Uint8Array(SIDE * SIDE * 4);
  for (let at = 0; at < data.length; at += 4) data.set((at / 4) % SIDE < 80 ? blue : GREY, at);
  return { width: SIDE, height: SIDE, channels: 4, space: 'rgb', data };
}

const allGrey = {
  width: SIDE,
  height: SIDE,
  palette: Uint8Array.from(GREY),
  indexes: new Uint8Array(SIDE * SIDE),
};

describe('shiftedBlocks', () => {
  it('marks what has another colour, and adds the one that it had', () => {
    const picture = twoAreas([211, 219, 221, 255]);
    const shifted = shiftedBlocks(picture, allGrey);
    const marks = [...shifted.marks];
    expect(shifted.columns).toBe(10);
    expect(marks.slice(0, 5)).toEqual([1, 1, 1, 1, 1]);
    expect(marks.slice(6, 10)).toEqual([0, 0, 0, 0]);
    expect([...mendedPalette(picture, allGrey, { shifted }).palette]).toEqual([...GREY, 211, 219, 221, 255]);
  });

  it('finds colour and transparency of what is half transparent', () => {
    const picture = twoAreas([200, 100, 40, 128]);
    const added = mendedPalette(picture, allGrey, { shifted: shiftedBlocks(picture, allGrey) }).palette;
    const [red, green, blue, alpha] = [...added.subarray(4)];
    expect(Math.abs(alpha! - 128)).toBeLessThanOrEqual(1);
    for (const [sample, wanted] of [
      [red!, 200],
      [green!, 100],
      [blue!, 40],
    ] as const)
      expect(Math.abs(sample - wanted)).toBeLessThanOrEqual(2);
  });

  it('adds one colour for much alike ones, and those first that have moved most in all', () => {
    const picture = twoAreas([203, 204, 205, 255]);
    for (let at = 0; at < picture.data.length; at += 4) {
      const [x, y] = [(at / 4) % SIDE, Math.floor(at / 4 / SIDE)];
      if (x < 80) picture.data[at] = 200 + (x >> 4);
      if (x >= 112 && y < 48) picture.data.set([180, 200, 180, 255], at);
    }
    const added = mendedPalette(picture, allGrey, {
      shifted: shiftedBlocks(picture, allGrey),
    }).palette.subarray(4);
    expect([...added]).toEqual([180, 200, 180, 255, 201, 204, 205, 255]);
  });

  it('adds a colour of next to one that there is where locking did not do', () => {
    const picture = twoAreas([218, 217, 219, 255]);
    const shifted = shiftedBlocks(picture, allGrey);
    expect(mendedPalette(picture, allGrey, { shifted }).palette).toBe(allGrey.palette);
    const again = mendedPalette(picture, allGrey, { shifted, isAgain: true }).palette;
    expect([...again]).toEqual([...GREY, 218, 217, 219, 255]);
  });

  it('adds nothing where nothing has moved', () => {
    const shifted = shiftedBlocks(twoAreas(GREY), allGrey);
    expect(mendedPalette(twoAreas(GREY), allGrey, { shifted }).palette).toBe(allGrey.palette);
    expect(shifted.marks).not.toContain(1);
  });
});

describe('locked blocks', () => {
  const mapper = new PaletteMapper(Uint8Array.from([...GREY, 211, 219, 221, 255]), true, 32);
  const data = Uint8Array.from(
    { length: 32 * 16 * 4 },
    (_, at) => (at % 128 < 8 ? GREY : [210, 219, 221, 255])[at % 4]!,
  );
  const pixels = { channels: 4, data, keepsOpaque: false };
  const nearest = Uint8Array.from({ length: 512 }, (_, at) => (at % 32 < 2 ? 0 : 1));
  const locked = { columns: 2, marks: Uint8Array.from([0, 1]) };
  const lambda = 60;

  it.each([
    ['without', (options: object) => mapper.byCost(pixels, nearest.slice(), { lambda, ...options })],
    ['with', (options: object) => mapper.diffused(pixels, { dither: 0, lambda, ...options })],
  ])('keep a colour that a run would swallow, %s diffusion', (_, map) => {
    expect(new Set(map({}))).toEqual(new Set([0]));
    const kept = map({ locked });
    expect(kept[5]).toBe(0);
    expect(new Set(kept.subarray(16, 32))).toEqual(new Set([1]));
  });
});
