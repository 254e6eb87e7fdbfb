import type { TakeBand } from '../../../codecs/ports/image-codec.ts';
import { hasAlpha, type Raster } from '../../../base/raster.ts';
import { releaseBytes, releaseRaster } from '../../../base/release-raster.ts';
import { GatheredTile, type Part } from './gathered-tile.ts';
import { isSeeThrough, rgbTile } from './rgb-tile.ts';
import { magnification, sampleTiles, type Sampling, type Tile } from './sample-tiles.ts';
import { BANDING, FULL_SIDE_PX, MOST_SCORE, ROUNDING, SMALL_TILE_POINTS } from '../../thresholds.ts';
import type { BandCheck } from '../../checks.ts';
import { faultScore } from '../../fault-score.ts';
import { stackedParts } from '../stacked-parts.ts';
import {
  compareTile,
  referenceTile,
  releaseTile,
  scoreOfAll,
  type ErrorSums,
  type ReferenceTile,
  type TileComparison,
} from './tile-meter.ts';

/** What the tiles of a candidate say, by SSIMULACRA 2. */
export interface TilesScore {
  /** Structure: 100 identical, 90 hard to tell apart, 70 high, 50 medium quality, below 0 ruined. */
  readonly structure: number;
  /** The most that the bands of any tile allow. */
  readonly bands: number;
}

/** {@link TilesScore} of the spots, and what the meter found in each over white and over black. */
export interface SpotsScore extends TilesScore {
  readonly errors: readonly OverBackgrounds<ErrorSums>[];
}

/** Equal values where a tile hides what is behind it. */
type OverBackgrounds<T> = readonly [white: T, black: T];

/** A candidate's samples where it is measured. */
export interface Shown {
  readonly spots: readonly Part[];
  readonly cover: readonly Part[];
  readonly slope?: Part | undefined;
}

/**
 * Measures structure and bands of candidates against one reference, whose part is computed once for spots. Takes about 0.03 s a
 * megapixel measured, twice that in the cover. Pictures with alpha are composited over white and over black, and the worse counts.
 */
export class VisualMeter {
  readonly sampling: Sampling;
  private readonly reference: Raster;
  private prepared = new Map<string, ReferenceTile>();
  private readonly keepsReference: boolean;
  private readonly bands: BandCheck;

  /**
   * @param reference      the picture as it should look, sRGB (or grey)
   * @param sampling       where it is measured
   * @param keepsReference false where memory matters more than computing the reference's part again [true]
   * @param bands          where they count, and how much
   */
  constructor(
    reference: Raster,
    sampling = sampleTiles(reference.width, reference.height),
    keepsReference = true,
    bands: BandCheck = { where: 'on-ramps', scale: BANDING },
  ) {
    this.reference = reference;
    this.keepsReference = keepsReference;
    this.bands = bands;
    this.sampling = sampling;
  }

  /** Shares what is computed of the spots with a meter of a picture that has the same. */
  shareSpotsOf(other: VisualMeter): void {
    this.prepared = other.prepared;
  }

  /** @param candidate same width and height; channels may differ (an alpha that is gone counts as opaque) */
  shown(candidate: Raster): Shown {
    return this.shownBy((tile) => ({ raster: candidate, tile }));
  }

  /** {@link shown} as copies: the candidate's memory is freed before the meter takes its own. */
  copied(candidate: Raster): Shown {
    const copies = this.shownBy((tile) => ({
      raster: stackedParts(candidate, [tile]),
      tile: { ...tile, x: 0, y: 0 },
    }));
    releaseRaster(candidate);
    return copies;
  }

  /** {@link shown} of a raster that comes band by band; only the tiles of it are kept. */
  byBands(): { readonly add: TakeBand; readonly shown: () => Shown } {
    const parts = new Map(tilesOf(this.sampling).map((tile) => [tile, new GatheredTile(tile)]));
    return {
      add: (band, y) => {
        for (const part of parts.values()) part.add(band, y);
      },
      shown: () => this.shownBy((tile) => parts.get(tile)!.whole()),
    };
  }

  /** The spots: the diagonal that lost more. */
  scoreSpots({ spots }: Shown): SpotsScore {
    const tiles = spots.map((part, index) => this.scoreSpot(index, part));
    const structures = tiles.map(({ structure }) => structure);
    return {
      structure: Math.min(mean(structures.slice(0, 2)), mean(structures.slice(-2))),
      bands: Math.min(...tiles.map(({ bands }) => bands)),
      errors: tiles.map(({ errors }) => errors),
    };
  }

