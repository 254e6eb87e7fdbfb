import type { FrameSequence } from '../animation/frame-sequence.ts';
import { coloursOf, isAllOpaque, pixelsIn, pixelsOf, type Pixels } from '../animation/pixels.ts';
import { reduceFrames } from '../animation/reduce-frames.ts';
import { shownFrames } from '../animation/shown-frames.ts';
import { equalBytes } from '../../base/bytes.ts';
import type { EngineContext } from '../../context.ts';
import { renderPlain } from '../../palette/map/indexed-picture.ts';
import type { Raster } from '../../base/raster.ts';
import { displayOf, type WebpSource } from './webp-source.ts';
import { canvasSize } from '../../containers/riff.ts';
import { KEPT_FRAMES_PIXELS } from '../animation/tuning.ts';
import { timingOf, writeFrames } from './write-frames.ts';

/**
 * Reduces all frames to one palette and packs them without loss: drawings and screens become half as long as with
 * lossy encoding, which their edges and unchanged areas make large. Pixels that the source does not change do not change.
 * @param maxBytes longer results are dropped
 * @returns null where 256 colours are not enough, or it is not worth trying
 */
export async function reduceAnimatedWebp(
  source: WebpSource,
  { floor, maxBytes }: { floor: number; maxBytes: number },
  context: EngineContext,
): Promise<{ bytes: Uint8Array; score: number } | null> {
  const { width, height } = canvasSize(source.chunks);
  const count = source.chunks.filter(({ type }) => type === 'ANMF').length;
  const isLong = width * height * count > KEPT_FRAMES_PIXELS;
  if (isLong || context.budget.isSpent) return null;
  const sequence = sequenceOf(await context.codecs.image.decodeFrames(source.bytes), count);
  if (sequence.height !== height) return null;
  const display = displayOf(source, context);
  const reduced = await reduceFrames({
    sequence,
    references: display ? await shownFrames(sequence, display) : sequence,
    render: display?.indexed ?? renderPlain,
    floor,
    context,
    maxBytes,
  });
  if (!reduced) return null;
  const colours = coloursOf(reduced.palette);
  const frames = reduced.mapped.frames.map((indexes) => pixelsIn(colours, indexes));
  const bytes = await writeFrames(frames, { width, height, ...timingOf(source.chunks) }, context);
  return (await shows(bytes, frames, context)) ? { bytes, score: reduced.score } : null;
}

/** Frames under each other as a sequence. */
function sequenceOf(stack: Raster, count: number): FrameSequence {
  const { width } = stack;
  const height = stack.height / count;
  const all = pixelsOf(stack);
  const frame = (number: number): Pixels =>
    all.subarray(number * width * height, (number + 1) * width * height);
  return {
    width,
    height,
    count,
    still: null,
    isOpaque: isAllOpaque(all),
    frames: async function* () {
      for (let number = 0; number < count; number++) yield await Promise.resolve([number, frame(number)]);
    },
    pick: (numbers) => Promise.resolve(numbers.map(frame)),
  };
}

/** Decodes what was written and compares it with what was meant. */
async function shows(
  bytes: Uint8Array,
  frames: readonly Pixels[],
  { codecs }: EngineContext,
): Promise<boolean> {
  const all = pixelsOf(await codecs.image.decodeFrames(bytes));
  const length = frames[0]?.length ?? 0;
  if (length === 0 || all.length !== length * frames.length) return false;
  return frames.every((frame, number) =>
    equalBytes(frame, all.subarray(number * length, (number + 1) * length)),
  );
}
