import type { Raster } from '../../../base/raster.ts';
import type { Tile } from './sample-tiles.ts';

/** Where a tile's samples are. */
export interface Part {
  readonly raster: Raster;
  readonly tile: Tile;
}

/** A tile whose rows come in bands. */
export class GatheredTile {
  private readonly tile: Tile;
  private raster: Raster | undefined;

  constructor(tile: Tile) {
    this.tile = tile;
  }

  add(band: Raster, y: number): void {
    const { x, width, height } = this.tile;
    const rowBytes = width * band.channels;
    this.raster ??= { ...band, width, height, data: new Uint8Array(rowBytes * height) };
    const [first, end] = [Math.max(y, this.tile.y), Math.min(y + band.height, this.tile.y + height)];
    for (let row = first; row < end; row++) {
      const from = ((row - y) * band.width + x) * band.channels;
      this.raster.data.set(band.data.subarray(from, from + rowBytes), (row - this.tile.y) * rowBytes);
    }
  }

  whole(): Part {
    if (!this.raster) throw new Error('Expected the bands of an image.');
    return { raster: this.raster, tile: { ...this.tile, x: 0, y: 0 } };
  }
}
