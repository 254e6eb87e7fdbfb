import { describe, expect, it } from 'vitest';
import { msSsim } from '#engine/quality/metrics/ms-ssim.ts';
import type { Raster } from '#engine/base/raster.ts';

/** White in all pixels, more and less opaque by turns. */
function faintVeil(width: number, height: number, strong: number, weak: number): Raster {
  const data = new Uint8Array(width * height * 4).fill(255);
  for (let i = 0; i < width * height; i++) data[i * 4 + 3] = (i + (i / width) * 3) % 4 < 2 ? strong : weak;
  return { width, height, channels: 4, space: 'rgb', data };
}

describe('msSsim', () => {
  it('is 1 for equal pictures, however small', () => {
    for (const windows of ['gaussian', 'box'] as const)
      for (const side of [4, 6, 12, 72]) {
        const veil = faintVeil(side, side, 40, 10);
        expect(msSsim(veil, veil, { windows, background: 0 })).toBeCloseTo(1, 6);
      }
  });

  it('sees faint contrast that is lost on the ground where it shows', () => {
    const [veil, flat] = [faintVeil(72, 72, 40, 10), faintVeil(72, 72, 25, 25)];
    for (const windows of ['gaussian', 'box'] as const) {
      expect(msSsim(veil, flat, { windows, background: 0 })).toBeLessThan(0.9);
      expect(msSsim(veil, flat, { windows, background: 255 })).toBeCloseTo(1, 6);
    }
  });
});
