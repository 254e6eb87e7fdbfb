import type { ColourPlan } from '../../metadata/colour-plan.ts';
import type { EngineContext } from '../../context.ts';
import { EngineError } from '../../api/errors.ts';
import { scoreFloorOf } from '../../api/presets.ts';
import { outcome } from '../../api/report/findings.ts';
import { generationMarker } from '../../metadata/generation-marker.ts';
import type { PictureEncoder, ShownPicture } from '../../picture-options.ts';
import { compressStill } from '../../search/still/compress-still.ts';
import { encodeJpegToFloor, jpegSettings } from '../../search/still/encode-jpeg-to-floor.ts';
import { prepareEncoding } from '../../search/still/prepare-encoding.ts';
import { NO_RESULT, type LossyEncoder, type StillEncoder } from '../../search/still/still-encoder.ts';
import { MOST_JPEG_QUALITY } from '../../search/target/tuning.ts';
import { withMetadata } from './rebuild.ts';
import { CHROMA_OF_NEW, FINEST_QUALITY, MOST_EXIF_BYTES } from './tuning.ts';

/** Writes a picture without alpha as a JPEG. */
export const encodeJpeg: PictureEncoder = async (picture, context, { maxBytes } = {}) => {
  const floor = scoreFloorOf(context);
  if (floor >= 100)
    throw new EngineError(
      'unsupported',
      'A JPEG of another size, or made of another format, always loses something. Choose another preset than lossless, or the format png or webp.',
    );
  const finish = finisher(picture);
  const finest = await context.codecs.image.encodeJpeg(picture.raster, {
    quality: FINEST_QUALITY,
    chroma: '4:4:4',
    effort: 'fast',
  });
  const encoder: StillEncoder = {
    source: finish(finest, floor),
    lossyShare: 1,
    markedFloor: null,
    prepareLossy: async () => ({ result: await prepare(picture, finish, context, maxBytes), skips: [] }),
    packLosslessly: () => Promise.resolve(NO_RESULT),
  };
  const { bytes, findings } = await compressStill(encoder, floor, context);
  return outcome(bytes, findings);
};

async function prepare(
  picture: ShownPicture,
  finish: LossyEncoder['finish'],
  context: EngineContext,
  maxBytes: number | undefined,
): Promise<LossyEncoder> {
  const { icc } = picture;
  const plan: ColourPlan = { icc, samples: 'stored', looksAsStored: icc === null };
  // Only a profile asks for the file: the reference is made by it.
  const bytes = icc ? await picture.png() : new Uint8Array(0);
  const withProfile = (bare: Uint8Array): Uint8Array =>
    withMetadata(bare, { icc, orientation: 1, density: null, comment: null });
  const { raster, request } = await prepareEncoding(
    { bytes, raster: picture.raster, plan },
    withProfile,
    context,
  );
  const options = {
    codec: context.codecs.image,
    chroma: raster.channels < 3 ? CHROMA_OF_NEW.slice(0, 1) : CHROMA_OF_NEW,
    ...(maxBytes === undefined ? {} : { maxBytes }),
  };
  return {
    raster,
    request,
    settings: jpegSettings({ ...options, maxQuality: MOST_JPEG_QUALITY }),
    encodeToFloor: async (floor) => ({
      result: await encodeJpegToFloor(raster, { ...request, ...options, floor }),
      skips: [],
    }),
    finish,
  };
}

function finisher({ icc, exif }: ShownPicture): LossyEncoder['finish'] {
  const room = exif !== null && exif.length <= MOST_EXIF_BYTES ? exif : null;
  return (bare, floor) =>
    withMetadata(bare, { icc, orientation: 1, exif: room, density: null, comment: generationMarker(floor) });
}
