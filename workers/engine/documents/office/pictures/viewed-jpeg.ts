import type { ImageInfo } from '../../../codecs/ports/image-codec.ts';
import type { Raster } from '../../../base/raster.ts';
import { slimIcc } from '../../../metadata/icc.ts';
import { readJpegStructure } from '../../../containers/jpeg/segments.ts';
import { generationFloor, placementFloor } from '../../../metadata/generation-marker.ts';
import { withMetadata } from '../../../formats/jpeg/rebuild.ts';
import { findJpeg } from '../../pictures/find-jpeg.ts';
import { shownDpi } from '../drawing/picture-use.ts';
import { packedLength, type NewPicture } from './new-picture.ts';
import { floorFor } from './picture-quality.ts';
import type { PictureTask } from './picture-task.ts';

interface ViewedJpegRequest {
  readonly isDrawn: boolean;
  /** The source has halved its chroma: storing it in full brings nothing. */
  readonly hasHalvedChroma: boolean;
  /** Longer results are dropped. */
  readonly maxBytes: number;
  /** Profile of the picture, which is kept. */
  readonly icc: ImageInfo['icc'];
}

/**
 * The shortest JPEG of a raster that looks good enough where the task shows it.
 * @returns null where no quality does, or the JPEG is too long
 */
export async function encodeViewedJpeg(
  raster: Raster,
  task: PictureTask,
  { isDrawn, hasHalvedChroma, maxBytes, icc }: ViewedJpegRequest,
): Promise<NewPicture | null> {
  const { use, quality, context } = task;
  const request = {
    floor: floorOf(task),
    isDrawn,
    hasHalvedChroma,
    dpi: shownDpi(use, raster),
    isForTarget: quality.isForTarget,
    maxBytes,
  };
  const found = await findJpeg(raster, request, context);
  if (!found) return null;
  // Tiles are drawn by it.
  const density = use.isTiled ? readJpegStructure(task.bytes).density : null;
  const profile = icc && slimIcc(icc);
  const bytes = withMetadata(found.jpeg, { icc: profile, orientation: 1, density, comment: null });
  const { score, isUnusual } = found;
  const length = await packedLength(bytes, context.codecs.deflate);
  return length < maxBytes ? { bytes, format: 'jpeg', score, isResized: false, isUnusual } : null;
}

/** That of the picture's use; higher for one that an earlier pass has made smaller. */
function floorOf({ bytes, use, quality }: PictureTask): number {
  const floor = floorFor(use, quality);
  return quality.keepsMarked ? generationFloor(placementFloor(bytes), floor) : floor;
}
