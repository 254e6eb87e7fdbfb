import type { TakeBand } from '../codecs/ports/image-codec.ts';
import { hasSameSize, type Raster } from '../base/raster.ts';
import { releaseRaster } from '../base/release-raster.ts';
import { CHECKS, type Checks, type Coding } from './checks.ts';
import { faultScore } from './fault-score.ts';
import { areaShifts } from './metrics/area-shift.ts';
import { blockMeans, type MeansOverBackgrounds } from './metrics/block-means.ts';
import { grossDifference } from './metrics/gross-difference.ts';
import { hueShift } from './metrics/hue-shift.ts';
import { lostStrokes, strokeLosses, type LossesOverBackgrounds } from './metrics/lost-strokes.ts';
import { findStrokes, type CellsOverBackgrounds } from './metrics/stroke-cells.ts';
import { msSsim } from './metrics/ms-ssim.ts';
import { slopeTile } from './metrics/slope-tile.ts';
import { isWholeSampled, sampleTiles, type Sampling, type Tile } from './metrics/ssimulacra2/sample-tiles.ts';
import {
  releaseParts,
  VisualMeter,
  type Shown,
  type TilesScore,
} from './metrics/ssimulacra2/visual-meter.ts';
import { stackedParts } from './metrics/stacked-parts.ts';
import { SingleTileMeter } from './metrics/single-tile-meter.ts';
import { worstTile } from './metrics/worst-tile.ts';
import { PictureInBands } from './picture-in-bands.ts';
import {
  AREA_SHIFT,
  HUE_SHIFT,
  LOST_STROKES,
  MOST_SCORE,
  PART_SHIFT,
  POINTS_OF_STRUCTURE,
  SPOT_LOSS_SHARE,
  TINY_STRUCTURE,
} from './thresholds.ts';
import { isTiny } from './tiny-pictures.ts';
import { storedScore } from './viewed-floor.ts';

/** The fault that pulls a score down to its value; "structure" also where nothing differs. */
export type Cause =
  | 'structure'
  | 'bands'
  | 'small-structure'
  | 'gross'
  | 'areas'
  | 'hues'
  | 'strokes'
  | 'worst-tile';

/** How much a candidate looks like its reference. Each fault has a score on one scale, and the lowest counts. */
export interface QualityScore {
  /** Visual score: 100 identical, 90 hard to tell apart, 70 high, 50 medium quality; -Infinity where a part is lost. */
  readonly score: number;
  readonly cause: Cause;
  /** The most that the colours of areas allow, and the contrast of strokes, whatever the cause. */
  readonly areas: number;
  readonly strokes: number;
  /** The tile that has moved furthest; null where no tile of the coding is asked. */
  readonly tile: Tile | null;
}

export interface JudgeRequest {
  /** Lowest score accepted: where a candidate misses it, checks that take long are left out. */
  readonly floor: number;
  /** How candidates are coded: says which faults are looked for, see {@link CHECKS}. */
  readonly as: Coding;
  /** Where structure is measured [{@link sampleTiles}]. */
  readonly sampling?: Sampling | undefined;
  /** Factor from stored pixels to those that are judged, at most 1: reducing hides differences [1]. */
  readonly viewScale?: number;
  /** Computes the reference's part for each candidate anew, which saves 50 MB [false]. */
  readonly sparesMemory?: boolean;
  /** A judge, of the same coding, of a picture with the same spots: what is computed of them is shared [none]. */
  readonly spotsOf?: StillJudge | undefined;
}

interface JudgeOptions {
  /** What a trial of these very samples scored: their tiles are not measured again; its cause is given as "structure". */
  readonly known?: number | undefined;
  /** Frees the candidate's memory before the meter takes its own [false]. */
  readonly isLast?: boolean;
}

/** A score, and the fault that it is the score of, with its tile where only one was looked at. */
type Fault = Pick<QualityScore, 'score' | 'cause'> & { readonly tile?: Tile };

const NO_FAULT: Fault = { score: MOST_SCORE, cause: 'structure' };

/** What was measured all over a picture. */
interface SeenAllOver {
  readonly means: MeansOverBackgrounds;
  /** Not asked of what has lost a part. */
  readonly strokesOf: () => Fault;
  /** The tile that has moved furthest. */
  readonly tile: Tile | null;
}

const LOST: QualityScore = {
  score: -Infinity,
  cause: 'gross',
  areas: -Infinity,
  strokes: -Infinity,
  tile: null,
};

/** Judges one candidate: {@link StillJudge.judge}. */
export function judgeStill(reference: Raster, candidate: Raster, request: JudgeRequest): QualityScore {
  return new StillJudge(reference, request).judge(candidate);
}

/** Says how much candidates look like one reference, whose part is computed once. */
export class StillJudge {
  private readonly reference: Raster;
  private readonly request: JudgeRequest;
  private readonly checks: Checks;
  private readonly meter: VisualMeter;
  private readonly tileMeter: SingleTileMeter;
  private strokes: CellsOverBackgrounds | null = null;

