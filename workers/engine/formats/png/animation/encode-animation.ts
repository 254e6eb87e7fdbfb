import type { EngineContext } from '../../../context.ts';
import { imageHeader, type Chunk } from '../../../containers/png/chunks.ts';
import { FrameCoder } from './frame-coder.ts';
import { packRows } from './pack-rows.ts';
import type { PixelFormat } from './pixel-format.ts';
import type { Animation } from './read-animation.ts';
import { writeAnimation } from './write-animation.ts';

const BEST_LEVEL = 12;

/** The last levels gain 1 to 3 %, at more than a second for a million noisy pixels. */
const LONG_LEVEL = 10;
const LONG_PIXELS = 12_000_000;
const QUICK_LEVEL = 8;

/** Frames from which formats are compared. */
const PILOT_FRAMES = 6;

/** The composed frames to encode, as codes of a format. */
export interface CodedFrames {
  readonly frames: () => AsyncIterable<Uint32Array>;
  readonly still: Uint32Array | null;
}

/**
 * Encodes composed frames as an animation with the delays and plays of its source.
 * @param formats at least one; that whose first frames are smallest is taken
 * @param metadata chunks that stand before the palette
 */
export async function encodeAnimation(
  source: Animation,
  formats: readonly PixelFormat[],
  codedIn: (format: PixelFormat) => CodedFrames,
  metadata: readonly Chunk[],
  context: EngineContext,
): Promise<Uint8Array> {
  let [best, least] = [formats[0]!, Infinity];
  for (const format of formats.length > 1 ? formats : []) {
    const bytes = await pilotBytes(format, source, codedIn(format), context);
    if (bytes < least) [best, least] = [format, bytes];
  }
  return encodeIn(best, source, codedIn(best), metadata, context);
}

/** How long the file would be, estimated from its first frames. */
async function pilotBytes(
  format: PixelFormat,
  { header, frames }: Animation,
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
  { header, frames, plays }: Animation,
  coded: CodedFrames,
  metadata: readonly Chunk[],
  { codecs, budget, signal }: EngineContext,
): Promise<Uint8Array> {
  const { deflate } = codecs;
  const { width, height } = header;
  const coder = new FrameCoder(header, format, deflate);
  const isLong = width * height * frames.length > LONG_PIXELS;
  for await (const codes of coded.frames()) {
    signal.throwIfAborted();
    await coder.add(codes, budget.isSpent ? QUICK_LEVEL : isLong ? LONG_LEVEL : BEST_LEVEL);
  }
  const still =
    coded.still && (await packRows(format.rowsOf(coded.still, width, height), deflate, BEST_LEVEL));
  return writeAnimation({
    header: imageHeader({
      width,
      height,
      depth: format.depth,
      colourType: format.colourType,
      isInterlaced: false,
    }),
    before: [...metadata, ...format.chunks],
    plays,
    frames: coder.frames.map((frame, index) => ({ ...frame, delay: frames[index]!.delay })),
    still,
  });
}
