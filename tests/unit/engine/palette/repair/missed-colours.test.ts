import { expect, it } from 'vitest';
import { TURNS } from '../../../../../bench/relations/rasters.ts';
import { ColourMapper } from '#engine/palette/map/map-colours.ts';
import { missedColours } from '#engine/palette/repair/missed-colours.ts';
import type { Raster } from '#engine/base/raster.ts';

/** Black and white. */
const PALETTE = Uint8Array.of(0, 0, 0, 255, 255, 255, 255, 255);
const PALE_GREY = 220;
const GREY = 160;

/** A white page with a pale grey square at the edge of a block, and a darker one. */
function page(): Raster {
  const [width, height] = [44, 48];
  const data = new Uint8Array(width * height).fill(255);
  const square = (left: number, top: number, side: number, level: number): void => {
    for (let y = top; y < top + side; y++) data.fill(level, y * width + left, y * width + left + side);
  };
  square(8, 16, 8, PALE_GREY);
  square(30, 34, 5, GREY);
  return { width, height, channels: 1, space: 'grey', data };
}

function missedIn(raster: Raster): number[][] {
  const { width, height } = raster;
  const indexes = new ColourMapper(raster, PALETTE).nearestIndexes();
  return missedColours(raster, { width, height, palette: PALETTE, indexes });
}

it.each(['upright', ...Object.keys(TURNS)])('finds the colours missed in a picture that is %s', (name) => {
  const raster = TURNS[name]?.(page()) ?? page();
  expect(missedIn(raster).map(([level]) => level)).toEqual([GREY, PALE_GREY]);
});
