import type { ChromaSubsampling, ImageCodec } from '../../codecs/ports/image-codec.ts';
import type { EngineContext } from '../../context.ts';
import type { Raster } from '../../base/raster.ts';
import { nextFloor } from '../../api/presets.ts';
import { MOST_SCORE } from '../../quality/thresholds.ts';
import { viewedFloor } from '../../quality/viewed-floor.ts';
import { jpegSettings } from '../../search/still/encode-jpeg-to-floor.ts';
import type { Setting } from '../../search/still/floor-request.ts';
import { LEAST_JPEG_QUALITY } from '../../search/target/tuning.ts';
import { JpegSearch, type FoundJpeg, type JpegLimits } from './jpeg-search.ts';
import { ViewedProbe } from './viewed-probe.ts';
import {
  DRAWN_BONUS_POINTS,
  MAX_JPEG_FLOOR_POINTS,
  MAX_QUALITY,
  MIN_QUALITY,
  MOST_UNLIKE_RATIO,
  START_QUALITY,
} from './tuning.ts';

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
  /** Longer results are dropped; the search ends when it can only lead to one, of a drawing once it is deflated. */
  readonly maxBytes: number;
  /** Quality to begin with, such as one found for the same picture at another floor [40]. */
  readonly start?: number | undefined;
}

/**
 * The shortest JPEG of a raster that looks good enough as it is viewed. Where scores leap, that of a gentler preset's floor may be
 * shorter, or the only one.
 * @returns null when even the highest quality allowed misses the floor, or the result would be too long
 */
export async function findJpeg(
  raster: Raster,
  request: JpegRequest,
  context: EngineContext,
): Promise<FoundJpeg | null> {
  const { isForTarget, isDrawn, maxBytes } = request;
  const { image } = context.codecs;
  const probe = await ViewedProbe.of(raster, request.dpi, image);
  const search = new JpegSearch(raster, probe, settingsFor(raster, request, image), context);
  const bonus = isDrawn ? DRAWN_BONUS_POINTS : 0;
  const minQuality = isForTarget ? LEAST_JPEG_QUALITY : MIN_QUALITY;
  // A probe foretells the whole badly.
  const unlikeRatio = probe.isWhole ? 1 : MOST_UNLIKE_RATIO;
  const share = isDrawn ? await search.deflatedShare() : 1;
  const at = (floor: number, limits: Pick<JpegLimits, 'maxBytes' | 'tooLongBytes'>) =>
    search.at(Math.min(MAX_JPEG_FLOOR_POINTS, floor + bonus), { minQuality, ...limits });
  const usual = {
    maxBytes: isDrawn ? Infinity : maxBytes,
    tooLongBytes: (unlikeRatio * probe.share * maxBytes) / share,
  };
  let best = await at(request.floor, usual);
  if (isForTarget) return best;
  for (let floor = nextFloor(request.floor); floor < MOST_SCORE; floor = nextFloor(floor)) {
    const isUsual = best && !best.isUnusual && best.score < viewedFloor(floor + bonus, probe.view);
    if (isUsual) break;
    best = (await at(floor, best ? search.shorterThan(best) : usual)) ?? best;
  }
  return best;
}

function settingsFor(raster: Raster, request: JpegRequest, codec: ImageCodec): Setting[] {
  const { start = START_QUALITY } = request;
  const settings = jpegSettings({
    codec,
    chroma: chromaFor(raster, request),
    maxQuality: MAX_QUALITY,
    tables: ['klein'],
  });
  return settings.map((setting, index) => ({ ...setting, start, isTried: index === 0 }));
}

/** The chroma that a picture likely needs; full chroma beside it where that may mend what the other loses. */
function chromaFor(
  { space }: Raster,
  { isDrawn, hasHalvedChroma }: JpegRequest,
): readonly ChromaSubsampling[] {
  const mayBeFull = space === 'rgb' && !hasHalvedChroma;
  // Of inks, halving would take three of the four, black among them.
  if (space === 'cmyk' || (isDrawn && mayBeFull)) return ['4:4:4'];
  return mayBeFull ? ['4:2:0', '4:4:4'] : ['4:2:0'];
}
