import { WORK_MS } from '../../budget/work-costs.ts';
import type { EngineContext } from '../../context.ts';
import type { Raster } from '../../base/raster.ts';
import { sampleTiles } from '../../quality/metrics/ssimulacra2/sample-tiles.ts';
import { StillJudge } from '../../quality/judge.ts';
import { MOST_SCORE } from '../../quality/thresholds.ts';
import { probeOf } from '../../search/quality/mosaic.ts';
import type { LambdaRequest } from '../choose/lambda-search.ts';
import type { TrialSubject } from '../choose/palette-trials.ts';
import type { IndexedPicture } from '../map/indexed-picture.ts';
import { ColourMapper } from '../map/map-colours.ts';
import type { Colouring, MapOptions } from '../map/map-samples.ts';
import { estimateBytes } from '../map/packed-indexes.ts';
import { shiftedBlocks } from '../repair/mend-palette.ts';
import { TOO_LONG, TOO_LONG_WHOLE, PART_FROM_PIXELS } from '../tuning.ts';
import { measuringMs, packingMs } from './measuring-work.ts';
import type { ReduceRequest } from './reduce-request.ts';

/** Measures palettes on a part of a picture, its spot tiles; of a small one on all of it. */
export class PartMeter {
  /** Whether the part is the whole picture. */
  readonly isWhole: boolean;
  private readonly request: ReduceRequest;
  private readonly context: EngineContext;
  private readonly part: Raster;
  private readonly judge: StillJudge;
  private readonly mappers = new WeakMap<Uint8Array, ColourMapper>();
  /** Pixels of the part for one of the picture. */
  private readonly share: number;

  constructor(raster: Raster, request: ReduceRequest, context: EngineContext) {
    const sampling = sampleTiles(raster.width, raster.height);
    const probe = probeOf(raster, sampling, PART_FROM_PIXELS);
    const isSame = request.reference === raster;
    this.request = request;
    this.context = context;
    this.part = probe.raster;
    const reference = isSame ? probe.raster : probeOf(request.reference, sampling, PART_FROM_PIXELS).raster;
    this.judge = new StillJudge(reference, { floor: request.floor, as: 'palette', sampling: probe.sampling });
    this.isWhole = probe.isWhole;
    this.share = (probe.raster.width * probe.raster.height) / (raster.width * raster.height);
  }

  /** The judge of the whole picture, where the part is it. */
  get wholeJudge(): StillJudge | undefined {
    return this.isWhole ? this.judge : undefined;
  }

  /** Whether no more work is left than judging and packing the answer takes, which gains more than measuring on. */
  get isBudgetSpent(): boolean {
    return this.context.budget.leftMs <= packingMs(this.request.reference);
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
      measurerFor: (palette, dither) => this.measurerOf(this.mapperFor(palette), palette, { dither }),
    };
  }

  /** {@link subject}, with the colour of those areas locked that a colouring shifts. */
  lockedSubject({ palette, dither, lambda }: Colouring): TrialSubject {
    const { width, height } = this.part;
    const indexes = this.mapperFor(palette).map({ dither, lambda });
    const locked = shiftedBlocks(this.part, { width, height, palette, indexes });
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
      return { lambda, score: this.judge.trial(await request.render(picture)), bytes };
    };
  }
}
