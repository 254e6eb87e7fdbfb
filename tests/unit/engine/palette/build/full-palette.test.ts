import { describe, expect, it } from 'vitest';
import { fullPalette } from '#engine/palette/build/full-palette.ts';
import type { Raster } from '#engine/base/raster.ts';
import { photoLike } from '#tests/fixtures/pictures/generated-pictures.ts';

/** Noise of brown leaves with a few pixels of a green and a red, each in levels of its own. */
function leaves(): Raster {
  const [width, height] = [200, 150];
  const data = new Uint8Array(width * height * 3);
  for (let at = 0; at < width * height; at++) {
    const noise = Math.imul(at + 1, 2654435761) >>> 16;
    const [light, warm] = [(noise & 127) - 40, (noise >> 8) & 31];
    const rare = at % 1500 === 0 ? [60, 130, 40] : at % 1500 === 700 ? [190, 30, 40] : null;
    data.set(rare ?? [120 + light + warm, 80 + light, 50 + light - warm].map((v) => Math.max(0, v)), at * 3);
  }
  return { width, height, channels: 3, space: 'rgb', data };
}

describe('fullPalette', () => {
  it('has the very colours of a picture of few', () => {
    const data = Uint8Array.of(1, 2, 3, 255, 200, 100, 50, 128, 1, 2, 3, 255, 9, 9, 9, 0);
    const palette = fullPalette({ width: 4, height: 1, channels: 4, space: 'rgb', data });
    const colours = [0, 4, 8].map((at) => [...palette.subarray(at, at + 4)].join());
    expect(palette).toHaveLength(12);
    expect(colours.sort()).toEqual(['0,0,0,0', '1,2,3,255', '200,100,50,128'].sort());
  });

  it('has 256 colours of a photograph, the same every time', () => {
    const photo = photoLike(120, 90);
    const palette = fullPalette(photo);
    expect(palette).toHaveLength(256 * 4);
    expect(fullPalette(photo)).toEqual(palette);
  });

  it('keeps hues that few pixels have', () => {
    const palette = fullPalette(leaves());
    const nearest = ([r, g, b]: readonly number[]): number =>
      Math.min(
        ...Array.from({ length: palette.length / 4 }, (_, at) =>
          Math.hypot(palette[at * 4]! - r!, palette[at * 4 + 1]! - g!, palette[at * 4 + 2]! - b!),
        ),
      );
    expect(nearest([60, 130, 40])).toBeLessThan(2);
    expect(nearest([190, 30, 40])).toBeLessThan(2);
  });
});