  /** @param reference the picture as it should look, sRGB, grey or CMYK */
  constructor(reference: Raster, request: JudgeRequest) {
    const { as, sampling, sparesMemory = false, spotsOf } = request;
    this.reference = reference;
    this.request = request;
    this.checks = CHECKS[as];
    const tiles = sampling ?? samplingOf(reference, as);
    this.meter = new VisualMeter(reference, tiles, !sparesMemory, this.checks.bands);
    if (spotsOf) this.meter.shareSpotsOf(spotsOf.meter);
    this.tileMeter = new SingleTileMeter(reference, !sparesMemory);
  }

  /** Judges a result all over. A candidate of another size is a loss. */
  judge(candidate: Raster, options: JudgeOptions = {}): QualityScore {
    const found = this.judged(candidate, options);
    // Mostly gone already: the meter copies its tiles and frees the rest.
    if (options.isLast && candidate.data.length > 0) releaseRaster(candidate);
    return found;
  }

  private judged(candidate: Raster, { known, isLast = false }: JudgeOptions): QualityScore {
    if (!hasSameSize(this.reference, candidate)) return LOST;
    const means = blockMeans(this.reference, candidate);
    const tile = this.suspectTile(means);
    const part = tile && this.missesTiles ? stackedParts(candidate, [tile]) : null;
    const structure = (): Fault => this.structureOf(candidate, { known, isLast });
    const found = this.lowest({ means, strokesOf: () => this.strokesOf(candidate), tile }, structure);
    return tile && part && this.asksTile(found) ? this.withTile(found, tile, part) : found;
  }

  /**
   * Judges a result that comes in bands, one in memory at a time: {@link judge}. It is see-through only where the reference is.
   * @param show hands over all bands; called once more where the worst tile is known only then
   */
  async judgeInBands(show: (take: TakeBand) => Promise<void>): Promise<QualityScore> {
    const picture = new PictureInBands(this.reference, this.strokesOfReference, this.meter, (means) =>
      this.missesTiles ? this.suspectTile(means) : null,
    );
    await show((band, y) => picture.add(band, y));
    if (!picture.isComplete) return LOST;
    const { means } = picture;
    const tile = this.suspectTile(means);
    const strokesOf = (): Fault => strokeFault(picture.strokes);
    const found = this.lowest({ means, strokesOf, tile }, () => this.structureOfParts(picture.shown()));
    return tile && this.missesTiles && this.asksTile(found)
      ? this.withTile(found, tile, await picture.part(tile, show))
      : found;
  }

  /** The score of a trial, which is freed: what the spots say, without what results alone are asked. */
  trial(candidate: Raster): number {
    const asksHues = this.checks.hues === 'trials-and-results';
    const hues = asksHues ? this.huesOf(blockMeans(this.reference, candidate)).score : MOST_SCORE;
    const spots = lowestOfTiles(this.meter.scoreSpots(this.meter.shown(candidate)));
    const { score } = this.lowestOfIcon(candidate, spots);
    if (candidate.data.length > 0) releaseRaster(candidate);
    return Math.min(score, hues);
  }

  /** What bands of the slope alone allow. */
  slopeScore(candidate: Raster): number {
    const score = this.meter.scoreSlope(this.meter.shown(candidate));
    releaseRaster(candidate);
    return score;
  }

  /** Structure and bands of a tile: hues and areas are those of the whole. @param part that tile of a candidate */
  tileScore(tile: Tile, part: Raster): number {
    return this.tileMeter.score(tile, part);
  }

  /** Frees what was computed of the reference: some 10 MB a tile, which garbage collection leaves for long. */
  release(): void {
    this.meter.release();
    this.tileMeter.release();
  }

  /** The lowest of all faults but the worst tile. Areas come after the tiles: both take memory. */
  private lowest({ means, strokesOf, tile }: SeenAllOver, structure: () => Fault): QualityScore {
    if (grossDifference(means[0]) > this.checks.lostPartLevels) return LOST;
    const strokes = strokesOf();
    const faults = [strokes.score < this.request.floor ? strokes : structure(), strokes];
    if (this.checks.hues !== 'never') faults.push(this.huesOf(means));
    const areas = this.areasOf(means);
    faults.push({ score: areas, cause: 'areas' });
    return { tile, ...lowestOf(faults), areas, strokes: strokes.score };
  }

  /** The faint strokes of the reference, looked for once. */
  get strokesOfReference(): CellsOverBackgrounds {
    return (this.strokes ??= findStrokes(this.reference));
  }

  private strokesOf(candidate: Raster): Fault {
    return this.checks.strokes
      ? strokeFault(strokeLosses(this.reference, candidate, this.strokesOfReference))
      : NO_FAULT;
  }

