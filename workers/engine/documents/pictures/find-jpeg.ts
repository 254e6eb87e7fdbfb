import type { ImageCodec } from '../../codecs/ports/image-codec.ts';
import type { EngineContext } from '../../context.ts';
import type { Raster } from '../../base/raster.ts';
import { storedScore, viewedFloor } from '../../quality/viewed-floor.ts';
import { areaForecaster } from '../../search/quality/area-forecast.ts';
import { searchToFloor, type FloorSubject, type SearchLimits } from '../../search/quality/search-to-floor.ts';
import { smallestAtFloor, trialOf } from '../../search/quality/trial.ts';
import { jpegSettings } from '../../search/still/encode-jpeg-to-floor.ts';
import type { Setting } from '../../search/still/floor-request.ts';
import { TOLERANCE_POINTS } from '../../search/tuning.ts';
import { ViewedProbe } from './viewed-probe.ts';
import {
  MAX_QUALITY,
  MAX_QUALITY_FOR_TARGET,
  MIN_QUALITY,
  MIN_QUALITY_FOR_TARGET,
  MOST_DEFLATED_RATIO,
  MOST_UNLIKE_RATIO,
  START_QUALITY,
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
 * Finds JPEG qualities that keep pictures above a floor. Pictures of one document are alike, so that each search
 * starts where the last ones ended.
 */
export class JpegQualitySearch {
  private readonly context: EngineContext;
  private readonly found = new Map<string, number[]>();

  constructor(context: EngineContext) {
    this.context = context;
  }

  /** @returns null when even the highest quality allowed misses the floor, or the result would be too long */
  async encode(raster: Raster, request: JpegRequest): Promise<FoundJpeg | null> {
    const { codecs, budget } = this.context;
    const key = `${raster.space} ${request.isDrawn} ${Math.round(request.floor)}`;
    const known = this.found.get(key) ?? [];
    const probe = await ViewedProbe.of(raster, request.dpi, codecs.image);
    const settings = settingsFor(raster, request, { image: codecs.image, start: median(known) });
    const mostBytes = request.maxBytes * (request.isDrawn ? MOST_DEFLATED_RATIO : 1);
    const limits: SearchLimits = {
      trials: {
        floor: viewedFloor(request.floor, probe.view),
        tolerance: TOLERANCE_POINTS.results,
        minQuality: request.isForTarget ? MIN_QUALITY_FOR_TARGET : MIN_QUALITY,
        tooLongBytes: mostBytes * probe.share * (probe.isWhole ? 1 : MOST_UNLIKE_RATIO),
        enoughBytes: 0,
      },
      budget,
      results: {
        floor: request.floor,
        tolerance: TOLERANCE_POINTS.results,
        // What is drawn may be deflated to any share.
        maxBytes: Infinity,
      },
    };
    const found = await searchToFloor(settings, limits, this.subjectOf(raster, probe, request));
    if (!found?.result) return null;
    const { trial, result } = found;
    this.found.set(key, [...known, trial.quality]);
    const score = viewedFloor(result.score, probe.view);
    return { jpeg: result.bytes, quality: result.quality, score };
  }

  /** Trials are made of a probe. Results answer for what that misses: the colours of areas, hues and the worst tile. */
  private subjectOf(raster: Raster, probe: ViewedProbe, { floor }: JpegRequest): FloorSubject<Setting> {
    const { signal, codecs } = this.context;
    return {
      makeTrial: async ({ setting, quality }, isTooLong) => {
        signal.throwIfAborted();
        // Where the whole picture is tried, one of two or three trials is the result.
        const encode = (probe.isWhole ? null : setting.encodeTrial) ?? setting.encode;
        const bytes = await encode(probe.raster, quality);
        const score = isTooLong(bytes) ? -Infinity : await probe.score(bytes);
        // At the highest quality the floor that the preset names is enough.
        const isEnough = quality === setting.max && score >= floor;
        return { bytes, score: isEnough ? Math.max(score, viewedFloor(floor, probe.view)) : score };
      },
      makeResult: async (choice, trials) => {
        signal.throwIfAborted();
        const { setting, quality } = choice;
        const trial = trialOf(choice, trials);
        const bytes = probe.isWhole && trial ? trial.bytes : await setting.encode(raster, quality);
        const { score, cause } = await probe.judgeWhole(bytes, floor);
        // Of qualities that were not tried, all above the one found, it is the structure that was found.
        const found = trial ?? smallestAtFloor(viewedFloor(floor, probe.view), trials)!;
        const structure = storedScore(found.score, probe.view);
        return {
          bytes,
          ...(score < structure ? { score, cause } : { score: structure, cause: 'structure' }),
        };
      },
      leastQuality: (_, found) => found.quality,
      forecastAreas: areaForecaster(raster, { decodeForDisplay: (bytes) => codecs.image.decode(bytes) }),
    };
  }
}

/** The chroma that a picture likely needs; full chroma beside it where that may mend what the other loses. */
function settingsFor(
  { space }: Raster,
  { isDrawn, hasHalvedChroma, isForTarget }: JpegRequest,
  { image, start = START_QUALITY }: { readonly image: ImageCodec; readonly start: number | undefined },
): Setting[] {
  // Of inks, halving would take three of the four, black among them.
  const isFull = space === 'cmyk' || (isDrawn && !hasHalvedChroma && space === 'rgb');
  const mayBeFull = space === 'rgb' && !hasHalvedChroma;
  const settings = jpegSettings({
    codec: image,
    chroma: isFull ? ['4:4:4'] : mayBeFull ? ['4:2:0', '4:4:4'] : ['4:2:0'],
    maxQuality: isForTarget ? MAX_QUALITY_FOR_TARGET : MAX_QUALITY,
    tables: ['klein'],
  });
  return settings.map((setting, index) => ({ ...setting, start, isTried: index === 0 }));
}

function median(values: readonly number[]): number | undefined {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}
