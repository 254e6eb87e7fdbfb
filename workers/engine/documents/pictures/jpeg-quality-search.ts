import { clamp } from '../../base/bytes.ts';
import type { EngineContext } from '../../context.ts';
import type { Raster } from '../../base/raster.ts';
import {
  searchQuality,
  slopeAt,
  type QualitySearch,
  type Trial,
} from '../../search/quality/quality-search.ts';
import { viewedFloor } from '../../quality/viewed-floor.ts';
import { ViewedProbe } from './viewed-probe.ts';
import {
  KNOWN_PICTURES,
  MAX_TRIALS,
  SEARCH_TOLERANCE_POINTS,
  LEAST_QUALITY_STEP,
  LEAST_TRIAL_SHARE,
  MAX_QUALITY,
  MAX_QUALITY_FOR_TARGET,
  MIN_QUALITY,
  MIN_QUALITY_FOR_TARGET,
  MOST_DEFLATED_RATIO,
  MOST_QUALITY_STEP,
  MOST_UNLIKE_RATIO,
  START_QUALITY,
  SURE_POINTS_PER_STEP,
  WHOLE_ROUNDS,
} from './tuning.ts';

export interface FoundJpeg {
  readonly jpeg: Uint8Array;
  readonly quality: number;
  /** On the SSIMULACRA2 scale, as it is viewed. */
  readonly score: number;
}

export interface JpegRequest {
  /** Lowest score of the result, SSIMULACRA2 scale. */
  readonly floor: number;
  readonly isDrawn: boolean;
  /** The source has halved its chroma: storing it in full brings nothing. */
  readonly hasHalvedChroma: boolean;
  /** Effective resolution of the raster; undefined measures its pixels as they are. */
  readonly dpi: number | undefined;
  /** A target size was asked for: lower qualities are tried, and the floor is met more closely. */
  readonly isForTarget: boolean;
  /** Longer results are dropped; the search ends when it can only lead to one. */
  readonly maxBytes: number;
}

/**
 * Finds JPEG qualities that keep pictures above a floor. Pictures of one document are alike, so each search
 * starts where the last ones ended, and after a few of them a coarser search is enough.
 */
export class JpegQualitySearch {
  private readonly context: EngineContext;
  private readonly found = new Map<string, number[]>();

  constructor(context: EngineContext) {
    this.context = context;
  }

  /** @returns null when even the highest quality allowed misses the floor, or the result would be too long */
  async encode(raster: Raster, request: JpegRequest): Promise<FoundJpeg | null> {
    const probe = await ViewedProbe.of(raster, request.dpi, this.context.codecs.image);
    const likely = chromaOf(raster, request);
    const found = await this.encodeIn(likely, raster, probe, request);
    if (found !== null || likely === '4:4:4' || !mayHaveFullChroma(raster, request)) return found || null;
    // Some colours miss a high floor at any quality where chroma is halved.
    return (await this.encodeIn('4:4:4', raster, probe, request)) || null;
  }

  /** @returns null when even the highest quality misses the floor, false where the result would be too long */
  private async encodeIn(
    chroma: Chroma,
    raster: Raster,
    probe: ViewedProbe,
    request: JpegRequest,
  ): Promise<FoundJpeg | null | false> {
    const { context } = this;
    const key = `${raster.space} ${request.isDrawn} ${Math.round(request.floor)}`;
    const known = this.found.get(key) ?? [];
    const trials = new QualityTrials(context, probe, chroma);
    const raised = viewedFloor(request.floor, probe.view);
    const maxBytes = maxTrialBytes(raster, probe, request);
    let isTooLong = false;
    const found = await searchQuality({
      floor: raised,
      ...searchRange(context, request, known),
      attempt: (quality) => trials.attempt(quality),
      shouldStop: ({ bytes, score }) => {
        const leastBytes = bytes.length * (score < raised ? 1 : LEAST_TRIAL_SHARE);
        return (isTooLong = leastBytes > maxBytes);
      },
    });
    if (isTooLong) return false;
    const best = found ?? (await trials.oneMore({ raised, floor: request.floor, max: maxQuality(request) }));
    if (!best) return null;
    this.found.set(key, [...known, best.quality]);
    return this.wholePicture(raster, probe, { ...best, chroma }, request);
  }

