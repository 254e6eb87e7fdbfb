import { compressPicture } from '../../../formats/compress-picture.ts';
import type { NewPicture, PictureFormat } from './new-picture.ts';
import { floorFor } from './picture-quality.ts';
import { MIN_QUALITY } from '../../pictures/tuning.ts';
import type { PictureTask } from './picture-task.ts';

/**
 * A picture made smaller in its own format and size, by the engine's step for that format.
 * @returns null when it did not get smaller
 */
export async function recompressInOwnFormat(
  format: PictureFormat,
  task: PictureTask,
): Promise<NewPicture | null> {
  const { use, quality, enoughBytes } = task;
  const { bytes, score } = await compressPicture(task.bytes, task.context, {
    floor: floorFor(use, quality),
    effort: 'fast',
    enoughBytes,
    minQuality: MIN_QUALITY,
  });
  return bytes.length < task.bytes.length ? { bytes, format, score, isResized: false } : null;
}
