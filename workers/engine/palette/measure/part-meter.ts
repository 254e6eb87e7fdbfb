import { equalBytes } from '../../base/bytes.ts';
import { WORK_MS } from '../../budget/work-costs.ts';
import type { EngineContext } from '../../context.ts';
import type { Raster } from '../../base/raster.ts';
import { sampleTiles, type Sampling } from '../../quality/metrics/ssimulacra2/sample-tiles.ts';
import { stackedParts } from '../../quality/metrics/stacked-parts.ts';
import { StillJudge } from '../../quality/judge.ts';
import { MOST_SCORE } from '../../quality/thresholds.ts';
import { isTiny } from '../../quality/tiny-pictures.ts';
import { probeOf } from '../../search/quality/mosaic.ts';
import type { LambdaRequest } from '../choose/lambda-search.ts';
import type { TrialSubject } from '../choose/palette-trials.ts';
import type { IndexedPicture } from '../map/indexed-picture.ts';
import { ColourMapper } from '../map/map-colours.ts';
import type { MapOptions } from '../map/map-options.ts';
import { estimateBytes } from '../map/packed-indexes.ts';
import { blocksToLock, strokesOf, type ShownPicture } from '../repair/mend-palette.ts';
import { TILE_MEASURES, TOO_LONG, TOO_LONG_WHOLE, PART_FROM_PIXELS } from '../tuning.ts';
import { measuringMs, packingMs } from './measuring-work.ts';
import type { ReduceRequest } from './reduce-request.ts';
import { judgeOf, type Judged, type MissedTile } from './whole-meter.ts';

/**
 * Measures palettes on a part of a picture, its spot tiles and the tile in which the whole missed the floor; of a small one on all
 * of it.
 */
export class PartMeter {
  /** Whether the part is the whole picture. */
  readonly isWhole: boolean;
  private readonly request: ReduceRequest;
  private readonly context: EngineContext;
  private readonly part: Raster;
  private readonly shown: ShownPicture;
  private readonly judge: StillJudge;
  /** The tile that missed the floor, where it lies in the part. */
  private readonly missed: MissedTile | null;
  private readonly mappers = new WeakMap<Uint8Array, ColourMapper>();
  /** Pixels of the part for one of the picture. */
  private readonly share: number;

  /** @param missed the tile in which the whole picture missed the floor [none] */
  constructor(
    raster: Raster,
    request: ReduceRequest,
    context: EngineContext,
    missed: MissedTile | null = null,
  ) {
    const places = withSpot(sampleTiles(raster.width, raster.height), missed);
    const probe = probeOf(raster, places, PART_FROM_PIXELS);
    const isSame = request.reference === raster;
    this.request = request;
    this.context = context;
    this.part = probe.raster;
    const reference = isSame ? probe.raster : probeOf(request.reference, places, PART_FROM_PIXELS).raster;
    this.shown = { raster: probe.raster, reference, render: request.render };
    const { spots, cover } = probe.sampling;
    const sampling = missed ? { spots: spots.slice(0, -1), cover } : probe.sampling;
    const { floor, known } = request;
    this.judge = new StillJudge(reference, { floor, as: 'palette', sampling, spotsOf: known?.judge });
    if (known) known.judge ??= this.judge;
    this.missed = missed && { ...missed, tile: spots.at(-1)! };
    this.isWhole = probe.isWhole;
    this.share = (probe.raster.width * probe.raster.height) / (raster.width * raster.height);
  }

  /** A judge of the whole picture. */
  get wholeJudge(): StillJudge {
    return this.isWhole ? this.judge : judgeOf(this.request, this.judge);
  }

  /** Frees what was computed of the part's samples, until it is measured again. */
  release(): void {
    this.judge.release();
  }

  /** Whether it has the tile that missed the floor. */
  get hasTile(): boolean {
    return this.missed !== null;
  }

