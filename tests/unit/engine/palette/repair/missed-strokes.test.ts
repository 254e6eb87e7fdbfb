import { describe, expect, it } from 'vitest';
import { textLine } from '../../../../../bench/legibility/coverage.ts';
import type { Raster } from '#engine/base/raster.ts';
import type { LockedBlocks } from '#engine/palette/map/map-options.ts';
import { renderPlain, type IndexedPicture, type RenderIndexed } from '#engine/palette/map/indexed-picture.ts';
import { blocksToLock, mendedPalette, strokesOf } from '#engine/palette/repair/mend-palette.ts';
import { photoLike } from '#tests/fixtures/pictures/generated-pictures.ts';

const [WIDTH, HEIGHT] = [160, 96];
const line = textLine('COPY MATRIX', 16);

/** Faint words in the third row of blocks, on a white page. @param alpha of the words, which are black */
function page(alpha: number): Raster {
  const data = new Uint8Array(WIDTH * HEIGHT * 4);
  for (let at = 0; at < WIDTH * HEIGHT; at++) {
    const [x, y] = [(at % WIDTH) - 8, Math.floor(at / WIDTH) - 32];
    const isIn = x >= 0 && x < line.width && y >= 0 && y < line.height;
    const level = 255 - (isIn ? Math.round(alpha * line.shares[y * line.width + x]!) : 0);
    data.set([level, level, level, 255], at * 4);
  }
  return { width: WIDTH, height: HEIGHT, channels: 4, space: 'rgb', data };
}

/** All white. */
const blank = {
  width: WIDTH,
  height: HEIGHT,
  palette: Uint8Array.from([255, 255, 255, 255]),
  indexes: new Uint8Array(WIDTH * HEIGHT),
};

/** What is to be locked where strokes have faded. */
async function locked(raster: Raster, picture: IndexedPicture, known?: LockedBlocks): Promise<LockedBlocks> {
  const strokes = await strokesOf({ raster, reference: raster, render: renderPlain }, picture);
  return blocksToLock(raster, picture, { isShifted: false, strokes }, known);
}

describe('missed strokes', () => {
  it('get colours of their own', () => {
    const { palette } = mendedPalette(page(12), blank);
    const levels = Array.from({ length: palette.length / 4 }, (_, at) => palette[at * 4]!);
    expect(levels.length).toBeGreaterThan(1);
    expect(levels.slice(1).every((level) => level >= 243 && level <= 250)).toBe(true);
  });

  it('are locked where they are, beside what was locked before', async () => {
    const { columns, marks } = await locked(page(12), blank);
    expect(columns).toBe(10);
    const rows = Array.from({ length: 6 }, (_, row) => marks.subarray(row * 10, row * 10 + 10).includes(1));
    expect(rows).toEqual([false, false, true, false, false, false]);
    const known = { columns, marks: Uint8Array.from(marks, (_, at) => (at === 59 ? 1 : 0)) };
    expect((await locked(page(12), blank, known)).marks[59]).toBe(1);
  });

  it('are those that a screen shows, with the colours in which they are stored', async () => {
    // A profile that doubles what a pixel lacks to white.
    const render: RenderIndexed = async (picture) => {
      const rendered = await renderPlain(picture);
      return { ...rendered, data: rendered.data.map((sample) => 2 * sample - 255) };
    };
    const { colours, marks } = await strokesOf({ raster: page(2), reference: page(4), render }, blank);
    expect(marks).toContain(1);
    expect(colours.every(([level]) => level! >= 253 && level! < 255)).toBe(true);
    expect(colours.length).toBeGreaterThan(0);
  });

  it('are none too faint to see, and none in a photograph', async () => {
    expect(mendedPalette(page(2), blank).palette).toBe(blank.palette);
    const photo = photoLike(WIDTH, HEIGHT);
    const grey = { ...blank, palette: Uint8Array.from([128, 128, 128, 255]) };
    expect((await locked(photo, grey)).marks).not.toContain(1);
  });
});
