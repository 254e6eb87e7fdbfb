import { deflateMs } from '../../codecs/deflate-work.ts';
import type { EngineContext } from '../../context.ts';
import { sampleTiles } from '../../quality/metrics/ssimulacra2/sample-tiles.ts';
import { StillJudge } from '../../quality/judge.ts';
import { hasAlpha, type Raster } from '../../base/raster.ts';
import { probeOf } from '../../search/quality/mosaic.ts';
import { DriftedAreas } from '../repair/drifted-areas.ts';
import type { IndexedPicture, RenderIndexed } from '../map/indexed-picture.ts';
import type { Measured } from './lambda-search.ts';
import { ColourMapper } from '../map/map-colours.ts';
import type { Colouring, MapOptions } from '../map/map-samples.ts';
import { estimateBytes } from '../map/packed-indexes.ts';
import { MOST_SCORE, type TrialSubject } from './palette-trials.ts';
import { WORK_MS } from '../../budget/work-costs.ts';

/** Pictures above this are tried on their spot tiles. */
const PROBE_FROM_PIXELS = 300_000;

/** A trial on part of the picture that promises more than this many times the useful bytes has no hope. */
const HOPELESS = 2.5;
/** The same where the part is the whole picture, and its other ways to be stored are known: from there no palette won. */
const HOPELESS_WHOLE = 1.3;

/** What palettes are packed with where there is little time. */
const PACKING_LEVEL = 11;

/** Times as many colours as one that was ruled out a palette must have to be tried when the time is up; a full one always is. */
const FULLER = 4;
const FULL_SAMPLES = 4 * 256;

/** Measures that the first palette to reach the floor gets. */
const LEADER_MEASURES = 4;

/** Transparency is seen over white and over black, and its colours have four axes. */
const TRANSPARENT = 2.5;

export interface ReduceRequest {
  /** Lowest score accepted. */
  readonly floor: number;
  /** EXIF orientation, 1-8. */
  readonly orientation: number;
  /** "fast" tries fewer palettes, for about 1 % more bytes ["full"]. */
  readonly effort?: 'fast' | 'full';
  /** Longer pictures are of no use: palettes that end far above it end the search [Infinity]. */
  readonly usefulBytes?: number;
  /** How the source is displayed, in sRGB; may be the raster itself. */
  readonly reference: Raster;
  /** Renders a reduced picture for comparison with the reference. */
  readonly render: RenderIndexed;
}

/** What a whole picture looks like. */
export interface Judgement {
  /** Below the floor for any of the faults. */
  readonly score: number;
  /** A part of it is lost. */
  readonly isGross: boolean;
  /** Areas have another colour than the floor allows. */
  readonly hasDrifted: boolean;
}

/** The smallest mapping of a whole picture that reached the floor while palettes were compared. */
interface Kept {
  readonly mapper: ColourMapper;
  readonly picture: IndexedPicture;
  readonly options: MapOptions;
  readonly measured: Measured;
}

/** Measures palettes: on part of the picture while they are compared, on the whole of it at the end. */
export class PictureProbe {
  readonly request: ReduceRequest;
  readonly context: EngineContext;
  private readonly part: Raster;
  private readonly partJudge: StillJudge;
  private readonly wholeJudge: StillJudge;
  /** Whether the part is the whole picture. */
  readonly isWhole: boolean;
  /** Only where the part is the whole picture: what was found for the one is the answer for the other. */
  private kept: Kept | null = null;
  /** Samples of a palette that has a chance on the whole picture without dither, as far as others have shown. */
  private leastSamples = 0;
  private readonly partMappers = new WeakMap<Uint8Array, ColourMapper>();
  /** Pixels of the part for one of the picture. */
  private readonly share: number;

  constructor(raster: Raster, request: ReduceRequest, context: EngineContext) {
    const sampling = sampleTiles(raster.width, raster.height, request.orientation);
    const probe = probeOf(raster, sampling, PROBE_FROM_PIXELS);
    const isSame = request.reference === raster;
    this.request = request;
    this.context = context;
    this.part = probe.raster;
    const reference = isSame ? probe.raster : probeOf(request.reference, sampling, PROBE_FROM_PIXELS).raster;
    const { floor } = request;
    this.partJudge = new StillJudge(reference, { floor, as: 'palette', sampling: probe.sampling });
    this.isWhole = probe.isWhole;
    this.wholeJudge = probe.isWhole
      ? this.partJudge
      : new StillJudge(request.reference, { floor, as: 'palette', sampling });
    this.share = (probe.raster.width * probe.raster.height) / (raster.width * raster.height);
  }

  /** Whether no more work is left than judging and packing the answer takes, which gains more than measuring on. */
  get isLate(): boolean {
    const { reference } = this.request;
    const packing = deflateMs(reference.width * reference.height, PACKING_LEVEL);
    return this.context.budget.leftMs <= packing + workMs(reference, WORK_MS.mapWholePerMp);
  }

