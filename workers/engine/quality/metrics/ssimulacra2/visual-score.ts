import type { TakeBand } from '../../../codecs/ports/image-codec.ts';
import { hasAlpha, type Raster } from '../../../base/raster.ts';
import { releaseBytes, releaseRaster } from '../../../base/release-raster.ts';
import { GatheredTile, type Part } from './gathered-tile.ts';
import { isSeeThrough, rgbTile } from './rgb-tile.ts';
import { magnification, sampleTiles, type Sampling, type Tile } from './sample-tiles.ts';
import { stackedParts } from '../stacked-parts.ts';
import { compareTile, referenceTile, releaseTile, type ReferenceTile } from './tile-meter.ts';

/**
 * How much a candidate looks like the reference, on the SSIMULACRA2 scale: 100 identical, 90 hard to tell apart,
 * 70 high, 50 medium quality, below 0 ruined; less where the candidate has bands in smooth areas. Takes about 0.03 s a
 * megapixel measured, and measures 1 MP at most.
 * @param reference   the picture as it should look, sRGB (or grey)
 * @param candidate   same width and height; channels may differ (an alpha that is gone counts as opaque)
 * @param orientation EXIF orientation of both [1]
 */
export function visualScore(reference: Raster, candidate: Raster, orientation = 1): number {
  return new VisualMeter(reference, orientation).score(candidate);
}

/** {@link visualScore} against one reference many times: the reference's part is computed once. */
export class VisualMeter {
  readonly sampling: Sampling;
  private readonly reference: Raster;
  private readonly prepared = new Map<string, ReferenceTile>();
  private readonly keepsReference: boolean;

  /** @param keepsReference false where memory matters more than computing the reference's part again [true] */
  constructor(reference: Raster, orientation = 1, sampling?: Sampling, keepsReference = true) {
    this.reference = reference;
    this.keepsReference = keepsReference;
    this.sampling = sampling ?? sampleTiles(reference.width, reference.height, orientation);
  }

  /**
   * The score of the spot tiles, but at most SLACK above that of all tiles, and no more than the bands of any tile allow.
   * Pictures with alpha are judged over white and over black, and the worse counts.
   */
  score(candidate: Raster): number {
    return this.scoreOf(this.sampling.tiles.map((tile) => ({ raster: candidate, tile })));
  }

  /** {@link score} of a raster without another reference: its memory is freed before the meter takes its own. */
  scoreOfLast(candidate: Raster): number {
    const parts = this.sampling.tiles.map((tile) => ({
      raster: stackedParts(candidate, [tile]),
      tile: { ...tile, x: 0, y: 0 },
    }));
    releaseRaster(candidate);
    return this.scoreOfOwn(parts);
  }

  /** {@link score} of a raster that comes band by band; only the tiles of it are kept. */
  byBands(): { readonly add: TakeBand; readonly score: () => number } {
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
  private scoreOfOwn(parts: readonly Part[]): number {
    const score = this.scoreOf(parts);
    for (const { raster } of parts) releaseRaster(raster);
    return score;
  }

  private scoreOf(parts: readonly Part[]): number {
    const { spots } = this.sampling;
    const judged = parts.map((part, index) => this.judgeTile(index, part));
    const scores = judged.map(({ score }) => score);
    const spotScore = mean(spots.map((index) => scores[index]!));
    const bandScore = Math.min(...judged.map((tile) => tile.bandScore));
    return Math.min(spotScore, mean(scores) + SLACK, bandScore);
  }

  private judgeTile(index: number, part: Part): { score: number; bandScore: number } {
    const tile = this.sampling.tiles[index]!;
    const compared = this.backgroundsOf(part, tile).map((background) => {
      const key = `${index}/${background}`;
      let reference = this.prepared.get(key);
      if (!reference) {
        reference = whileShown(this.reference, tile, background, ({ rgb, width, height }) =>
          referenceTile(rgb, width, height),
        );
        this.prepared.set(key, reference);
      }
      const prepared = reference;
      return whileShown(part.raster, part.tile, background, ({ rgb }) => compareTile(prepared, rgb));
    });
    if (!this.keepsReference) this.release();
    const score = Math.min(...compared.map(({ errors }) => errors.score()));
    return {
      score: cautious(score, tile),
      bandScore: Math.min(...compared.map((comparison) => comparison.bandScore)),
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

/** A tile as it is shown. */
interface Shown {
  readonly rgb: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Looks at a tile as it is shown; its samples are freed afterwards, which garbage collection leaves for long. */
function whileShown<T>(raster: Raster, tile: Tile, background: 0 | 255, look: (shown: Shown) => T): T {
  const rgb = rgbTile(raster, tile, background);
  const shown = thickened({ rgb, width: tile.width, height: tile.height });
  const seen = look(shown);
  for (const bytes of new Set([rgb, shown.rgb])) releaseBytes(bytes);
  return seen;
}

/** A thin tile with each pixel drawn several times across, as a magnifying glass would show it; others as they are. */
function thickened(shown: Shown): Shown {
  const [across, down] = [magnification(shown.width), magnification(shown.height)];
  if (across * down === 1) return shown;
  const [width, height] = [shown.width * across, shown.height * down];
  const rgb = new Uint8Array(width * height * 3);
  for (let y = 0, to = 0; y < height; y++)
    for (let x = 0; x < width; x++, to += 3) {
      const from = 3 * (Math.floor(y / down) * shown.width + Math.floor(x / across));
      for (let c = 0; c < 3; c++) rgb[to + c] = shown.rgb[from + c]!;
    }
  return { rgb, width, height };
}

/**
 * Below 128 px a side the published weights fall on other scales, where our sums and those of other builds agree less:
 * ours were up to 1.8 points too high.
 */
function cautious(score: number, tile: Tile): number {
  return score < 100 && Math.min(tile.width, tile.height) < 128 ? score - 1.5 : score;
}

/** Points that the tiles off the diagonal may lie below the spots before they pull the score down. */
const SLACK = 4;

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
