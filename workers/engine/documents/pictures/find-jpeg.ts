import type { ImageCodec } from '../../codecs/ports/image-codec.ts';
import type { EngineContext } from '../../context.ts';
import type { Raster } from '../../base/raster.ts';
import { storedScore, viewedFloor } from '../../quality/viewed-floor.ts';
import { areaForecaster } from '../../search/quality/area-forecast.ts';
import { searchToFloor, type FloorSubject, type SearchLimits } from '../../search/quality/search-to-floor.ts';
import { smallestAtFloor, trialOf } from '../../search/quality/trial.ts';
import { jpegSettings } from '../../search/still/encode-jpeg-to-floor.ts';
import type { Setting } from '../../search/still/floor-request.ts';
import { LEAST_JPEG_QUALITY } from '../../search/target/tuning.ts';
import { TOLERANCE_POINTS } from '../../search/tuning.ts';
import { ViewedProbe } from './viewed-probe.ts';
import {
  DRAWN_BONUS_POINTS,
  MAX_JPEG_FLOOR_POINTS,
  MAX_QUALITY,
  MIN_QUALITY,
  MOST_UNLIKE_RATIO,
  START_QUALITY,
} from './tuning.ts';

export interface FoundJpeg {
  readonly jpeg: Uint8Array;
  readonly quality: number;
  /** Visual score, as it is viewed. */
  readonly score: number;
}

export interface JpegRequest {
  /** Lowest visual score of the result; of a drawing a little more. */
  readonly floor: number;
  readonly isDrawn: boolean;
  /** The source has halved its chroma: storing it in full brings nothing. */
  readonly hasHalvedChroma: boolean;
  /** Effective resolution of the raster; undefined measures its pixels as they are. */
  readonly dpi: number | undefined;
  /** A target size was asked for: lower qualities are tried. */
  readonly isForTarget: boolean;
  /** Longer results are dropped; the search ends when it can only lead to one. */
  readonly maxBytes: number;
  /** What stores the JPEG of a drawing deflates it, so that any may be short enough. */
  readonly isDeflated: boolean;
  /** Quality to begin with, such as one found for the same picture at another floor [40]. */
  readonly start?: number | undefined;
}

/**
 * The shortest JPEG of a raster that looks good enough as it is viewed.
 * @returns null when even the highest quality allowed misses the floor, or the result would be too long
 */
export async function findJpeg(
  raster: Raster,
  request: JpegRequest,
  { codecs: { image }, budget, signal }: EngineContext,
): Promise<FoundJpeg | null> {
  const bonus = request.isDrawn ? DRAWN_BONUS_POINTS : 0;
  const floor = Math.min(MAX_JPEG_FLOOR_POINTS, request.floor + bonus);
  const probe = await ViewedProbe.of(raster, request.dpi, image);
  const mayShrink = request.isDrawn && request.isDeflated;
  // A probe foretells the whole badly.
  const isSure = probe.isWhole && !mayShrink;
  const limits: SearchLimits = {
    trials: {
      floor: viewedFloor(floor, probe.view),
      tolerance: TOLERANCE_POINTS.results,
      minQuality: request.isForTarget ? LEAST_JPEG_QUALITY : MIN_QUALITY,
      tooLongBytes: request.maxBytes * probe.share * (isSure ? 1 : MOST_UNLIKE_RATIO),
      enoughBytes: 0,
    },
    budget,
    results: {
      floor,
      tolerance: TOLERANCE_POINTS.results,
      maxBytes: mayShrink ? Infinity : request.maxBytes,
    },
  };
  const found = await searchToFloor(
    settingsFor(raster, request, image),
    limits,
    subjectOf(raster, probe, { floor, image, signal }),
  );
  if (!found?.result) return null;
  const { bytes, quality, score } = found.result;
  return { jpeg: bytes, quality, score: viewedFloor(score, probe.view) };
}

interface JpegSubject {
  readonly floor: number;
  readonly image: ImageCodec;
  readonly signal: AbortSignal;
}

/** Trials are made of a probe. Results answer for what that misses: the colours of areas, hues and the worst tile. */
function subjectOf(
  raster: Raster,
  probe: ViewedProbe,
  { floor, image, signal }: JpegSubject,
): FloorSubject<Setting> {
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
    forecastAreas: areaForecaster(raster, { decodeForDisplay: (bytes) => image.decode(bytes) }),
  };
}

/** The chroma that a picture likely needs; full chroma beside it where that may mend what the other loses. */
function settingsFor(
  { space }: Raster,
  { isDrawn, hasHalvedChroma, start = START_QUALITY }: JpegRequest,
  codec: ImageCodec,
): Setting[] {
  // Of inks, halving would take three of the four, black among them.
  const isFull = space === 'cmyk' || (isDrawn && !hasHalvedChroma && space === 'rgb');
  const mayBeFull = space === 'rgb' && !hasHalvedChroma;
  const settings = jpegSettings({
    codec,
    chroma: isFull ? ['4:4:4'] : mayBeFull ? ['4:2:0', '4:4:4'] : ['4:2:0'],
    maxQuality: MAX_QUALITY,
    tables: ['klein'],
  });
  return settings.map((setting, index) => ({
    ...setting,
    start,
    isTried: index === 0,
  }));
}
