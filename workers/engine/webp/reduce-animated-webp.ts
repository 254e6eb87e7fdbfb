import type { EngineContext } from '../context.ts';
import { OPAQUE, pixelsOf, rasterOfPixels, type Pixels } from '../png/animation/compose-frames.ts';
import { changedRegion } from '../png/animation/changed-region.ts';
import type { Region } from '../png/animation/read-animation.ts';
import type { Reel } from '../png/animation/frame-reel.ts';
import { coloursOf, pixelsIn, reduceReel } from '../png/animation/reduce-reel.ts';
import { showIndexed } from '../png/show-indexed.ts';
import type { Raster } from '../raster.ts';
import type { WebpSource } from './webp-source.ts';
import { canvasSize, readRiff, writeRiff, type RiffChunk } from './riff.ts';

/** Pixels of all frames together up to which colours are reduced: 12 million take 0.7 GB at the worst. */
const MOST_PIXELS = 12_500_000;

/**
 * Reduces all frames to one palette and packs them without loss: drawings and screens become half as long as with
 * loss, which their edges and unchanged areas make dear. Pixels that the source does not change do not change.
 * @param usefulBytes a longer result is of no use
 * @returns null where 256 colours are not enough, or it is not worth trying
 */
export async function reduceAnimatedWebp(
  source: WebpSource,
  { floor, usefulBytes }: { floor: number; usefulBytes: number },
  context: EngineContext,
): Promise<{ bytes: Uint8Array; score: number } | null> {
  const { width, height } = canvasSize(source.chunks);
  const count = source.chunks.filter(({ type }) => type === 'ANMF').length;
  const isLong = width * height * count > MOST_PIXELS;
  if (isLong || context.budget.isSpent || !source.plan.looksAsStored || source.plan.samples === 'srgb')
    return null;
  const reel = reelOf(await context.codecs.image.decodeFrames(source.bytes), count);
  if (reel.height !== height) return null;
  const reduced = await reduceReel({ reel, looks: reel, show: showIndexed, floor, context, usefulBytes });
  if (!reduced) return null;
  const colours = coloursOf(reduced.palette);
  const frames = reduced.mapped.frames.map((indexes) => pixelsIn(colours, indexes));
  const bytes = await encodeFrames(source, frames, { width, height }, context);
  return (await shows(bytes, frames, context)) ? { bytes, score: reduced.score } : null;
}

/** Frames under each other as a reel. */
function reelOf(stack: Raster, count: number): Reel {
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
    isOpaque: all.every((pixel) => pixel >= OPAQUE),
    frames: async function* () {
      for (let number = 0; number < count; number++) yield await Promise.resolve([number, frame(number)]);
    },
    pick: (numbers) => Promise.resolve(numbers.map(frame)),
  };
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Writes composed frames, each as the smallest part that changes, with the source's delays, loop and background. */
async function encodeFrames(
  source: WebpSource,
  frames: readonly Pixels[],
  size: Size,
  context: EngineContext,
): Promise<Uint8Array> {
  const before = source.chunks.filter(({ type }) => type === 'ANMF');
  const drawn: RiffChunk[] = [];
  let hasAlpha = false;
  for (const [index, pixels] of frames.entries()) {
    context.signal.throwIfAborted();
    const ways = waysToDraw(pixels, frames[index - 1] ?? null, size);
    let best: { way: Way; data: Uint8Array } | null = null;
    for (const way of ways) {
      const raster = rasterOfPixels(way.pixels, way.width, way.height);
      const options = { quality: 100, lossless: true, effort: EFFORT };
      const still = readRiff(await context.codecs.image.encodeWebp(raster, options));
      const { data } = still.find(({ type }) => type === 'VP8L')!;
      if (!best || data.length < best.data.length) best = { way, data };
    }
    hasAlpha ||= best!.way.pixels.some((pixel) => pixel < OPAQUE);
    drawn.push(frameChunk(best!.way, best!.data, before[index]!.data));
  }
  const header = new Uint8Array(10);
  header[0] = ANIMATION_FLAG | (hasAlpha ? ALPHA_FLAG : 0);
  putUint24(header, 4, size.width - 1);
  putUint24(header, 7, size.height - 1);
  const control = source.chunks.filter(({ type }) => type === 'ANIM');
  return writeRiff([{ type: 'VP8X', data: header }, ...control, ...drawn]);
}

const ANIMATION_FLAG = 0x02;
const ALPHA_FLAG = 0x10;

/** Higher ones take up to twenty times as long with alpha. */
const EFFORT = 4;

interface Way extends Size {
  readonly x: number;
  readonly y: number;
  /** In place of what was there, or over it. */
  readonly isOver: boolean;
  readonly pixels: Pixels;
}

function waysToDraw(pixels: Pixels, before: Pixels | null, { width, height }: Size): Way[] {
  if (!before) return [{ x: 0, y: 0, width, height, isOver: false, pixels }];
  const region = evenRegion(changedRegion(before, pixels, width));
  const target = new Uint32Array(region.width * region.height);
  const open = new Uint32Array(target.length);
  let canStayOpen = true;
  for (let y = 0, to = 0; y < region.height; y++) {
    for (let x = 0; x < region.width; x++, to++) {
      const at = (region.y + y) * width + region.x + x;
      const pixel = (target[to] = pixels[at]!);
      if (pixel === before[at]) continue;
      open[to] = pixel;
      if (pixel < OPAQUE) canStayOpen = false;
    }
  }
  const plain = { ...region, isOver: false, pixels: target };
  return canStayOpen ? [plain, { ...region, isOver: true, pixels: open }] : [plain];
}

/** Left and top must be even. */
function evenRegion({ x, y, width, height }: Region): Region {
  return { x: x & ~1, y: y & ~1, width: width + (x & 1), height: height + (y & 1) };
}

/** Source: WebP Container Specification, "ANMF chunk". @param before the source's frame, whose delay is taken over */
function frameChunk({ x, y, width, height, isOver }: Way, data: Uint8Array, before: Uint8Array): RiffChunk {
  const frame = new Uint8Array(16 + 8 + data.length + (data.length & 1));
  [x / 2, y / 2, width - 1, height - 1].forEach((value, i) => putUint24(frame, 3 * i, value));
  frame.set(before.subarray(12, 15), 12);
  frame[15] = isOver ? 0 : NO_BLENDING;
  frame.set(new TextEncoder().encode('VP8L'), 16);
  new DataView(frame.buffer).setUint32(20, data.length, true);
  frame.set(data, 24);
  return { type: 'ANMF', data: frame };
}

const NO_BLENDING = 0x02;

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
  const [{ length } = []] = frames as readonly (Pixels | undefined)[];
  if (length === undefined || all.length !== length * frames.length) return false;
  return frames.every((frame, number) => frame.every((pixel, i) => pixel === all[number * length + i]));
}
