import { StillJudge } from '../../quality/judge.ts';
import type { Sampling } from '../../quality/metrics/ssimulacra2/sample-tiles.ts';
import { hasAlpha, type Raster } from '../../base/raster.ts';
import type { Result } from '../quality/next-result.ts';
import type { Choice, Trial } from '../quality/trial.ts';
import type { FloorRequest, Setting } from './floor-request.ts';
import { LARGE_PIXELS } from '../tuning.ts';

/**
 * Encodes a whole picture and judges it; the score is -Infinity where a part of it is lost. Throws the signal's reason when cancelled.
 * @param known a trial of the whole with the samples of the result: its score is not measured again
 */
export type EncodeWhole = (
  choice: Choice<Setting>,
  known?: Trial<Setting>,
) => Promise<Pick<Result<Setting>, 'bytes' | 'score' | 'cause'>>;

/** How to encode a whole picture and judge the result. @param sampling where structure and bands are measured [as of all pictures] */
export function wholeEncoder(
  raster: Raster,
  request: Omit<FloorRequest, 'budget'>,
  sampling?: Sampling,
): EncodeWhole {
  const { floor, reference = raster, showInBands, decodeForDisplay, signal } = request;
  const isLarge = reference.width * reference.height > LARGE_PIXELS;
  const inBands = isLarge && !hasAlpha(raster) && !hasAlpha(reference) ? showInBands : undefined;
  let judge: StillJudge | undefined;
  return async ({ setting, quality }, known) => {
    signal.throwIfAborted();
    const isFinal = known !== undefined && !setting.encodeTrial;
    const bytes = isFinal ? known.bytes : await setting.encode(raster, quality);
    judge ??= new StillJudge(reference, { floor, as: 'blocks', sampling, sparesMemory: isLarge });
    const { score, cause } = inBands
      ? await judge.judgeInBands((take) => inBands(bytes, take))
      : judge.judge(await decodeForDisplay(bytes), { known: known?.score, isLast: true });
    return { bytes, score, cause };
  };
}
