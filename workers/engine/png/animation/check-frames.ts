import type { EngineContext } from '../../context.ts';
import { differsGrossly } from '../../perceptual/gross-difference.ts';
import { VisualMeter } from '../../perceptual/visual-score.ts';
import type { Raster } from '../../raster.ts';
import { spreadEvenly } from '../../spread-evenly.ts';
import type { IndexedPicture } from '../indexed-picture.ts';
import { rasterOfPixels, type Pixels } from './compose-frames.ts';
import type { Reel } from './frame-reel.ts';
import type { MappedFrames } from './reduce-reel.ts';

/** What to compare with what. */
export interface Looks {
  /** Samples as they are mapped, and as they are shown (the same where no profile stands between). */
  readonly reel: Reel;
  readonly looks: Reel;
  readonly show: (picture: IndexedPicture) => Promise<Raster>;
  readonly context: EngineContext;
}

/** Frames measured: all of shorter animations, else as many spread evenly as the ones with the largest error. */
const MOST_MEASURED = 64;

/** Work of measuring, ms a million pixels looked at. */
const MEASURE_MS = 60;

/** @returns the score of the worst frame; -Infinity where a part of one differs grossly */
export async function checkedFrames(
  { frames, errors, still }: MappedFrames,
  { looks, show, context }: Looks,
  palette: Uint8Array,
): Promise<number> {
  const { width, height } = looks;
  const chosen = chooseFrames(errors);
  let worst = Infinity;
  const measure = async (pixels: Pixels, indexes: Uint8Array): Promise<void> => {
    context.signal.throwIfAborted();
    const reference = rasterOfPixels(pixels, width, height);
    const shown = await show({ width, height, palette, indexes });
    if (differsGrossly(reference, shown)) worst = -Infinity;
    else worst = Math.min(worst, new VisualMeter(reference).score(shown));
    context.budget.charge(Math.min(1, (width * height) / 1e6) * MEASURE_MS);
  };
  if (looks.still && still) await measure(looks.still, still);
  for await (const [number, pixels] of looks.frames()) {
    if (worst === -Infinity) break;
    if (chosen.has(number)) await measure(pixels, frames[number]!);
  }
  return worst;
}

function chooseFrames(errors: readonly number[]): Set<number> {
  const { length } = errors;
  if (length <= MOST_MEASURED) return new Set(errors.keys());
  const half = MOST_MEASURED / 2;
  const worst = [...errors.keys()].sort((a, b) => errors[b]! - errors[a]!).slice(0, half);
  return new Set([...spreadEvenly(length, half), ...worst]);
}
