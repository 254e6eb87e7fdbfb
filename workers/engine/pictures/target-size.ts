import type { EngineContext } from '../context.ts';
import { PRESET_INFO } from '../presets.ts';
import type { Encoded } from '../search/encode-to-floor.ts';

/** Lowest score at which a picture is still worth having: below it a target is refused. */
export const ACCEPTABLE_SCORE = PRESET_INFO.small.scoreFloor;

/**
 * Decides between what fits the target and what is the smallest acceptable, and says so in the report.
 * @param fitting    the best encode that fits, or null
 * @param acceptable makes the smallest encode of acceptable look, or null when there is none
 * @param finish     adds what the encoder left out (metadata), giving the file's bytes
 */
export async function chooseForTarget(
  context: EngineContext,
  fitting: Encoded | null,
  acceptable: () => Promise<Encoded | null>,
  finish: (bytes: Uint8Array) => Uint8Array,
): Promise<{ bytes: Uint8Array; score: number } | null> {
  const target = context.targetBytes ?? 0;
  if (fitting && fitting.score >= ACCEPTABLE_SCORE) {
    context.report.targeted({ bytes: target, met: true });
    return { bytes: finish(fitting.bytes), score: fitting.score };
  }
  const smallest = await acceptable();
  const bytes = smallest && finish(smallest.bytes);
  if (bytes && bytes.length <= target) context.report.targeted({ bytes: target, met: true });
  else
    context.report.targeted({ bytes: target, met: false, ...(bytes ? { smallestBytes: bytes.length } : {}) });
  return smallest && bytes ? { bytes, score: smallest.score } : null;
}
