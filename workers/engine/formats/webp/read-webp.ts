import { canvasSize, withTrueAlpha } from '../../containers/riff.ts';
import { keptForNewFile, lostDescriptions } from '../../metadata/kept-exif.ts';
import type { PictureReader } from '../../picture-options.ts';
import { readWebpSource, storedDescriptions } from './webp-source.ts';

/** What a WebP says of its picture. */
export const readWebp: PictureReader = async (bytes, { keep }) => {
  const { chunks, orientation, icc } = await readWebpSource(bytes, false, keep);
  const { exif: stored, xmp } = storedDescriptions(chunks);
  const exif = keptForNewFile({ exif: stored, xmp }, keep);
  return {
    ...canvasSize(chunks),
    bytes: withTrueAlpha(bytes, chunks),
    orientation,
    icc,
    exif,
    frameCount: chunks.filter(({ type }) => type === 'ANMF').length,
    obstacle: null,
    losses: await lostDescriptions((stored?.length ?? 0) + (xmp?.length ?? 0), exif, [xmp]),
  };
};
