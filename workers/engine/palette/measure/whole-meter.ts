import { releaseRaster } from '../../base/release-raster.ts';
import { WORK_MS } from '../../budget/work-costs.ts';
import type { EngineContext } from '../../context.ts';
import { StillJudge, type Cause, type QualityScore } from '../../quality/judge.ts';
import type { Tile } from '../../quality/metrics/ssimulacra2/sample-tiles.ts';
import { WORST_TILE_SLACK_POINTS } from '../../quality/thresholds.ts';
import { renderBands, type IndexedPicture } from '../map/indexed-picture.ts';
import type { ColourMapper } from '../map/map-colours.ts';
import type { Colouring, MapOptions } from '../map/map-options.ts';
import { LARGE_PIXELS } from '../tuning.ts';
import { measuringMs } from './measuring-work.ts';
import type { ReduceRequest } from './reduce-request.ts';
import type { ShownPicture } from '../repair/mend-palette.ts';

/** A whole picture in the colours of a palette. */
export interface Reduced {
  readonly picture: IndexedPicture;
  readonly score: number;
  readonly colouring: Colouring;
}

/** Where a whole picture misses the floor. */
export interface MissedTile {
  readonly tile: Tile;
  /** Points below the floor at which it may lie. */
  readonly slackPoints: number;
  /** In whose colours it does. */
  readonly palette: Uint8Array;
}

/** Causes that one tile may have, where all others look well. */
const CAUSES_OF_TILES: readonly Cause[] = ['structure', 'bands', 'worst-tile'];

/** What a whole picture looks like. */
export interface Judged extends Reduced {
  /** Even areas have another colour. */
  readonly isShifted: boolean;
  /** Faint strokes have lost contrast. */
  readonly isFaded: boolean;
  /** A part of it is lost. */
  readonly isGross: boolean;
  /** The tile for which it misses the floor, if that is why. */
  readonly missedTile: MissedTile | null;
}

/** Maps a whole picture to palettes and judges what comes out. */
export class WholeMeter {
  private readonly request: ReduceRequest;
  private readonly context: EngineContext;
  private readonly judge: StillJudge;

  /** @param judge of the request's reference [a new one] */
  constructor(request: ReduceRequest, context: EngineContext, judge = judgeOf(request)) {
    this.request = request;
    this.context = context;
    this.judge = judge;
  }

  /** Lowest score accepted. */
  get floor(): number {
    return this.request.floor;
  }

  /** How the picture is shown, and its palettes. */
  get look(): Omit<ShownPicture, 'raster'> {
    const { reference, render } = this.request;
    return { reference, render, strokes: () => this.judge.strokesOfReference };
  }

  /** @param mapper of the picture to the palette */
  async map(mapper: ColourMapper, palette: Uint8Array, options: MapOptions): Promise<Judged> {
    const { request, context } = this;
    const { width, height } = request.reference;
    context.signal.throwIfAborted();
    const picture = { width, height, palette, indexes: mapper.map(options) };
    context.budget.charge(measuringMs(request.reference, WORK_MS.mapWholePerMp));
    const { score, cause, areas, strokes, tile } = await this.judged(picture);
    const isMissed = CAUSES_OF_TILES.includes(cause) && score < request.floor;
    // Bands and lost structure move the means of blocks too.
    const slackPoints = cause === 'bands' ? 0 : WORST_TILE_SLACK_POINTS;
    const missedTile = isMissed && tile ? { tile, slackPoints, palette } : null;
    const [isGross, isShifted, isFaded] = [cause === 'gross', areas < request.floor, strokes < request.floor];
    return { picture, score, isGross, isShifted, isFaded, missedTile, colouring: { palette, ...options } };
  }

  private async judged(picture: IndexedPicture): Promise<QualityScore> {
    const { render } = this.request;
    if (picture.indexes.length > LARGE_PIXELS)
      return this.judge.judgeInBands((take) => renderBands(picture, render, take));
    const rendered = await render(picture);
    const found = this.judge.judge(rendered);
    releaseRaster(rendered);
    return found;
  }
}

/** Judges a whole picture. @param spotsOf a judge of its spots [none] */
export function judgeOf({ reference, floor }: ReduceRequest, spotsOf?: StillJudge): StillJudge {
  const sparesMemory = reference.width * reference.height > LARGE_PIXELS;
  return new StillJudge(reference, { floor, as: 'palette', sparesMemory, spotsOf });
}
