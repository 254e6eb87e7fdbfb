import { ACCEPTABLE_SCORE } from '../../../api/presets.ts';
import type { Raster } from '../../../base/raster.ts';
import { judgeStill } from '../../../quality/judge.ts';
import { VIEW_DPI } from '../../pictures/tuning.ts';
import { shownDpi, type PictureUse } from '../drawing/picture-use.ts';
import type { PictureTask } from './picture-task.ts';

/**
 * Visual score of a result where the picture is shown, whatever its size: both are reduced to the resolution that is viewed.
 * @param source the picture at its own size
 */
export async function shownScore(
  source: Raster,
  result: Raster,
  { use, context }: PictureTask,
): Promise<number> {
  const scale = viewScale(source, use);
  const [width, height] = [source.width, source.height].map((side) =>
    Math.max(1, Math.round(side * scale)),
  ) as [number, number];
  const shown = (raster: Raster): Raster | Promise<Raster> =>
    raster.width === width && raster.height === height
      ? raster
      : context.codecs.image.resize(raster, width, height);
  const reference = await shown(source);
  return judgeStill(reference, await shown(result), { floor: ACCEPTABLE_SCORE, as: 'page' }).score;
}

/** Factor from the pixels of a picture to those that are viewed, at most 1. */
export function viewScale(picture: Pick<Raster, 'width' | 'height'>, use: PictureUse): number {
  return Math.min(1, VIEW_DPI / (shownDpi(use, picture) ?? VIEW_DPI));
}
