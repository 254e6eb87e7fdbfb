import { writeChunks } from '../../containers/png/chunks.ts';
import type { EngineContext } from '../../context.ts';
import { proportionOf } from '../../budget/proportion.ts';
import { skip } from '../../api/report/findings.ts';
import { packAnimation } from './animation/pack-animation.ts';
import { packFrames } from './animation/pack-frames.ts';
import { readAnimation, type Animation } from './animation/read-animation.ts';
import { reduceAnimation } from './animation/reduce-animation.ts';
import { displayChunks } from './kept-chunks.ts';
import type { PngSource, PngStrategies } from './png-source.ts';

/** Canvases up to this size, and frames of so many pixels together, are composed: it takes several copies of the canvas. */
const CANVAS_PIXELS = 16_000_000;
const ALL_PIXELS = 200_000_000;

/**
 * Of a file of up to 1 MB, so many pixels of all frames are reduced, composed, and packed as they are (a tenth and a
 * hundredth of a second a million for the last two); larger files may have more by the byte.
 */
const REDUCED_PIXELS = 10_000_000;
const COMPOSED_PIXELS = 24_000_000;
const PACKED_PIXELS = 40_000_000;

/**
 * The strategies for making an animated PNG smaller. All keep every frame, its delay and the plays.
 * What breaks the rules of the format keeps its frames byte for byte: programs disagree about what it shows.
 */
export function animatedStrategies(source: PngSource, context: EngineContext): PngStrategies {
  const animation = readAnimation(source.chunks);
  const shown = () => displayChunks(source.chunks, source.ancillary);
  if (!animation) {
    return {
      pack: () => Promise.resolve(writeChunks(shown())),
      reduce: () => Promise.resolve(null),
      round: () => Promise.resolve(null),
      fill: () => Promise.resolve(null),
      findings: { skips: [skip('odd-animation')] },
    };
  }
  const pixels = animation.header.width * animation.header.height * animation.frames.length;
  const share = pixels / proportionOf(source.bytes.length);
  const canCompose = isComposable(animation) && share <= COMPOSED_PIXELS;
  const isTooMuch = share > PACKED_PIXELS;
  let isHeldBack = isTooMuch;
  return {
    pack: async () => {
      const packed =
        canCompose && animation.header.depth <= 8 ? await packAnimation(source, animation, context) : null;
      if (packed) return packed;
      return isTooMuch ? writeChunks(shown()) : packFrames(shown(), context);
    },
    reduce: async (floor) => {
      isHeldBack ||= !canCompose || share > REDUCED_PIXELS;
      return isHeldBack
        ? null
        : context.steps.timed('reduce', () => reduceAnimation(source, animation, floor, context));
    },
    round: () => Promise.resolve(null),
    fill: () => Promise.resolve(null),
    findings: {
      get skips() {
        return isHeldBack ? [skip('too-much-work')] : [];
      },
    },
  };
}

function isComposable({ header, frames }: Animation): boolean {
  const pixels = header.width * header.height;
  return pixels <= CANVAS_PIXELS && pixels * frames.length <= ALL_PIXELS;
}