  /**
   * The whole picture at the quality that its probe needs; with full chroma and at more quality where its colours or its worst
   * tile miss the floor.
   * @returns null where that is not enough
   */
  private async wholePicture(
    raster: Raster,
    probe: ViewedProbe,
    trial: Trial & { readonly chroma: Chroma },
    request: JpegRequest,
  ): Promise<FoundJpeg | null> {
    const { image } = this.context.codecs;
    const max = maxQuality(request);
    const mayBeFull = mayHaveFullChroma(raster, request);
    let { quality, chroma } = trial;
    let jpeg = probe.isWhole ? trial.bytes : await image.encodeJpeg(raster, { quality, chroma });
    for (let round = 0; ; round++) {
      const { score } = await probe.judgeWhole(jpeg, request.floor);
      if (score >= request.floor) {
        return { jpeg, quality, score: Math.min(trial.score, viewedFloor(score, probe.view)) };
      }
      if (score === -Infinity || quality >= max || round === WHOLE_ROUNDS) return null;
      if (mayBeFull && chroma === '4:2:0') chroma = '4:4:4';
      else quality = Math.min(max, quality + raiseBy(score, request.floor));
      jpeg = await image.encodeJpeg(raster, { quality, chroma });
    }
  }
}

function raiseBy(score: number, floor: number): number {
  return clamp(Math.ceil((floor - score) / slopeAt(score)), LEAST_QUALITY_STEP, MOST_QUALITY_STEP);
}

/** Encodes a probe at one quality after another. */
class QualityTrials {
  private readonly context: EngineContext;
  private readonly probe: ViewedProbe;
  private readonly chroma: Chroma;
  private finest: Trial | null = null;

  constructor(context: EngineContext, probe: ViewedProbe, chroma: Chroma) {
    this.context = context;
    this.probe = probe;
    this.chroma = chroma;
  }

  async attempt(quality: number): Promise<Trial> {
    this.context.signal.throwIfAborted();
    const { image } = this.context.codecs;
    // Where the whole picture is tried, one of two or three trials is the result.
    const effort = this.probe.isWhole ? 'full' : 'trial';
    const bytes = await image.encodeJpeg(this.probe.raster, { quality, chroma: this.chroma, effort });
    const trial = { quality, bytes, score: await this.probe.score(bytes) };
    if (!this.finest || quality > this.finest.quality) this.finest = trial;
    return trial;
  }

  /**
   * After a search that ended below the floor: one step that is surely large enough. Where the raised floor cannot be
   * reached at all, the preset's own is still good.
   */
  async oneMore({
    raised,
    floor,
    max,
  }: {
    raised: number;
    floor: number;
    max: number;
  }): Promise<Trial | null> {
    const last = this.finest;
    if (!last) return null;
    const steps = LEAST_QUALITY_STEP + Math.ceil((raised - last.score) / SURE_POINTS_PER_STEP);
    const trial = last.quality < max ? await this.attempt(Math.min(max, last.quality + steps)) : last;
    const isEnough = trial.score >= (trial.quality === max ? floor : raised);
    return isEnough ? trial : null;
  }
}

type Chroma = '4:4:4' | '4:2:0';

function mayHaveFullChroma({ space }: Raster, { hasHalvedChroma }: JpegRequest): boolean {
  return space === 'rgb' && !hasHalvedChroma;
}

/** Of inks, halving would take three of the four, black among them. */
function chromaOf({ space }: Raster, { isDrawn, hasHalvedChroma }: JpegRequest): Chroma {
  return space === 'cmyk' || (isDrawn && !hasHalvedChroma && space === 'rgb') ? '4:4:4' : '4:2:0';
}

function maxQuality({ isForTarget }: Pick<JpegRequest, 'isForTarget'>): number {
  return isForTarget ? MAX_QUALITY_FOR_TARGET : MAX_QUALITY;
}

type SearchRange = Pick<QualitySearch, 'min' | 'max' | 'start'> & { tolerance: number; maxTrials: number };

/** @param known qualities found for pictures like this one */
function searchRange(
  { budget }: EngineContext,
  { isForTarget }: JpegRequest,
  known: readonly number[],
): SearchRange {
  const range = {
    min: isForTarget ? MIN_QUALITY_FOR_TARGET : MIN_QUALITY,
    max: maxQuality({ isForTarget }),
    start: known.length > 0 ? median(known) : START_QUALITY,
  };
  // Once the budget is spent the first quality that is good enough is taken.
  if (budget.isSpent) return { ...range, tolerance: Infinity, maxTrials: 1 };
  if (isForTarget)
    return { ...range, tolerance: SEARCH_TOLERANCE_POINTS.first, maxTrials: MAX_TRIALS.forTarget };
  return {
    ...range,
    tolerance: known.length > 0 ? SEARCH_TOLERANCE_POINTS.known : SEARCH_TOLERANCE_POINTS.first,
    maxTrials: known.length >= KNOWN_PICTURES ? MAX_TRIALS.known : MAX_TRIALS.first,
  };
}

/** The length past which a trial can only lead to a result that is too long. */
function maxTrialBytes(raster: Raster, probe: ViewedProbe, { maxBytes, isDrawn }: JpegRequest): number {
  const wholes = (raster.width * raster.height) / (probe.raster.width * probe.raster.height);
  return (maxBytes / wholes) * (isDrawn ? MOST_DEFLATED_RATIO : 1) * (probe.isWhole ? 1 : MOST_UNLIKE_RATIO);
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]!;
}
