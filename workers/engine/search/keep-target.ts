import { deriveContext, type EngineContext, type KindCompressor } from '../context.ts';
import { PRESET_INFO } from '../presets.ts';
import { hint, outcome } from '../report/findings.ts';
import type { Outcome, TargetOutcome } from '../report/report.ts';

/**
 * The promise for target sizes, whatever the kind: where a target can be met, the result lies within it; where it cannot,
 * the smallest acceptable result is returned with its size, and `small` makes no smaller one. `lossless` loses nothing for
 * a target either.
 */
export async function keepTarget(
  source: Uint8Array,
  targetBytes: number,
  compressor: KindCompressor,
  context: EngineContext,
): Promise<Outcome> {
  const sizeOf = ({ bytes }: Outcome): number => Math.min(bytes.length, source.length);
  const ended = (found: Outcome): Outcome =>
    outcome(found.bytes, found, {
      target: targetOutcome(targetBytes, sizeOf(found)),
      hints: tookMuchQuality(found) ? [hint('quality-for-target')] : [],
    });
  const withoutTarget = deriveContext(context, { targetBytes: undefined });
  if (context.preset === 'lossless') return ended(await compressor(source, withoutTarget));
  const fitted = await compressor(source, context);
  if (sizeOf(fitted) <= targetBytes) return ended(fitted);
  // Bytes do not fall evenly with scores: the preset can be smaller after all.
  const quietly = deriveContext(withoutTarget, { preset: 'small', onProgress: () => {} });
  const small = await compressor(source, quietly);
  return ended(sizeOf(small) < sizeOf(fitted) ? small : fitted);
}

/** How a target ended. @param size of the result, the smallest acceptable one where it is larger than the target */
export function targetOutcome(targetBytes: number, size: number): TargetOutcome {
  const met = size <= targetBytes;
  return met ? { bytes: targetBytes, met } : { bytes: targetBytes, met, smallestBytes: size };
}

function tookMuchQuality({ score }: Outcome): boolean {
  return score !== null && score < PRESET_INFO.small.scoreFloor;
}
