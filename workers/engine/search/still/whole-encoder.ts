import { StillJudge } from '../../quality/judge.ts';
import { hasAlpha, type Raster } from '../../base/raster.ts';
import type { Encoded, FloorRequest, Setting } from './floor-request.ts';
import { LARGE_PIXELS } from '../tuning.ts';

/** One encode of a setting at a quality, measured. Throws the signal's reason when cancelled. */
export type EncodeAt = (setting: Setting, quality: number) => Promise<Encoded>;

/** How to encode a whole picture and judge the result; the score is -Infinity where a part of it is lost. */
export function wholeEncoder(raster: Raster, request: Omit<FloorRequest, 'budget'>): EncodeAt {
  const { floor, reference = raster, showInBands, decodeForDisplay, signal } = request;
  const isLarge = reference.width * reference.height > LARGE_PIXELS;
  const judge = new StillJudge(reference, { floor, as: 'blocks', sparesMemory: isLarge });
  const inBands = isLarge && !hasAlpha(raster) && !hasAlpha(reference) ? showInBands : undefined;
  return async (setting, quality) => {
    signal.throwIfAborted();
    const bytes = await setting.encode(raster, quality);
    const { score, cause } = inBands
      ? await judge.judgeInBands((take) => inBands(bytes, take))
      : judge.judge(await decodeForDisplay(bytes), { isLast: true });
    return { bytes, quality, score, cause, setting: setting.name };
  };
}
