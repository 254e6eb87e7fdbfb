import { describe, expect, it } from 'vitest';
import { colourHistogram } from '#engine/palette/build/colour-histogram.ts';
import type { Raster } from '#engine/base/raster.ts';
import { TURNS } from '../../../../../bench/relations/rasters.ts';
import { photoLike } from '#tests/fixtures/pictures/generated-pictures.ts';

const sumOf = (numbers: Uint32Array): number => numbers.reduce((sum, number) => sum + number, 0);

/** A page of grey 240 with a column of other levels at its right edge. */
function page(side: number): Raster {
  const data = new Uint8Array(side * side).fill(240);
  for (let y = 0; y < side; y++) data[y * side + side - 1] = 100 + y;
  return { width: side, height: side, channels: 1, space: 'grey', data };
}

describe('colourHistogram', () => {
  it('counts colours, sorted, with what shows nothing as one', () => {
    const data = Uint8Array.of(9, 9, 9, 255, 1, 2, 3, 0, 9, 9, 9, 255, 7, 7, 7, 0);
    const { colours, pixels } = colourHistogram({ width: 4, height: 1, channels: 4, space: 'rgb', data });
    expect([...colours]).toEqual([0, 0x090909ff]);
    expect([...pixels]).toEqual([2, 2]);
  });

  it('tells pixels inside areas from those at edges', () => {
    const { colours, pixels, inAreas } = colourHistogram(page(20));
    const at = colours.indexOf(0xf0f0f0ff);
    // All but the four outermost rows and columns, and the one beside the levels.
    expect([pixels[at], inAreas[at]]).toEqual([380, 18 * 17]);
    expect(sumOf(inAreas)).toBe(18 * 17);
  });

  it.each(Object.entries(TURNS))('is the same of a large picture that is %s', (_, turn) => {
    const photo = photoLike(1300, 1000);
    expect(colourHistogram(turn(photo))).toEqual(colourHistogram(photo));
  });

  it('samples about a megapixel of a larger picture, on lines of one pixel as elsewhere', () => {
    const [width, height] = [1900, 1500];
    const data = Uint8Array.from({ length: width * height }, (_, i) =>
      i % width === 700 ? 1 : i < width ? 2 : 0,
    );
    const { colours, pixels } = colourHistogram({ width, height, channels: 1, space: 'grey', data });
    expect(Math.abs(sumOf(pixels) - 1e6)).toBeLessThan(1e4);
    const share = sumOf(pixels) / (width * height);
    const [column, row] = [0x010101ff, 0x020202ff].map((colour) => pixels[colours.indexOf(colour)]!);
    expect(column! / (height * share)).toBeCloseTo(1, 0);
    expect(row! / (width * share)).toBeCloseTo(1, 0);
  });
});
