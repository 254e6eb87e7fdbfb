import { changedRegion, changesOver, cutRegion } from '../animation/canvas-regions.ts';
import type { FrameSequence } from '../animation/frame-sequence.ts';
import {
  coloursOf,
  isAllOpaque,
  OPAQUE,
  pixelsIn,
  pixelsOf,
  rasterOfPixels,
  type Pixels,
  type Region,
} from '../animation/pixels.ts';
import { reduceFrames } from '../animation/reduce-frames.ts';
import { shownFrames } from '../animation/shown-frames.ts';
import { equalBytes, viewOf } from '../../base/bytes.ts';
import type { EngineContext } from '../../context.ts';
import { renderPlain } from '../../palette/map/indexed-picture.ts';
import type { Raster } from '../../base/raster.ts';
import { displayOf, type WebpSource } from './webp-source.ts';
import { canvasSize, readRiff, writeRiff, type RiffChunk } from '../../containers/riff.ts';
import { KEPT_FRAMES_PIXELS } from '../animation/tuning.ts';
import { USUAL_EFFORT } from './tuning.ts';

/** Flags of VP8X and of ANMF. */
const ANIMATION_FLAG = 0x02;
const ALPHA_FLAG = 0x10;
const NO_BLENDING = 0x02;

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
  const bytes = await encodeFrames(source, frames, { width, height }, context);
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

type Size = Pick<Region, 'width' | 'height'>;

/** What is drawn for a frame. */
interface DrawnFrame extends Region {
  /** Over what was there, or in place of it. */
  readonly isOver: boolean;
  readonly pixels: Pixels;
}

/** Writes composed frames, each as the smallest part that changes, with the source's delays, loop and background. */
async function encodeFrames(
  source: WebpSource,
  frames: readonly Pixels[],
  size: Size,
  context: EngineContext,
): Promise<Uint8Array> {
  const before = source.chunks.filter(({ type }) => type === 'ANMF');
  const encoded: RiffChunk[] = [];
  let hasAlpha = false;
  for (const [index, pixels] of frames.entries()) {
    context.signal.throwIfAborted();
    const best = await smallestDrawing(candidatesFor(pixels, frames[index - 1] ?? null, size), context);
    hasAlpha ||= !isAllOpaque(best.drawn.pixels);
    encoded.push(frameChunk(best.drawn, best.data, before[index]!.data));
  }
  const header = new Uint8Array(10);
  header[0] = ANIMATION_FLAG | (hasAlpha ? ALPHA_FLAG : 0);
  putUint24(header, 4, size.width - 1);
  putUint24(header, 7, size.height - 1);
  const control = source.chunks.filter(({ type }) => type === 'ANIM');
  return writeRiff([{ type: 'VP8X', data: header }, ...control, ...encoded]);
}

/** @returns the candidate of the shortest bitstream */
async function smallestDrawing(
  candidates: readonly DrawnFrame[],
  { codecs }: EngineContext,
): Promise<{ drawn: DrawnFrame; data: Uint8Array }> {
  let best: { drawn: DrawnFrame; data: Uint8Array } | null = null;
  for (const drawn of candidates) {
    const raster = rasterOfPixels(drawn.pixels, drawn.width, drawn.height);
    const options = { quality: 100, lossless: true, effort: USUAL_EFFORT };
    const still = readRiff(await codecs.image.encodeWebp(raster, options));
    const { data } = still.find(({ type }) => type === 'VP8L')!;
    if (!best || data.length < best.data.length) best = { drawn, data };
  }
  return best!;
}

/** The whole of the first frame; of later ones the part that changes, in place of what was there or over it. */
function candidatesFor(pixels: Pixels, before: Pixels | null, { width, height }: Size): DrawnFrame[] {
  if (!before) return [{ x: 0, y: 0, width, height, isOver: false, pixels }];
  const region = evenRegion(changedRegion(before, pixels, width));
  const target = cutRegion(pixels, width, region);
  const plain = { ...region, isOver: false, pixels: target };
  const changes = changesOver(target, cutRegion(before, width, region), 0, (pixel) => pixel >= OPAQUE);
  return changes ? [plain, { ...region, isOver: true, pixels: changes }] : [plain];
}

/** Left and top must be even. */
function evenRegion({ x, y, width, height }: Region): Region {
  return { x: x & ~1, y: y & ~1, width: width + (x & 1), height: height + (y & 1) };
}

/** Source: WebP Container Specification, "ANMF chunk". @param before the source's frame, whose delay is taken over */
function frameChunk(
  { x, y, width, height, isOver }: DrawnFrame,
  data: Uint8Array,
  before: Uint8Array,
): RiffChunk {
  const frame = new Uint8Array(16 + 8 + data.length + (data.length & 1));
  [x / 2, y / 2, width - 1, height - 1].forEach((value, i) => putUint24(frame, 3 * i, value));
  frame.set(before.subarray(12, 15), 12);
  frame[15] = isOver ? 0 : NO_BLENDING;
  frame.set(new TextEncoder().encode('VP8L'), 16);
  viewOf(frame).setUint32(20, data.length, true);
  frame.set(data, 24);
  return { type: 'ANMF', data: frame };
}

function putUint24(bytes: Uint8Array, at: number, value: number): void {
  for (let i = 0; i < 3; i++) bytes[at + i] = (value >> (8 * i)) & 255;
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