  /** Notes that a palette stayed far below the floor at any lambda: with hardly more colours another one will, too. */
  ruleOut(palette: Uint8Array): void {
    this.leastSamples = Math.min(FULL_SAMPLES, FULLER * palette.length);
  }

  /** Whether a palette is not worth a mapping of the whole picture, as the time is up: with dither it may be. */
  isRuledOut({ palette, dither }: Pick<Colouring, 'palette' | 'dither'>): boolean {
    return dither === 0 && this.isLate && palette.length < this.leastSamples;
  }

  /** The part, to try palettes on. */
  get subject(): TrialSubject {
    const { floor, effort = 'full', usefulBytes = Infinity } = this.request;
    const hopeless = this.isWhole && effort === 'fast' ? HOPELESS_WHOLE : HOPELESS;
    return {
      floor,
      effort,
      leaderMeasures: LEADER_MEASURES,
      hopelessBytes: hopeless * this.share * usefulBytes,
      isSpent: () => this.isLate,
      measurerFor: (palette, dither) => {
        const mapper = this.partMapper(palette);
        return (lambda, isUseless) => this.measure(mapper, palette, { dither, lambda }, isUseless);
      },
    };
  }

  /** {@link subject}, with those areas kept steady that drift in a colouring. */
  steadySubject({ palette, dither, lambda }: Colouring): TrialSubject {
    const { width, height } = this.part;
    const indexes = this.partMapper(palette).map({ dither, lambda });
    const { blocks: steady } = new DriftedAreas(this.part, { width, height, palette, indexes });
    return {
      ...this.subject,
      measurerFor: (fuller) => {
        const mapper = new ColourMapper(this.part, fuller);
        return (at, isUseless) => this.measure(mapper, fuller, { dither, lambda: at, steady }, isUseless);
      },
    };
  }

  /** What maps the part: with and without dithering a palette has the same nearest colours. */
  private partMapper(palette: Uint8Array): ColourMapper {
    const mapper = this.partMappers.get(palette) ?? new ColourMapper(this.part, palette);
    this.partMappers.set(palette, mapper);
    return mapper;
  }

  /** What maps the whole picture, where it was kept: it knows the nearest colours already. */
  keptMapper(palette: Uint8Array): ColourMapper | null {
    return this.kept?.picture.palette === palette ? this.kept.mapper : null;
  }

  /** The mapping of the whole picture with these options, where it was kept. */
  keptMapping(palette: Uint8Array, { dither, lambda, steady }: MapOptions): IndexedPicture | null {
    const { kept } = this;
    const isSame =
      kept?.picture.palette === palette &&
      kept.options.dither === dither &&
      kept.options.lambda === lambda &&
      kept.options.steady === steady;
    // Once it turned out to be of no use its indexes were let go.
    return isSame && kept.picture.indexes.length > 0 ? kept.picture : null;
  }

  /** Compares a rendered mapping of the whole picture with the reference. */
  judgeWhole(picture: IndexedPicture, rendered: Raster): Judgement {
    this.charge(this.request.reference, WORK_MS.mapWholePerMp);
    const known = this.kept?.picture === picture ? this.kept.measured.score : undefined;
    const { score, cause, areas } = this.wholeJudge.judge(rendered, { known });
    return { score, isGross: cause === 'gross', hasDrifted: areas < this.request.floor };
  }

  private async measure(
    mapper: ColourMapper,
    palette: Uint8Array,
    options: MapOptions,
    isUseless: (bytes: number) => boolean = () => false,
  ): Promise<Measured> {
    const { lambda } = options;
    this.context.signal.throwIfAborted();
    const { width, height } = this.part;
    this.charge(this.part, WORK_MS.mapPartPerMp);
    const picture: IndexedPicture = { width, height, palette, indexes: mapper.map(options) };
    const bytes = await estimateBytes(picture, this.context.codecs.deflate);
    if (isUseless(bytes)) return { lambda, score: MOST_SCORE, bytes };
    const score = this.partJudge.trial(await this.request.render(picture));
    const measured = { lambda, score, bytes };
    if (this.isWhole) this.keepSmallest({ mapper, picture, options, measured });
    return measured;
  }

  private charge(raster: Raster, rate: number): void {
    this.context.budget.charge(workMs(raster, rate));
  }

  private keepSmallest(mapping: Kept): void {
    const { score, bytes } = mapping.measured;
    const least = this.kept?.measured;
    const isSmaller = !least || bytes < least.bytes || (bytes === least.bytes && score > least.score);
    if (score >= this.request.floor && isSmaller) this.kept = mapping;
  }
}

/** @param rate ms a million pixels over one background */
function workMs(raster: Raster, rate: number): number {
  return ((raster.width * raster.height) / 1e6) * rate * (hasAlpha(raster) ? TRANSPARENT : 1);
}
