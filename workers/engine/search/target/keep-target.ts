import { deriveContext, type EngineContext, type KindCompressor } from '../../context.ts';
import { PRESET_INFO } from '../../api/presets.ts';
import { hint, neverLarger, outcome } from '../../api/report/findings.ts';
import type { Outcome, TargetOutcome } from '../../api/report/report.ts';
import { PRESET_PROGRESS } from './tuning.ts';

/** Work on one file for a size. */
export interface TargetRequest {
  readonly targetBytes: number;
  readonly compressor: KindCompressor;
  /** With the budget that the file has without a target. */
  readonly context: EngineContext;
  /** Called where that is not enough: with a budget of its own. */
  readonly furtherContext: () => EngineContext;
}

/**
 * The promise for target sizes, whatever the kind: where the preset alone stays within the target, its result is returned as it
 * would be without one. Else the result lies within the target where that can be met; where it cannot, the smallest acceptable
 * result is returned with its size, and `small` makes no smaller one. `lossless` loses nothing for a target either.
 */
export async function keepTarget(source: Uint8Array, request: TargetRequest): Promise<Outcome> {
  const { targetBytes, compressor, context } = request;
  const ended = (found: Outcome): Outcome =>
    outcome(found.bytes, found, {
      target: targetOutcome(targetBytes, found.bytes.length),
      hints: tookMuchQuality(found) ? [hint('quality-for-target')] : [],
    });
  const run = async (own: EngineContext): Promise<Outcome> =>
    neverLarger(source, await compressor(source, own));
  const usual = await run(withProgress(context, 0, PRESET_PROGRESS));
  if (context.preset === 'lossless' || usual.bytes.length <= targetBytes) return ended(usual);
  const further = withProgress(request.furtherContext(), PRESET_PROGRESS, 1);
  const fitted = await run(deriveContext(further, { target: { bytes: targetBytes, tooLarge: usual } }));
  if (fitted.bytes.length <= targetBytes) return ended(fitted);
  // Nothing was searched: the file may lose nothing, whatever is asked for, such as a signed document.
  if (!fitted.target) return ended(usual);
  const small =
    context.preset === 'small'
      ? usual
      : // Bytes do not fall evenly with scores: the preset can be smaller after all.
        await run(deriveContext(further, { preset: 'small', onProgress: () => {} }));
  return ended([fitted, small, usual].reduce((least, other) => (isShorter(other, least) ? other : least)));
}

/** What the preset packed without loss, where that is its result: nothing needs to be packed again. */
export function packedAlready({ target }: EngineContext, source: Uint8Array): Uint8Array | null {
  const found = target?.tooLarge;
  return found && found.score === null && found.bytes !== source ? found.bytes : null;
}

/** How a target ended. @param size of the result, the smallest acceptable one where it is larger than the target */
export function targetOutcome(targetBytes: number, size: number): TargetOutcome {
  const met = size <= targetBytes;
  return met ? { bytes: targetBytes, met } : { bytes: targetBytes, met, smallestBytes: size };
}

function isShorter(a: Outcome, b: Outcome): boolean {
  return a.bytes.length < b.bytes.length;
}

function withProgress(context: EngineContext, from: number, to: number): EngineContext {
  const onProgress = (ratio: number): void => context.onProgress(from + (to - from) * ratio);
  return deriveContext(context, { onProgress });
}

function tookMuchQuality({ score }: Outcome): boolean {
  return score !== null && score < PRESET_INFO.small.scoreFloor;
}