  private areasOf(means: MeansOverBackgrounds): number {
    const { areas } = this.checks;
    if (areas === 'never') return MOST_SCORE;
    const shifts = means.map(areaShifts);
    const whole = faultScore(Math.max(...shifts.map((each) => each.whole)), AREA_SHIFT);
    if (areas === 'on-the-whole') return whole;
    return Math.min(whole, faultScore(Math.max(...shifts.map(({ part }) => part)), PART_SHIFT));
  }

  private huesOf(means: MeansOverBackgrounds): Fault {
    return { score: faultScore(Math.max(...means.map(hueShift)), HUE_SHIFT), cause: 'hues' };
  }

  /** Structure and bands of a result, as {@link JudgeOptions} say. */
  private structureOf(candidate: Raster, { known, isLast = false }: JudgeOptions): Fault {
    if (!isLast || this.asksIcon) {
      const found = this.structureOfParts(this.meter.shown(candidate), known);
      return this.lowestOfIcon(candidate, found);
    }
    const copies = this.meter.copied(candidate);
    const found = this.structureOfParts(copies, known);
    releaseParts(copies);
    return found;
  }

  /** The cover is measured where the spots reach the floor; without its full size, which the spots tell. */
  private structureOfParts(shown: Shown, known?: number): Fault {
    const measured = known === undefined ? this.meter.scoreSpots(shown) : undefined;
    const spots: Fault = measured ? lowestOfTiles(measured) : { score: known!, cause: 'structure' };
    if (!this.checks.cover || spots.score < this.request.floor) return spots;
    const { structure, bands } = this.meter.scoreCover(shown, measured);
    const cover = lowestOfTiles({
      structure: MOST_SCORE - (MOST_SCORE - structure) * SPOT_LOSS_SHARE,
      bands,
    });
    return lowestOf([spots, cover, this.slopeOf(shown)]);
  }

  /** Bands in the gaps of the cover. */
  private slopeOf(shown: Shown): Fault {
    const { slope: tile } = this.meter.sampling;
    return tile ? { score: this.meter.scoreSlope(shown), cause: 'bands', tile } : NO_FAULT;
  }

  /** An icon's contrast may be lost on transparent ground. */
  private get asksIcon(): boolean {
    return this.checks.smallStructure && isTiny(this.reference);
  }

  private lowestOfIcon(candidate: Raster, found: Fault): Fault {
    const { reference, request } = this;
    if (!this.asksIcon || found.score < request.floor) return found;
    const structures = ([255, 0] as const).map((background) =>
      msSsim(reference, candidate, { windows: 'gaussian', background }),
    );
    const lost = Math.min(...structures) - TINY_STRUCTURE;
    const score = request.floor + lost * POINTS_OF_STRUCTURE;
    return score < found.score ? { score, cause: 'small-structure' } : found;
  }

  /** The tile that has moved furthest; null where none is asked. */
  private suspectTile(means: MeansOverBackgrounds): Tile | null {
    const { worstTile: check } = this.checks;
    return check && worstTile(means, this.reference, check.sidePx);
  }

  /** Whether the measured tiles miss parts of the picture. */
  private get missesTiles(): boolean {
    return !isWholeSampled(this.meter.sampling, this.reference);
  }

  private asksTile({ score }: QualityScore): boolean {
    const isLow = score < this.request.floor;
    return this.checks.worstTile?.isAlwaysAsked ? score > -Infinity : !isLow;
  }

  private withTile(found: QualityScore, tile: Tile, part: Raster): QualityScore {
    const measured = storedScore(this.tileMeter.score(tile, part), this.request.viewScale ?? 1);
    const score = measured + (this.checks.worstTile?.slackPoints ?? 0);
    return score < found.score ? { ...found, score, cause: 'worst-tile' } : found;
  }
}

/** {@link sampleTiles}, and where bands are looked for beside a cover. */
export function samplingOf(reference: Raster, as: Coding): Sampling {
  const tiles = sampleTiles(reference.width, reference.height);
  return CHECKS[as].cover ? { ...tiles, slope: slopeTile(reference, tiles.cover) } : tiles;
}

/** The fault with the lowest score, the first of equals. */
function lowestOf(faults: readonly Fault[]): Fault {
  return faults.reduce((least, fault) => (fault.score < least.score ? fault : least));
}

function lowestOfTiles({ structure, bands }: TilesScore): Fault {
  return bands < structure ? { score: bands, cause: 'bands' } : { score: structure, cause: 'structure' };
}

/** Contrast of faint strokes, by their luma or by their hue: what has lost most. */
function strokeFault(losses: LossesOverBackgrounds): Fault {
  const scoreOf = (which: 'lost' | 'lostHues'): number =>
    faultScore(Math.max(...losses.map((each) => lostStrokes(each, which))), LOST_STROKES);
  const [strokes, hues] = [scoreOf('lost'), scoreOf('lostHues')];
  return hues < strokes ? { score: hues, cause: 'hues' } : { score: strokes, cause: 'strokes' };
}
