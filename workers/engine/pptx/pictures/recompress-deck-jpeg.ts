import type { ImageInfo } from '../../codecs/image-codec.ts';
import { withMetadata } from '../../jpeg/rebuild.ts';
import { encodeJpegToFloor, ONE_OF_MANY_PATIENCE } from '../../search/encode-jpeg-to-floor.ts';
import { findResizedSize } from '../displayed/picture-use.ts';
import { smallestOf, type NewPicture } from './new-picture.ts';
import { floorFor } from './picture-quality.ts';
import { resizeKeepingDetail } from './resize-keeping-detail.ts';
import { inOwnFormat, type PictureTask } from './recompress-picture.ts';

/** The smaller of the JPEG as large as it is and brought down to the size it is shown at. */
export async function recompressJpeg(info: ImageInfo, task: PictureTask): Promise<NewPicture | null> {
  const resized = await resizeJpeg(info, task);
  // Much fewer pixels at half the bytes: the full size cannot win.
  if (resized && resized.bytes.length < 0.5 * task.bytes.length) return resized;
  return smallestOf([resized, await inOwnFormat('jpeg', task, resized?.bytes.length)]);
}

async function resizeJpeg(
  info: ImageInfo,
  { bytes, use, quality, context, enoughBytes }: PictureTask,
): Promise<NewPicture | null> {
  const { image } = context.codecs;
  const floor = floorFor(use, quality);
  // Office programs and LibreOffice disagree on orientation; CMYK needs its profile to be judged.
  const isPlain = info.orientation === 1 && info.space !== 'cmyk' && info.space !== 'other';
  const size = isPlain && floor < 100 ? findResizedSize(use, info, quality.ppi) : null;
  if (!size) return null;
  const { signal, deadlineMs } = context;
  const chroma = info.chromaSubsampling === '4:4:4' ? (['4:2:0', '4:4:4'] as const) : (['4:2:0'] as const);
  const kept = { icc: info.icc, orientation: 1, density: null, comment: null };
  return resizeKeepingDetail({
    raster: await image.decode(bytes),
    size,
    detail: quality.detail,
    context,
    encode: async (shown) => {
      const encoded = await encodeJpegToFloor(shown, {
        codec: image,
        floor,
        chroma,
        patience: ONE_OF_MANY_PATIENCE,
        enoughBytes,
        signal,
        deadlineMs,
      });
      if (!encoded) return null;
      const { score } = encoded;
      return { bytes: withMetadata(encoded.bytes, kept), format: 'jpeg', score, isResized: true };
    },
  });
}
