import { deriveContext, type EngineContext, type KindCompressor, type PresetOutcome } from '../../context.ts';
import { PRESET_INFO, PRESETS, scoreFloorOf, type Preset } from '../../api/presets.ts';
import { hint, outcome } from '../../api/report/findings.ts';
import type { Outcome, TargetOutcome } from '../../api/report/report.ts';
import { MOST_SCORE } from '../../quality/thresholds.ts';
import { WORTH_LOSS_SHARE } from './tuning.ts';

/** Work on one file for a size. */
export interface TargetRequest {
  readonly targetBytes: number;
  /** Its results are candidates that may be returned. */
  readonly compressor: KindCompressor;
  /** With the budget that the file has without a target. */
  readonly context: EngineContext;
  /** Another one like it, for each further preset. */
  readonly presetContext: () => EngineContext;
  /** Called where presets are not enough: with a budget of its own. */
  readonly furtherContext: () => EngineContext;
}

/**
 * Compresses a file of any kind for a target size. Where the result of the preset fits, it is returned. Else the presets below it are
 * tried until one fits, and a search looks for a better result in the room that is left. Where no result fits, the smallest one
 * that is worth its loss is returned. `lossless` loses nothing for a target either.
 */
export async function keepTarget(source: Uint8Array, request: TargetRequest): Promise<Outcome> {
  const { targetBytes, context, compressor } = request;
  const run = (own: EngineContext): Promise<Outcome> => compressor(source, own);
  const { tooLarge, fitting } = await tryPresets(request, run);
  const nearest = tooLarge.at(-1);
  // What is as the preset asked for makes it, or without loss, cannot look better.
  if (!nearest || fitting?.score === null) return ended(fitting!, request);
  if (context.preset === 'lossless') return ended(nearest, request);
  const packed = tooLarge.find(({ score, bytes }) => score === null && bytes !== source)?.bytes;
  const further = withProgress(request.furtherContext(), 0.5, 1);
  const target = { bytes: targetBytes, tooLarge: nearest, fitting, packed };
  const searched = await run(deriveContext(further, { target }));
  if (fitting) return ended(betterOf(searched, fitting, targetBytes), request);
  const isMet = searched.bytes.length <= targetBytes;
  return ended(isMet ? searched : smallestWorthwhile([...tooLarge, searched]), request);
}

/** What the preset asked for makes, and those below it until one fits; none of them beside `lossless`. */
async function tryPresets(
  { targetBytes, context, presetContext }: TargetRequest,
  run: (context: EngineContext) => Promise<Outcome>,
): Promise<{ tooLarge: readonly PresetOutcome[]; fitting?: PresetOutcome }> {
  const tooLarge: PresetOutcome[] = [];
  const further = presetsBelow(context).map(
    (preset) => () => deriveContext(presetContext(), { preset, score: undefined, onProgress: () => {} }),
  );
  for (const contextOf of [() => withProgress(context, 0, 0.5), ...further]) {
    const own = contextOf();
    const made = { ...(await run(own)), floor: scoreFloorOf(own) };
    if (made.bytes.length <= targetBytes) return { tooLarge, fitting: made };
    tooLarge.push(made);
  }
  return { tooLarge };
}

/** Those that lose more than what is asked for, gentlest first; none beside `lossless`. */
function presetsBelow(context: EngineContext): readonly Preset[] {
  if (context.preset === 'lossless') return [];
  const floor = scoreFloorOf(context);
  return PRESETS.filter((preset) => PRESET_INFO[preset].scoreFloor < floor).toReversed();
}

/** How a target ended. @param size of the result, the smallest acceptable one where it is larger than the target */
export function targetOutcome(targetBytes: number, size: number): TargetOutcome {
  const met = size <= targetBytes;
  return met ? { bytes: targetBytes, met } : { bytes: targetBytes, met, smallestBytes: size };
}

function ended(found: Outcome, { targetBytes, context }: TargetRequest): Outcome {
  const usual = Math.min(PRESET_INFO.small.scoreFloor, scoreFloorOf(context));
  const tookMuchQuality = found.score !== null && found.score < usual;
  return outcome(found.bytes, found, {
    target: targetOutcome(targetBytes, found.bytes.length),
    hints: tookMuchQuality ? [hint('quality-for-target')] : [],
  });
}

/** What a search found, where it fits and looks as good as what a preset makes. */
function betterOf(searched: Outcome, preset: Outcome, targetBytes: number): Outcome {
  const isFitting = searched.bytes.length <= targetBytes;
  return isFitting && scoreOf(searched) >= scoreOf(preset) ? searched : preset;
}

/** The best of those that are hardly larger than the smallest: less is not worth a further loss. */
function smallestWorthwhile(found: readonly Outcome[]): Outcome {
  const least = Math.min(...found.map(({ bytes }) => bytes.length));
  const near = found.filter(({ bytes }) => bytes.length * (1 - WORTH_LOSS_SHARE) <= least);
  return near.reduce((best, other) => (scoreOf(other) > scoreOf(best) ? other : best));
}

/** The score by which results are compared: without loss it is the highest. */
export function scoreOf({ score }: Pick<Outcome, 'score'>): number {
  return score ?? MOST_SCORE;
}

function withProgress(context: EngineContext, from: number, to: number): EngineContext {
  const onProgress = (ratio: number): void => context.onProgress(from + (to - from) * ratio);
  return deriveContext(context, { onProgress });
}
