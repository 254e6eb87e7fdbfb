import type { TakeBand } from '../../../codecs/ports/image-codec.ts';
import { hasAlpha, type Raster } from '../../../base/raster.ts';
import { releaseBytes, releaseRaster } from '../../../base/release-raster.ts';
import { GatheredTile, type Part } from './gathered-tile.ts';
import { isSeeThrough, rgbTile } from './rgb-tile.ts';
import { magnification, sampleTiles, type Sampling, type Tile } from './sample-tiles.ts';
import {
  BANDING,
  FULL_SIDE_PX,
  MOST_SCORE,
  OTHER_TILES_SLACK_POINTS,
  SMALL_TILE_POINTS,
} from '../../thresholds.ts';
import { faultScore } from '../../fault-score.ts';
import { stackedParts } from '../stacked-parts.ts';
import { compareTile, referenceTile, releaseTile, type ReferenceTile } from './tile-meter.ts';

/** What the tiles of a candidate say, on the SSIMULACRA2 scale. */
export interface TilesScore {
  /** Structure: 100 identical, 90 hard to tell apart, 70 high, 50 medium quality, below 0 ruined. */
  readonly structure: number;
  /** The most that the bands of any tile allow. */
  readonly bands: number;
}

/**
 * Measures structure and bands of candidates against one reference, whose part is computed once. Takes about 0.03 s a megapixel
 * measured, and measures 1 MP at most. Pictures with alpha are composited over white and over black, and the worse counts.
 */
export class VisualMeter {
  readonly sampling: Sampling;
  private readonly reference: Raster;
  private readonly prepared = new Map<string, ReferenceTile>();
  private readonly keepsReference: boolean;

  /**
   * @param reference      the picture as it should look, sRGB (or grey)
   * @param sampling       where it is measured
   * @param keepsReference false where memory matters more than computing the reference's part again [true]
   */
  constructor(
    reference: Raster,
    sampling = sampleTiles(reference.width, reference.height),
    keepsReference = true,
  ) {
    this.reference = reference;
    this.keepsReference = keepsReference;
    this.sampling = sampling;
  }

  /** @param candidate same width and height; channels may differ (an alpha that is gone counts as opaque) */
  score(candidate: Raster): TilesScore {
    return this.scoreOf(this.sampling.tiles.map((tile) => ({ raster: candidate, tile })));
  }

  /** {@link score} of a raster without another reference: its memory is freed before the meter takes its own. */
  scoreOfLast(candidate: Raster): TilesScore {
    const parts = this.sampling.tiles.map((tile) => ({
      raster: stackedParts(candidate, [tile]),
      tile: { ...tile, x: 0, y: 0 },
    }));
    releaseRaster(candidate);
    return this.scoreOfOwn(parts);
  }

  /** {@link score} of a raster that comes band by band; only the tiles of it are kept. */
  byBands(): { readonly add: TakeBand; readonly score: () => TilesScore } {
    const parts = this.sampling.tiles.map((tile) => new GatheredTile(tile));
    return {
      add: (band, y) => {
        for (const part of parts) part.add(band, y);
      },
      score: () => this.scoreOfOwn(parts.map((part) => part.whole())),
    };
  }

  /** Frees what was computed of the reference: some 10 MB a tile, which garbage collection leaves for long. */
  release(): void {
    for (const tile of this.prepared.values()) releaseTile(tile);
    this.prepared.clear();
  }

  /** {@link scoreOf} of parts without another reference, which are freed. */
  private scoreOfOwn(parts: readonly Part[]): TilesScore {
    const score = this.scoreOf(parts);
    for (const { raster } of parts) releaseRaster(raster);
    return score;
  }

  /** Structure of the spot tiles, but at most OTHER_TILES_SLACK_POINTS above that of all tiles. */
  private scoreOf(parts: readonly Part[]): TilesScore {
    const tiles = parts.map((part, index) => this.scoreTile(index, part));
    const structures = tiles.map(({ structure }) => structure);
    const spots = mean(this.sampling.spots.map((index) => structures[index]!));
    return {
      structure: Math.min(spots, mean(structures) + OTHER_TILES_SLACK_POINTS),
      bands: Math.min(...tiles.map(({ bands }) => bands)),
    };
  }

  private scoreTile(index: number, part: Part): TilesScore {
    const tile = this.sampling.tiles[index]!;
    const compared = this.backgroundsOf(part, tile).map((background) => {
      const key = `${index}/${background}`;
      let reference = this.prepared.get(key);
      if (!reference) {
        reference = whileComposited(this.reference, tile, background, ({ rgb, width, height }) =>
          referenceTile(rgb, width, height),
        );
        this.prepared.set(key, reference);
      }
      const prepared = reference;
      return whileComposited(part.raster, part.tile, background, ({ rgb }) => compareTile(prepared, rgb));
    });
    if (!this.keepsReference) this.release();
    return {
      structure: lessSmallTile(Math.min(...compared.map(({ errors }) => errors.score())), tile),
      bands: Math.min(...compared.map(({ banding }) => faultScore(banding, BANDING))),
    };
  }

  /** Where a tile hides all of what is behind it, it looks the same over any. */
  private backgroundsOf(part: Part, tile: Tile): readonly (0 | 255)[] {
    const showsBoth = [{ raster: this.reference, tile }, part].some(
      (each) => hasAlpha(each.raster) && isSeeThrough(each.raster, each.tile),
    );
    return showsBoth ? [255, 0] : [255];
  }
}

/** A tile over a background. */
interface Composited {
  readonly rgb: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Looks at a tile over a background; its samples are freed afterwards, which garbage collection leaves for long. */
function whileComposited<T>(
  raster: Raster,
  tile: Tile,
  background: 0 | 255,
  look: (composited: Composited) => T,
): T {
  const rgb = rgbTile(raster, tile, background);
  const magnified = magnifiedWhereThin({ rgb, width: tile.width, height: tile.height });
  const found = look(magnified);
  for (const bytes of new Set([rgb, magnified.rgb])) releaseBytes(bytes);
  return found;
}

/** A thin tile with each pixel drawn several times across, as a magnifying glass would show it; others as they are. */
function magnifiedWhereThin(tile: Composited): Composited {
  const [across, down] = [magnification(tile.width), magnification(tile.height)];
  if (across * down === 1) return tile;
  const [width, height] = [tile.width * across, tile.height * down];
  const rgb = new Uint8Array(width * height * 3);
  for (let y = 0, to = 0; y < height; y++)
    for (let x = 0; x < width; x++, to += 3) {
      const from = 3 * (Math.floor(y / down) * tile.width + Math.floor(x / across));
      for (let c = 0; c < 3; c++) rgb[to + c] = tile.rgb[from + c]!;
    }
  return { rgb, width, height };
}

/** A score, lowered for a small tile. */
function lessSmallTile(score: number, { width, height }: Tile): number {
  return score < MOST_SCORE && Math.min(width, height) < FULL_SIDE_PX ? score - SMALL_TILE_POINTS : score;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
