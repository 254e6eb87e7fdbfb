import type { EngineContext } from '../../context.ts';
import type { IndexedPicture, RenderIndexed } from '../../palette/map/indexed-picture.ts';
import { judgeStill } from '../../quality/judge.ts';
import { spreadEvenly } from '../../base/spread-evenly.ts';
import type { FrameSequence } from './frame-sequence.ts';
import type { MappedFrames } from './map-frames.ts';
import { rasterOfPixels, type Pixels } from './pixels.ts';
import { MEASURED_FRAMES } from './tuning.ts';
import { WORK_MS } from '../../budget/work-costs.ts';

/** What to compare with what. */
export interface FrameComparison {
  /** Lowest score accepted of every frame. */
  readonly floor: number;
  /** The frames as they are displayed, in sRGB. */
  readonly references: FrameSequence;
  /** Renders a mapped frame for comparison. */
  readonly render: RenderIndexed;
  readonly context: EngineContext;
}

/** @returns the score of the worst frame; -Infinity where a part of one is lost */
export async function worstFrameScore(
  { frames, errors, still }: MappedFrames,
  { floor, references, render, context }: FrameComparison,
  palette: Uint8Array,
): Promise<number> {
  const { width, height } = references;
  const chosen = chooseFrames(errors);
  let worst = Infinity;
  const measure = async (pixels: Pixels, indexes: Uint8Array): Promise<void> => {
    context.signal.throwIfAborted();
    const reference = rasterOfPixels(pixels, width, height);
    const picture: IndexedPicture = { width, height, palette, indexes };
    const rendered = await render(picture);
    worst = Math.min(worst, judgeStill(reference, rendered, { floor, as: 'frame' }).score);
    context.budget.charge(Math.min(1, (width * height) / 1e6) * WORK_MS.measureFramePerMp);
  };
  if (references.still && still) await measure(references.still, still);
  for await (const [number, pixels] of references.frames()) {
    if (worst === -Infinity) break;
    if (chosen.has(number)) await measure(pixels, frames[number]!);
  }
  return worst;
}

function chooseFrames(errors: readonly number[]): Set<number> {
  const { length } = errors;
  if (length <= MEASURED_FRAMES) return new Set(errors.keys());
  const half = MEASURED_FRAMES / 2;
  const worst = [...errors.keys()].sort((a, b) => errors[b]! - errors[a]!).slice(0, half);
  return new Set([...spreadEvenly(length, half), ...worst]);
}
