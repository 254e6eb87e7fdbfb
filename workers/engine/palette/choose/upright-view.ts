import { mirrored, uprightMirroring, type Mirroring } from '../../base/mirror-raster.ts';
import type { Raster } from '../../base/raster.ts';
import { LARGE_PIXELS } from '../tuning.ts';

/**
 * A picture as it is reduced: all its mirror images look the same. Blocks, tiles and rows begin at the top left, and scores of screens
 * fall off cliffs: mirrored, 17 of 39 pictures differed by more than 3 % of their bytes or by 2 points. Pictures above 12 MP are taken
 * as they are: a copy takes their memory.
 */
export class UprightView {
  private readonly size: Pick<Raster, 'width' | 'height'>;
  private readonly mirroring: Mirroring | null;

  constructor(reference: Raster) {
    const { width, height } = reference;
    this.size = { width, height };
    const mirroring = width * height > LARGE_PIXELS ? null : uprightMirroring(reference);
    this.mirroring = mirroring && (mirroring.columns || mirroring.rows) ? mirroring : null;
  }

  /** The picture as it is reduced: itself, or a copy. It comes back the same way. */
  of(raster: Raster): Raster {
    return this.mirroring ? { ...raster, data: mirrored(raster, this.mirroring) } : raster;
  }

  /** {@link of} for bytes of its pixels, such as the indexes of colours. */
  bytes(data: Uint8Array): Uint8Array {
    return this.mirroring ? mirrored({ ...this.size, channels: 1, data }, this.mirroring) : data;
  }
}
