import type { Raster } from '../../base/raster.ts';
import type { Tile } from './ssimulacra2/sample-tiles.ts';
import { VisualMeter } from './ssimulacra2/visual-meter.ts';
import { stackedParts } from './stacked-parts.ts';

/**
 * Scores single tiles of candidates against one reference. Candidates of one picture are mostly worst at one tile, so what was
 * prepared for the last one is kept: 10 MB, or 20 with alpha.
 */
export class SingleTileMeter {
  private readonly reference: Raster;
  private readonly keepsReference: boolean;
  private last: { readonly tile: Tile; readonly meter: VisualMeter } | null = null;

  /** @param keepsReference false where memory matters more */
  constructor(reference: Raster, keepsReference: boolean) {
    this.reference = reference;
    this.keepsReference = keepsReference;
  }

  /** The visual score of a tile. @param part that tile of a candidate */
  score(tile: Tile, part: Raster): number {
    if (!this.last || !isSameTile(this.last.tile, tile)) {
      this.release();
      const meter = new VisualMeter(stackedParts(this.reference, [tile]), undefined, this.keepsReference);
      this.last = { tile, meter };
    }
    const { meter } = this.last;
    const { structure, bands } = meter.scoreSpots(meter.shown(part));
    return Math.min(structure, bands);
  }

  /** Frees what was computed of the reference. */
  release(): void {
    this.last?.meter.release();
    this.last = null;
  }
}

function isSameTile(a: Tile, b: Tile): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}