  /**
   * The cover, as one picture; all of 100 where there is none.
   * @param spots tell what its full size shows [measured]
   */
  scoreCover({ cover }: Shown, spots?: SpotsScore): TilesScore {
    const tiles = this.sampling.cover;
    const [first] = tiles;
    if (!first) return { structure: MOST_SCORE, bands: MOST_SCORE };
    const fromScale = spots ? 1 : 0;
    const found = cover.map((part, index) => this.compareCover(tiles[index]!, part, fromScale));
    const structures = ([0, 1] as const).map((background) =>
      scoreOfAll(
        found.map((compared) => compared[background].errors),
        spots?.errors.map((errors) => errors[background]),
      ),
    );
    return {
      structure: lessSmallTile(Math.min(...structures), first),
      bands: Math.min(...found.flat().map(({ banding }) => faultScore(banding, this.bands.scale))),
    };
  }

  /** The most that the bands of the slope allow; 100 where there is none. */
  scoreSlope({ slope }: Shown): number {
    const tile = this.sampling.slope;
    if (!tile || !slope) return MOST_SCORE;
    return Math.min(
      ...this.compareCover(tile, slope, Infinity).map(({ banding }) => faultScore(banding, this.bands.scale)),
    );
  }

  /** Frees what was computed of the reference: some 10 MB a tile, which garbage collection leaves for long. */
  release(): void {
    for (const tile of this.prepared.values()) releaseTile(tile);
    this.prepared.clear();
  }

  private shownBy(part: (tile: Tile) => Part): Shown {
    const { spots, cover, slope } = this.sampling;
    return { spots: spots.map(part), cover: cover.map(part), slope: slope && part(slope) };
  }

  private scoreSpot(index: number, part: Part): TilesScore & { readonly errors: OverBackgrounds<ErrorSums> } {
    const tile = this.sampling.spots[index]!;
    const compared = this.backgroundsOf(part, tile).map((background) => {
      // Spots that a part of the picture cuts off are others.
      const key = [index, tile.width, tile.height, background].join();
      const reference = this.prepared.get(key) ?? this.prepare(tile, background);
      this.prepared.set(key, reference);
      return whileComposited(part.raster, part.tile, background, ({ rgb }) => compareTile(reference, rgb));
    });
    if (!this.keepsReference) this.release();
    return {
      structure: lessSmallTile(Math.min(...compared.map(({ errors }) => errors.score())), tile),
      bands: Math.min(...compared.map(({ banding }) => faultScore(banding, this.bands.scale))),
      errors: [compared[0]!.errors, compared.at(-1)!.errors],
    };
  }

  /** Single precision adds up over the lengths of the picture. */
  private compareCover(tile: Tile, part: Part, fromScale: number): OverBackgrounds<TileComparison> {
    const { width, height } = this.reference;
    const growth = (width + height) / (tile.width + tile.height);
    const compared = this.backgroundsOf(part, tile).map((background) => {
      const reference = this.prepare(tile, background, fromScale);
      const found = whileComposited(part.raster, part.tile, background, ({ rgb }) =>
        compareTile(reference, rgb, ROUNDING * Math.sqrt(growth)),
      );
      releaseTile(reference);
      return found;
    });
    return [compared[0]!, compared.at(-1)!];
  }

  private prepare(tile: Tile, background: 0 | 255, fromScale = 0): ReferenceTile {
    return whileComposited(this.reference, tile, background, ({ rgb, width, height }) =>
      referenceTile(rgb, width, height, { fromScale, bands: this.bands.where }),
    );
  }

  /** Where a tile hides all of what is behind it, it looks the same over any. */
  private backgroundsOf(part: Part, tile: Tile): readonly (0 | 255)[] {
    const showsBoth = [{ raster: this.reference, tile }, part].some(
      (each) => hasAlpha(each.raster) && isSeeThrough(each.raster, each.tile),
    );
    return showsBoth ? [255, 0] : [255];
  }
}

/** Frees parts of a candidate that belong to nothing else. */
export function releaseParts(shown: Shown): void {
  for (const { raster } of tilesOf(shown)) releaseRaster(raster);
}

/** All tiles of a sampling, or all parts that are shown. */
function tilesOf<T>(of: Record<'spots' | 'cover', readonly T[]> & { readonly slope?: T | undefined }): T[] {
  return [...of.spots, ...of.cover, ...(of.slope ? [of.slope] : [])];
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
