import { withWebpMetadata } from '../../containers/riff.ts';
import type { PictureEncoder } from '../../picture-options.ts';
import { compressWebp } from './compress-webp.ts';

/** Writes a picture as a WebP: the quickest one without loss, compressed. */
export const encodeWebp: PictureEncoder = async ({ raster, icc, exif }, context) => {
  const bare = await context.codecs.image.encodeWebp(raster, { quality: 100, lossless: true, effort: 0 });
  return compressWebp(withWebpMetadata(bare, { icc, exif, marker: null }), context);
};
