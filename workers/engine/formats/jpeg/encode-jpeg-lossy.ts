import type { ChromaSubsampling } from '../../codecs/ports/image-codec.ts';
import type { EngineContext } from '../../context.ts';
import { generationMarker } from '../../metadata/generation-marker.ts';
import { skip } from '../../api/report/findings.ts';
import { encodeJpegToFloor, jpegSettings } from '../../search/still/encode-jpeg-to-floor.ts';
import { FAST_MARGIN_SHARE } from '../../search/tuning.ts';
import { prepareEncoding } from '../../search/still/prepare-encoding.ts';
import { NO_RESULT, type LossyEncoder, type StepResult } from '../../search/still/still-encoder.ts';
import type { JpegSource } from './jpeg-source.ts';
import { withMetadata } from './rebuild.ts';
import { MOST_JPEG_QUALITY } from '../../search/target/tuning.ts';

/**
 * Prepares the encoding of a JPEG with loss.
 * @returns no result for a gain map whose picture would be converted: it was made for the colours as stored; none for a
 *   broken picture either, unless a size is asked for
 */
export async function prepareJpegLossy(
  source: JpegSource,
  context: EngineContext,
): Promise<StepResult<LossyEncoder>> {
  const { structure, plan, stays, embedded } = source;
  if (stays.gainMap && plan.samples === 'srgb') return NO_RESULT;
  if (source.isBroken && context.target === undefined)
    return { result: null, skips: [skip('broken-samples')] };
  const { orientation } = structure.exif;
  const plain = { icc: plan.icc, orientation: 1, density: null, comment: null };
  const { raster, request } = await prepareEncoding(source, (bare) => withMetadata(bare, plain), context);
  const options = { ...searchLimits(source), codec: context.codecs.image, chroma: chromaChoices(source) };
  const lossy: LossyEncoder = {
    raster,
    request,
    settings: jpegSettings({ ...options, maxQuality: MOST_JPEG_QUALITY }),
    encodeToFloor: async (floor, limits) => ({
      result: await encodeJpegToFloor(raster, { ...request, ...options, ...limits, floor }),
      skips: [],
    }),
    finish: (bare, floor) =>
      withMetadata(bare, {
        icc: plan.icc,
        orientation,
        ...stays.described.written,
        comment: embedded ? null : generationMarker(floor),
        followed: stays.followed,
      }),
  };
  return { result: lossy, skips: [] };
}

function searchLimits({ limits: { effort, maxBytes, enoughBytes, minQuality } }: JpegSource) {
  return {
    ...(effort === 'fast' ? { marginShare: FAST_MARGIN_SHARE } : {}),
    ...(maxBytes === undefined ? {} : { maxBytes }),
    ...(enoughBytes === undefined ? {} : { enoughBytes }),
    ...(minQuality === undefined ? {} : { minQuality }),
  };
}

/** Full chroma only where the source has it, and then as a second choice: it wins on coloured graphics. Inks have it in any case. */
function chromaChoices({ structure }: JpegSource): readonly ChromaSubsampling[] {
  return structure.isFullChroma && structure.components === 3 ? ['4:2:0', '4:4:4'] : ['4:2:0'];
}