  /** Whether no more work is left than judging and packing the answer takes, which gains more than measuring on. */
  get isBudgetSpent(): boolean {
    const extraMs = this.hasTile ? TILE_MEASURES * measuringMs(this.part, WORK_MS.mapPartPerMp) : 0;
    return !this.context.budget.allows(packingMs(this.request.reference) - extraMs);
  }

  /** The part, to try palettes on. */
  get subject(): TrialSubject {
    const { floor, effort = 'full', maxBytes = Infinity } = this.request;
    const times = this.isWhole && effort === 'fast' ? TOO_LONG_WHOLE : TOO_LONG;
    return {
      floor,
      effort,
      tooLongBytes: times * this.share * maxBytes,
      isBudgetSpent: () => this.isBudgetSpent,
      measurerFor: (palette, dither) => this.remembered(palette, dither),
    };
  }

  /** Scores of icons, and of the tile that was missed, hang on the floor. */
  private remembered(palette: Uint8Array, dither: number): LambdaRequest['measure'] {
    const { reference, known } = this.request;
    const measure = this.measurerOf(this.mapperFor(palette), palette, { dither });
    const isOfFloor = this.hasTile || isTiny(reference);
    return known && !isOfFloor
      ? known.remembering({ palette, dither }, measure, this.context.budget)
      : measure;
  }

  /** {@link subject}, with those blocks locked in which the whole shows such faults in this colouring. */
  async lockedSubject({ colouring, isShifted, isFaded }: Judged): Promise<TrialSubject> {
    const { palette, dither, lambda } = colouring;
    const { width, height } = this.part;
    const picture = { width, height, palette, indexes: this.mapperFor(palette).map({ dither, lambda }) };
    const strokes = isFaded ? await strokesOf(this.shown, picture) : null;
    const locked = blocksToLock(this.part, picture, { isShifted, strokes });
    return {
      ...this.subject,
      measurerFor: (fuller) =>
        this.measurerOf(new ColourMapper(this.part, fuller), fuller, { dither, locked }),
    };
  }

  /** With and without dithering a palette has the same nearest colours. */
  private mapperFor(palette: Uint8Array): ColourMapper {
    const mapper = this.mappers.get(palette) ?? new ColourMapper(this.part, palette);
    this.mappers.set(palette, mapper);
    return mapper;
  }

  private measurerOf(
    mapper: ColourMapper,
    palette: Uint8Array,
    options: Omit<MapOptions, 'lambda'>,
  ): LambdaRequest['measure'] {
    const { width, height } = this.part;
    const { request, context } = this;
    let last: { readonly indexes: Uint8Array; readonly score: number } | null = null;
    return async (lambda, isTooLong = () => false) => {
      context.signal.throwIfAborted();
      context.budget.charge(measuringMs(this.part, WORK_MS.mapPartPerMp));
      const picture: IndexedPicture = {
        width,
        height,
        palette,
        indexes: mapper.map({ ...options, lambda }),
      };
      const bytes = await estimateBytes(picture, context.codecs.deflate);
      if (isTooLong(bytes)) return { lambda, score: MOST_SCORE, bytes };
      // Another lambda may change no pixel: where a palette has all colours, or few that lie apart.
      const isAlike = last !== null && equalBytes(last.indexes, picture.indexes);
      const score = isAlike ? last!.score : this.scoreOf(await request.render(picture));
      last = { indexes: picture.indexes, score };
      return { lambda, score, bytes };
    };
  }

  /** @param rendered is freed */
  private scoreOf(rendered: Raster): number {
    const { judge, missed } = this;
    const tile = missed
      ? judge.tileScore(missed.tile, stackedParts(rendered, [missed.tile])) + missed.slackPoints
      : MOST_SCORE;
    return Math.min(judge.trial(rendered), tile);
  }
}

/** Sample tiles with one more spot, the last. */
function withSpot({ spots, cover }: Sampling, missed: MissedTile | null): Sampling {
  return { spots: missed ? [...spots, missed.tile] : spots, cover };
}
