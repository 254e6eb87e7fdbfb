import type { EngineContext } from '../../../context.ts';
import { imageHeader, type Chunk } from '../../../containers/png/chunks.ts';
import { BEST_LEVEL, LONG_LEVEL, LONG_PIXELS, PILOT_FRAMES, QUICK_LEVEL } from '../tuning.ts';
import { FrameCoder } from './frame-coder.ts';
import { packRows } from './pack-rows.ts';
import type { PixelFormat } from './pixel-format.ts';
import type { Animation } from './read-animation.ts';
import type { Frame } from './read-frames.ts';
import { writeAnimation } from './write-animation.ts';

/** The composed frames to encode, as codes of a format. */
export interface CodedFrames {
  readonly frames: () => AsyncIterable<Uint32Array>;
  readonly still: Uint32Array | null;
}

/** The canvas of an animation, and what of it stays. */
interface TimedCanvas extends Pick<Animation, 'header' | 'plays'> {
  readonly frames: readonly Pick<Frame, 'delay'>[];
}

/** What an animation is made of. */
export interface AnimationTask {
  /** Its delays and plays stay. */
  readonly source: TimedCanvas;
  /** At least one: the format whose first frames are smallest is taken. */
  readonly formats: readonly PixelFormat[];
  readonly codedIn: (format: PixelFormat) => CodedFrames;
  /** Chunks that stand before the palette. */
  readonly metadata: readonly Chunk[];
}

/** Encodes composed frames as an animation. */
export async function encodeAnimation(task: AnimationTask, context: EngineContext): Promise<Uint8Array> {
  const { source, formats, codedIn } = task;
  let [best, least] = [formats[0]!, Infinity];
  for (const format of formats.length > 1 ? formats : []) {
    const bytes = await pilotBytes(format, source, codedIn(format), context);
    if (bytes < least) [best, least] = [format, bytes];
  }
  return encodeIn(best, task, context);
}

/** How long the file would be, estimated from its first frames. */
async function pilotBytes(
  format: PixelFormat,
  { header, frames }: TimedCanvas,
  coded: CodedFrames,
  { codecs, signal }: EngineContext,
): Promise<number> {
  const coder = new FrameCoder(header, format, codecs.deflate);
  for await (const codes of coded.frames()) {
    signal.throwIfAborted();
    await coder.add(codes, QUICK_LEVEL);
    if (coder.frames.length === PILOT_FRAMES) break;
  }
  const [first, ...later] = coder.frames.map(({ data }) => data.length);
  const sum = later.reduce((total, length) => total + length, 0);
  return first! + (later.length > 0 ? (sum * (frames.length - 1)) / later.length : 0);
}

async function encodeIn(
  format: PixelFormat,
  { source: { header, frames, plays }, codedIn, metadata }: AnimationTask,
  { codecs: { deflate }, budget, signal }: EngineContext,
): Promise<Uint8Array> {
  const { depth, colourType } = format;
  const { width, height } = header;
  const coded = codedIn(format);
  const coder = new FrameCoder(header, format, deflate);
  const isLong = width * height * frames.length > LONG_PIXELS;
  for await (const codes of coded.frames()) {
    signal.throwIfAborted();
    await coder.add(codes, budget.isSpent ? QUICK_LEVEL : isLong ? LONG_LEVEL : BEST_LEVEL);
  }
  const still =
    coded.still && (await packRows(format.rowsOf(coded.still, width, height), deflate, BEST_LEVEL));
  return writeAnimation({
    header: imageHeader({ width, height, depth, colourType, isInterlaced: false }),
    before: [...metadata, ...format.chunks],
    plays,
    frames: coder.frames.map((frame, index) => ({ ...frame, delay: frames[index]!.delay })),
    still,
  });
}
