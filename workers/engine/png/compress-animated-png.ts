import type { EngineContext } from '../context.ts';
import type { PngSource, PngWays } from './png-source.ts';
import { writeChunks, type Chunk } from './chunks.ts';
import { withoutDescriptions } from './kept-chunks.ts';
import { FrameReel } from './animation/frame-reel.ts';
import { packAnimation } from './animation/pack-animation.ts';
import { packFrames } from './animation/pack-frames.ts';
import { readAnimation, type Animation } from './animation/read-animation.ts';
import { reduceAnimation } from './animation/reduce-animation.ts';

/**
 * The ways of making an animated PNG smaller. All keep every frame, its delay and the plays.
 * What breaks the rules of the format keeps its frames byte for byte: programs disagree about what it shows.
 */
export function animatedWays(source: PngSource, context: EngineContext): PngWays {
  const { report } = context;
  const animation = readAnimation(source.chunks);
  report.kept('animation', source.chunks.filter(({ type }) => type === 'fcTL').length);
  if (!animation) {
    report.skipped(
      'odd-animation',
      'The animation breaks a rule of the format, so its frames stay as they are.',
    );
    return {
      pack: () => Promise.resolve(writeChunks(showingChunks(source))),
      reduce: () => Promise.resolve(null),
    };
  }
  const canCompose = isComposable(animation);
  return {
    pack: async () => {
      const isEightBit = animation.header.depth <= 8;
      const reel = canCompose && isEightBit ? await FrameReel.open(animation, context, 'stored') : null;
      const packed = reel && (await packAnimation(source, animation, reel, context));
      return packed ?? packFrames(showingChunks(source), context);
    },
    reduce: (floor) =>
      canCompose
        ? report.timed('reduce', () => reduceAnimation(source, animation, floor, context))
        : Promise.resolve(null),
  };
}

/** Canvases up to this size, and frames of so many pixels together, are composed: it takes several copies of the canvas. */
const CANVAS_PIXELS = 16_000_000;
const ALL_PIXELS = 200_000_000;

function isComposable({ header, frames }: Animation): boolean {
  const pixels = header.width * header.height;
  return pixels <= CANVAS_PIXELS && pixels * frames.length <= ALL_PIXELS;
}

/** What shows the animation right, profile and all, stays byte for byte. */
function showingChunks({ chunks }: PngSource): Chunk[] {
  const showing = new Set(withoutDescriptions(chunks));
  return chunks.filter((chunk) => showing.has(chunk) || chunk.type === 'iCCP' || chunk.type === 'sRGB');
}
