import type { Raster } from '../../base/raster.ts';
import type { BlockColours } from './block-colours.ts';
import type { Tile } from './ssimulacra2/sample-tiles.ts';
import { stackedParts } from './stacked-parts.ts';
import { VisualMeter } from './ssimulacra2/visual-score.ts';
import { worstPlace } from './worst-place.ts';

/**
 * Points that the worst place may lie below the floor: a part of a picture at "balanced" looks no worse than a picture does at
 * "small".
 */
const PLACE_SLACK = 10;

/**
 * The same for codecs of blocks, which lose most where there is most to lose: in 33 of 34 pictures at 71 the worst place lay 1 to
 * 15 points lower, and nothing was seen there. In the other, a sheet of photographs and drawings, it lay 33 lower: the thin
 * colours of the drawings were gone.
 */
const CODED_SLACK = 20;

/**
 * The most that a whole picture that was encoded may score, one place of which looks like this.
 * @param place that tile of the candidate
 */
export function mostByPlace(reference: Raster, tile: Tile, place: Raster): number {
  return new VisualMeter(stackedParts(reference, [tile])).score(place) + CODED_SLACK;
}

/**
 * Scores single places of candidates against one reference. Candidates of one picture are mostly worst at the same place, so
 * what was prepared for the last one is kept: 10 MB, or 20 where it is seen over white and over black.
 */
export class PlaceMeter {
  private readonly reference: Raster;
  private last: { readonly tile: Tile; readonly meter: VisualMeter } | null = null;

  constructor(reference: Raster) {
    this.reference = reference;
  }

  /** The visual score of one tile of a candidate of the reference's size. */
  score(tile: Tile, candidate: Raster): number {
    if (!this.last || !isSameTile(this.last.tile, tile)) {
      this.last?.meter.release();
      this.last = { tile, meter: new VisualMeter(this.reference, 1, { tiles: [tile], spots: [0] }) };
    }
    return this.last.meter.score(candidate);
  }

  /**
   * A score, but below the floor where the worst place of a candidate, which no tile may lie on, falls far below it.
   * @param seen the blocks of both
   */
  withWorst(score: number, floor: number, candidate: Raster, seen: readonly BlockColours[]): number {
    if (score < floor) return score;
    const place = this.score(worstPlace(seen, candidate), candidate) + PLACE_SLACK;
    return place < floor ? place : score;
  }
}

function isSameTile(a: Tile, b: Tile): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}
