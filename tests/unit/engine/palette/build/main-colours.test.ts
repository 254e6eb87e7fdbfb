import { describe, expect, it } from 'vitest';
import { mainColours, withMainColours } from '#engine/palette/build/main-colours.ts';
import type { Raster } from '#engine/base/raster.ts';
import { photoLike } from '#tests/fixtures/pictures/generated-pictures.ts';

/** A grey page of 20 x 20 px with a column of other levels at its right edge. */
function page(): Raster {
  const data = new Uint8Array(400).fill(240);
  for (let y = 0; y < 20; y++) data[y * 20 + 19] = 200 + y;
  return { width: 20, height: 20, channels: 1, space: 'grey', data };
}

describe('mainColours', () => {
  it('finds the colour of the area that most pixels of an index lie in', () => {
    const [all, none] = mainColours(page(), new Uint8Array(400), 2);
    expect(all!.colour).toEqual([240, 240, 240, 255]);
    expect(all!.pixels).toBe(19 * 18);
    expect(none!.pixels).toBe(0);
  });

  it('takes no area for the main one where most pixels have other colours', () => {
    const { data } = page();
    for (let i = 0; i < 220; i++) data[i] = i;
    const [main] = mainColours(
      { width: 20, height: 20, channels: 1, space: 'grey', data },
      new Uint8Array(400),
      1,
    );
    expect(main!.pixels).toBe(0);
  });

  it('keeps alpha', () => {
    const data = Uint8Array.from({ length: 16 * 4 }, (_, at) => [10, 20, 30, 128][at % 4]!);
    const raster = { width: 4, height: 4, channels: 4, space: 'rgb', data } as const;
    expect(mainColours(raster, new Uint8Array(16), 1)[0]!.colour).toEqual([10, 20, 30, 128]);
  });
});

describe('withMainColours', () => {
  it('moves what is near to the colour of an area onto it', () => {
    const palette = Uint8Array.of(238, 239, 240, 255, 210, 210, 210, 255);
    expect([...withMainColours(page(), palette)]).toEqual([240, 240, 240, 255, 210, 210, 210, 255]);
  });

  it('leaves the colours of a photograph', () => {
    const palette = Uint8Array.of(40, 50, 60, 255, 200, 190, 180, 255);
    expect(withMainColours(photoLike(60, 40), palette)).toEqual(palette);
  });
});
