import type { EngineContext } from '../context.ts';
import { areaScore } from '../perceptual/area-score.ts';
import { sampleTiles } from '../perceptual/sample-tiles.ts';
import { smallStructure } from '../perceptual/small-structure.ts';
import { VisualMeter } from '../perceptual/visual-score.ts';
import { PlaceMeter } from '../perceptual/place-meter.ts';
import type { Raster } from '../raster.ts';
import { probeOf } from '../search/mosaic.ts';
import { DriftedAreas } from './drifted-areas.ts';
import type { IndexedPicture, RenderIndexed } from './indexed-picture.ts';
import type { Measured } from './lambda-search.ts';
import { ColourMapper } from './map-colours.ts';
import type { Colouring, MapOptions } from './map-samples.ts';
import { estimateBytes } from './packed-indexes.ts';
import { MOST_SCORE, type TrialSubject } from './palette-trials.ts';

/** Pictures above this are tried on their spot tiles. */
const PROBE_FROM_PIXELS = 300_000;

/** A trial on part of the picture that promises more than this many times the useful bytes has no hope. */
const HOPELESS = 2.5;

/** Measures that the first palette to reach the floor gets. */
const LEADER_MEASURES = 4;

/** Work of mapping a picture to a palette and measuring it, ms a million pixels. */
const MEASURE_MS = 100;

/** Points of score for the whole of the structure: how steeply both fall together on small pictures. */
const POINTS_OF_STRUCTURE = 500;

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
  /** Lowest structural similarity accepted, over white and over black; for small pictures [0]. */
  readonly leastStructure?: number;
  /** Renders a reduced picture for comparison with the reference. */
  readonly render: RenderIndexed;
}

/** How a mapping of the whole picture turned out. */
export interface WholeScore {
  readonly score: number;
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
  private readonly reference: Raster;
  private readonly meter: VisualMeter;
  private readonly wholeMeter: VisualMeter;
  private readonly placeMeter: PlaceMeter;
  /** Only where the part is the whole picture: what was found for the one is the answer for the other. */
  private kept: Kept | null = null;
  private readonly isWhole: boolean;
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
    this.reference = isSame ? probe.raster : probeOf(request.reference, sampling, PROBE_FROM_PIXELS).raster;
    this.meter = new VisualMeter(this.reference, 1, probe.sampling);
    this.isWhole = probe.isWhole;
    this.wholeMeter = probe.isWhole ? this.meter : new VisualMeter(request.reference, request.orientation);
    this.placeMeter = new PlaceMeter(request.reference);
    this.share = (probe.raster.width * probe.raster.height) / (raster.width * raster.height);
  }

  get isLate(): boolean {
    return this.context.budget.isSpent;
  }

  /** The part, to try palettes on. */
  get subject(): TrialSubject {
    const { floor, effort = 'full', usefulBytes = Infinity } = this.request;
    return {
      floor,
      effort,
      leaderMeasures: LEADER_MEASURES,
      hopelessBytes: HOPELESS * this.share * usefulBytes,
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
  scoreWhole(picture: IndexedPicture, rendered: Raster): WholeScore {
    const { reference, floor } = this.request;
    const most = areaScore(reference, rendered);
    if (most === -Infinity) return { score: 0, isGross: true, hasDrifted: true };
    const measured =
      this.kept?.picture === picture
        ? this.kept.measured.score
        : this.guarded(this.wholeMeter.score(rendered), rendered, reference);
    const score = Math.min(most, measured);
    const isSeenWhole = this.wholeMeter.sampling.tiles.length === 1;
    return {
      score: isSeenWhole ? score : this.placeMeter.withWorst(score, floor, rendered),
      isGross: false,
      hasDrifted: most < floor,
    };
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
    this.context.budget.charge((width * height * MEASURE_MS) / 1e6);
    const picture: IndexedPicture = { width, height, palette, indexes: mapper.map(options) };
    const bytes = await estimateBytes(picture, this.context.codecs.deflate);
    if (isUseless(bytes)) return { lambda, score: MOST_SCORE, bytes };
    const rendered = await this.request.render(picture);
    const score = this.guarded(this.meter.score(rendered), rendered, this.reference);
    const measured = { lambda, score, bytes };
    if (this.isWhole) this.keepSmallest({ mapper, picture, options, measured });
    return measured;
  }

  private keepSmallest(mapping: Kept): void {
    const { score, bytes } = mapping.measured;
    const least = this.kept?.measured;
    const isSmaller = !least || bytes < least.bytes || (bytes === least.bytes && score > least.score);
    if (score >= this.request.floor && isSmaller) this.kept = mapping;
  }

  /** The score, but below the floor by as much as structure is lost beyond what is accepted. */
  private guarded(score: number, rendered: Raster, reference: Raster): number {
    const { leastStructure, floor } = this.request;
    if (!leastStructure || score < floor) return score;
    const structures = ([255, 0] as const).map((background) =>
      smallStructure(reference, rendered, background),
    );
    return Math.min(score, floor + (Math.min(...structures) - leastStructure) * POINTS_OF_STRUCTURE);
  }
}
