import { describe, expect, it } from 'vitest';
import { mendedPalette } from '#engine/palette/repair/mend-palette.ts';
import type { Raster } from '#engine/base/raster.ts';

/** Grey all over but for a small red square. */
function dotted(): Raster {
  const [width, height] = [96, 96];
  const data = new Uint8Array(width * height * 3).fill(120);
  for (let y = 40; y < 48; y++) for (let x = 40; x < 48; x++) data.set([230, 20, 20], (y * width + x) * 3);
  return { width, height, channels: 3, space: 'rgb', data };
}

/** Palettes of pictures of 96 px. */
function mended(raster: Raster, palette: Uint8Array, indexes: Uint8Array): Uint8Array {
  return mendedPalette(raster, { width: 96, height: 96, palette, indexes }).palette;
}

describe('mendedPalette', () => {
  it('gives strokes colours of next to their own where others did not do', () => {
    const nearly = Uint8Array.from([250, 250, 250, 255, 248, 248, 248, 255]);
    const strokes = { columns: 6, marks: new Uint8Array(36), colours: [[247, 247, 247, 255]] };
    const white: Raster = {
      width: 96,
      height: 96,
      channels: 3,
      space: 'rgb',
      data: new Uint8Array(96 * 96 * 3).fill(250),
    };
    const picture = { width: 96, height: 96, palette: nearly, indexes: new Uint8Array(96 * 96) };
    expect(mendedPalette(white, picture, { strokes }).added).toBe(0);
    expect(mendedPalette(white, picture, { strokes, isAgain: true }).added).toBe(1);
  });

  it('adds the colour of an area that the palette shows grossly wrong', () => {
    const palette = Uint8Array.of(120, 120, 120, 255);
    const fuller = mended(dotted(), palette, new Uint8Array(96 * 96));
    expect([...fuller]).toEqual([120, 120, 120, 255, 230, 20, 20, 255]);
  });

  it('makes room in a full palette by giving up what is hardly used', () => {
    const palette = Uint8Array.from({ length: 1024 }, (_, i) => (i % 4 === 3 ? 255 : i >> 2));
    const fuller = mended(dotted(), palette, new Uint8Array(96 * 96).fill(120));
    expect(fuller.length).toBe(1024);
    expect([...fuller.subarray(-4)]).toEqual([230, 20, 20, 255]);
    expect(fuller.some((sample, i) => i % 4 === 0 && sample === 120)).toBe(true);
  });

  it('leaves a palette alone that shows everything nearly right', () => {
    const palette = Uint8Array.of(118, 120, 122, 255, 225, 25, 15, 255);
    const raster = dotted();
    const nearest = Uint8Array.from({ length: 96 * 96 }, (_, i) => (raster.data[i * 3]! > 200 ? 1 : 0));
    expect(mended(raster, palette, nearest)).toBe(palette);
  });

  it('adds the grey of a thin line that would be green, and no colour for a fringe that would be grey', () => {
    const page = (line: readonly number[]): Raster => {
      const data = new Uint8Array(96 * 96 * 3).fill(255);
      for (let x = 0; x < 96; x++) data.set(line, (40 * 96 + x) * 3);
      return { width: 96, height: 96, channels: 3, space: 'rgb', data };
    };
    const indexes = Uint8Array.from({ length: 96 * 96 }, (_, i) => (Math.floor(i / 96) === 40 ? 1 : 0));
    const withGreen = Uint8Array.of(255, 255, 255, 255, 5, 168, 141, 255);
    const fuller = mended(page([128, 150, 160]), withGreen, indexes);
    expect([...fuller.subarray(8)]).toEqual([128, 150, 160, 255]);
    const withGrey = Uint8Array.of(255, 255, 255, 255, 140, 140, 140, 255);
    expect(mended(page([190, 130, 110]), withGrey, indexes)).toBe(withGrey);
  });

  it('adds a colour for an icon whose shades have few pixels each', () => {
    const raster = dotted();
    for (let y = 40; y < 48; y++)
      for (let x = 40; x < 48; x++)
        raster.data.set([146 + 14 * (y - 40), 20 + 4 * (x - 40), 40], (y * 96 + x) * 3);
    const grey = Uint8Array.of(120, 120, 120, 255);
    const fuller = mended(raster, grey, new Uint8Array(96 * 96));
    const [red = 0, green = 0, blue = 0] = fuller.subarray(-4);
    expect(red - green).toBeGreaterThan(100);
    expect(blue).toBe(40);
  });

  it('adds the colour of thin signs that would be white, as they move the mean of a small block', () => {
    const signs = (sign: readonly number[]): Raster => {
      const data = new Uint8Array(96 * 96 * 3).fill(45);
      for (let y = 33; y < 47; y += 2) for (let x = 33; x < 38; x++) data.set(sign, (y * 96 + x) * 3);
      return { width: 96, height: 96, channels: 3, space: 'rgb', data };
    };
    const raster = signs([250, 230, 60]);
    const nearest = Uint8Array.from({ length: 96 * 96 }, (_, i) => (raster.data[i * 3]! > 200 ? 1 : 0));
    const palette = Uint8Array.of(45, 45, 45, 255, 225, 225, 225, 255);
    expect([...mended(raster, palette, nearest).subarray(8)]).toEqual([250, 230, 60, 255]);
    expect(mended(signs([232, 228, 215]), palette, nearest)).toBe(palette);
  });
});
