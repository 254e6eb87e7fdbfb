import { changedRegion, changesOver, cutRegion } from '../animation/canvas-regions.ts';
import { isAllOpaque, OPAQUE, rasterOfPixels, type Pixels, type Region } from '../animation/pixels.ts';
import { viewOf } from '../../base/bytes.ts';
import { readRiff, writeRiff, type RiffChunk } from '../../containers/riff.ts';
import type { EngineContext } from '../../context.ts';
import { USUAL_EFFORT } from './tuning.ts';

/** Flags of VP8X and of ANMF. */
const ANIMATION_FLAG = 0x02;
const ALPHA_FLAG = 0x10;
const NO_BLENDING = 0x02;

/** Offset of a frame's duration, 24 bits in ms. */
const DURATION_AT = 12;

type Size = Pick<Region, 'width' | 'height'>;

/** What is drawn for a frame. */
interface DrawnFrame extends Region {
  /** Over what was there, or in place of it. */
  readonly isOver: boolean;
  readonly pixels: Pixels;
}

/** When frames show, and how often. */
interface Timing {
  /** How long each frame shows, in ms. */
  readonly delays: readonly number[];
  /** Loop and background: the data of ANIM. */
  readonly control: Uint8Array;
}

/** The timing of an animation. Source: WebP Container Specification, "Animation". */
export function timingOf(chunks: readonly RiffChunk[]): Timing {
  const frames = chunks.filter(({ type }) => type === 'ANMF');
  const delays = frames.map(({ data }) => viewOf(data).getUint32(DURATION_AT, true) & 0xffffff);
  const control = chunks.find(({ type }) => type === 'ANIM')?.data;
  return { delays, control: control ?? new Uint8Array(6) };
}

/** Writes composed frames without loss, each as the smallest part that changes. */
export async function writeFrames(
  frames: readonly Pixels[],
  { delays, control, ...size }: Size & Timing,
  context: EngineContext,
): Promise<Uint8Array> {
  const encoded: RiffChunk[] = [];
  let hasAlpha = false;
  for (const [index, pixels] of frames.entries()) {
    context.signal.throwIfAborted();
    const best = await smallestDrawing(candidatesFor(pixels, frames[index - 1] ?? null, size), context);
    hasAlpha ||= !isAllOpaque(best.drawn.pixels);
    encoded.push(frameChunk(best.drawn, best.data, delays[index]!));
  }
  const header = new Uint8Array(10);
  header[0] = ANIMATION_FLAG | (hasAlpha ? ALPHA_FLAG : 0);
  putUint24(header, 4, size.width - 1);
  putUint24(header, 7, size.height - 1);
  return writeRiff([{ type: 'VP8X', data: header }, { type: 'ANIM', data: control }, ...encoded]);
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

/** Source: WebP Container Specification, "ANMF chunk". @param delay in ms */
function frameChunk({ x, y, width, height, isOver }: DrawnFrame, data: Uint8Array, delay: number): RiffChunk {
  const frame = new Uint8Array(16 + 8 + data.length + (data.length & 1));
  [x / 2, y / 2, width - 1, height - 1].forEach((value, i) => putUint24(frame, 3 * i, value));
  putUint24(frame, DURATION_AT, delay);
  frame[15] = isOver ? 0 : NO_BLENDING;
  frame.set(new TextEncoder().encode('VP8L'), 16);
  viewOf(frame).setUint32(20, data.length, true);
  frame.set(data, 24);
  return { type: 'ANMF', data: frame };
}

function putUint24(bytes: Uint8Array, at: number, value: number): void {
  for (let i = 0; i < 3; i++) bytes[at + i] = (value >> (8 * i)) & 255;
}
