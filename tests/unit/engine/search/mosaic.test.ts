import { describe, expect, it } from 'vitest';
import { sampleTiles, type Tile } from '#engine/perceptual/sample-tiles.ts';
import type { Raster } from '#engine/raster.ts';
import { probeOf } from '#engine/search/mosaic.ts';

/** Samples that tell their place. */
function numbered(width: number, height: number): Raster {
  const data = new Uint8Array(width * height);
  for (let i = 0; i < data.length; i++) data[i] = (i % width) ^ (Math.floor(i / width) * 7);
  return { width, height, channels: 1, space: 'grey', data };
}

function cut({ data, width }: Raster, tile: Tile): number[] {
  return Array.from(
    { length: tile.width * tile.height },
    (_, i) => data[(tile.y + Math.floor(i / tile.width)) * width + tile.x + (i % tile.width)]!,
  );
}

describe('probeOf', () => {
  it.each([
    [1399, 1003],
    [2000, 470],
    [500, 1900],
  ])('shows the spot tiles of a picture of %i x %i px, in step with its blocks', (width, height) => {
    const raster = numbered(width, height);
    const sampling = sampleTiles(width, height);
    const probe = probeOf(raster, sampling);
    expect(probe.isWhole).toBe(false);
    probe.sampling.tiles.forEach((tile, index) => {
      const spot = sampling.tiles[sampling.spots[index]!]!;
      expect(cut(probe.raster, tile)).toEqual(cut(raster, spot));
      expect([tile.x % 16, tile.y % 16]).toEqual([spot.x % 16, spot.y % 16]);
    });
  });

  it('leaves small pictures whole', () => {
    const raster = numbered(300, 200);
    expect(probeOf(raster, sampleTiles(300, 200)).raster).toBe(raster);
  });
});
