import type { WebpOptions } from '../../codecs/ports/image-codec.ts';
import type { EngineContext } from '../../context.ts';
import { hasAlpha, type Raster } from '../../base/raster.ts';
import { skip } from '../../api/report/findings.ts';
import { COARSEST_STEP, roundSamples } from '../../base/round-samples.ts';
import {
  encodeWebpToFloor,
  webpSettings,
  type WebpFloorRequest,
} from '../../search/still/encode-webp-to-floor.ts';
import type { Encoded, Setting } from '../../search/still/floor-request.ts';
import { prepareEncoding } from '../../search/still/prepare-encoding.ts';
import type { LossyEncoder, StepResult } from '../../search/still/still-encoder.ts';
import { isTooLargeToPack } from './packing-memory.ts';
import { withWebpMetadata } from '../../containers/riff.ts';
import { finishWebp, type WebpSource } from './webp-source.ts';
import { LARGE_PIXELS } from '../../search/tuning.ts';
import { WORK_MS } from '../../budget/work-costs.ts';
import { DEBLOCKING_SHARE, FULL_EFFORT, LOSSY_SHARE, THOROUGH_PIXELS, USUAL_EFFORT } from './tuning.ts';

/** Quality up to which a target size may be filled. */
export const HIGHEST_QUALITY = 100;

/**
 * Prepares the encoding of a still WebP with loss.
 * @returns no result for transparency that is too large to pack
 */
export async function prepareWebpLossy(
  source: WebpSource,
  stored: Raster,
  context: EngineContext,
): Promise<StepResult<LossyEncoder>> {
  if (hasAlpha(stored) && isTooLargeToPack(stored, source.bytes.length))
    return { result: null, skips: [skip('large-transparency')] };
  const { plan } = source;
  const { raster, request } = await prepareEncoding(
    { ...source, raster: stored },
    (bare) => withWebpMetadata(bare, { icc: plan.icc, exif: null, marker: null }),
    context,
  );
  const options = { ...effortFor(raster, context), codec: context.codecs.image };
  const lossy: LossyEncoder = {
    raster,
    request,
    settings: webpSettings({ ...options, maxQuality: HIGHEST_QUALITY }),
    beyond: roundedSetting(context),
    encodeToFloor: (floor, limits) =>
      encodeToFloor(raster, source, { ...request, ...options, ...limits, floor }, context),
    finish: (bare, floor) => finishWebp(bare, source, plan.icc, floor),
  };
  return { result: lossy, skips: [] };
}

/** Samples rounded and packed without loss: between the highest quality and no loss at all there is nothing else. */
function roundedSetting({ codecs: { image } }: EngineContext): Setting {
  return {
    name: 'rounded',
    start: 1,
    max: HIGHEST_QUALITY,
    encode: (raster, quality) => {
      const step = COARSEST_STEP ** (1 - quality / HIGHEST_QUALITY);
      return image.encodeWebp(roundSamples(raster, step), {
        quality: 100,
        lossless: true,
        effort: USUAL_EFFORT,
      });
    },
  };
}

type FullRequest = WebpFloorRequest & Pick<Required<WebpFloorRequest>, 'decodeForDisplay'>;

async function encodeToFloor(
  raster: Raster,
  { isLossless, bytes }: WebpSource,
  request: FullRequest,
  { target }: EngineContext,
): Promise<StepResult<Encoded>> {
  // Without a target size, a lossy source that cannot be made notably smaller is left alone as soon as that shows.
  const maxBytes = Math.min((isLossless ? 1 : LOSSY_SHARE) * bytes.length, request.maxBytes ?? Infinity);
  const limits = target ? {} : { maxBytes, encodeQuickly: quickly(raster, request) };
  const result = await encodeWebpToFloor(raster, { ...request, ...limits, ...resultEffort(raster, request) });
  return { result, skips: result || isLossless ? [] : [skip('generation-loss')] };
}

/** The least effort of all, and none with alpha, which is packed without loss all the same. */
function quickly(raster: Raster, { codec }: FullRequest): WebpFloorRequest['encodeQuickly'] {
  if (hasAlpha(raster) || raster.width * raster.height > LARGE_PIXELS) return undefined;
  return (picture) => codec.encodeWebp(picture, { quality: 50, effort: 0 });
}

/** Full effort takes twice as long, saves 1 to 4 % and scores a little better: spent only around what was found. */
function resultEffort(
  raster: Raster,
  { effort, budget }: FullRequest,
): Pick<WebpFloorRequest, 'resultEffort'> {
  if (hasAlpha(raster) || raster.width * raster.height > LARGE_PIXELS) return {};
  return { resultEffort: () => (budget.isSpent ? effort! : FULL_EFFORT) };
}

type Variant = Omit<WebpOptions, 'quality' | 'effort'>;

/**
 * Sharp chroma pays on coloured edges, the photo preset on some screens (5 %). Measured deblocking costs no bytes and
 * three times the time; where block edges show (flat or noisy areas at low quality) it saves up to 30 %.
 */
const OPAQUE_VARIANTS: readonly Variant[] = [
  {},
  { smartSubsample: true },
  { preset: 'photo' },
  { smartDeblock: true },
];

/**
 * Of a large picture trials take a mosaic, and cost little beside the whole: at equal score the presets for photographs and drawings
 * take 5 % less in the geometric mean of seven pictures of 6 to 24 MP, 18 % in one.
 */
const LARGE_OPAQUE_VARIANTS: readonly Variant[] = [{}, { preset: 'photo' }, { preset: 'drawing' }];

/** Coarser alpha halves pictures whose alpha is as detailed as their colours; the floor tells where it shows. */
const TRANSPARENT_VARIANTS: readonly Variant[] = [
  {},
  { alphaQuality: 75 },
  { alphaQuality: 60 },
  { alphaQuality: 40 },
  { smartSubsample: true },
];

/** More than the plain variant is for pictures where it takes less than a second or two, or is tried on a mosaic. */
function effortFor(
  raster: Raster,
  { budget }: EngineContext,
): Pick<Required<WebpFloorRequest>, 'effort' | 'isThorough' | 'variants'> {
  const pixels = raster.width * raster.height;
  const isLarge = pixels > LARGE_PIXELS;
  const opaque = isLarge ? LARGE_OPAQUE_VARIANTS : OPAQUE_VARIANTS;
  const all = hasAlpha(raster) ? TRANSPARENT_VARIANTS : opaque;
  const isWorthDeblocking = budget.allows(((pixels / 1e6) * WORK_MS.deblockForecastPerMp) / DEBLOCKING_SHARE);
  const variants = isWorthDeblocking ? all : all.filter(({ smartDeblock }) => !smartDeblock);
  return {
    effort: USUAL_EFFORT,
    isThorough: pixels < THOROUGH_PIXELS,
    variants: budget.isSpent || (isLarge && hasAlpha(raster)) ? variants.slice(0, 1) : variants,
  };
}
