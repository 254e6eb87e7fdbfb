import { ThriftSearch } from '../thrift-search.ts';
import { AnimationBench, type AnimationTrial, type BenchRequest } from './animation-bench.ts';
import { checkedFrames } from './check-frames.ts';
import type { Pixels } from './compose-frames.ts';
import type { Reel } from './frame-reel.ts';
import { FrameMapper } from './map-frames.ts';

/** All frames in the colours of one palette. */
export interface ReducedReel {
  /** RGBA, at most 255 colours. */
  readonly palette: Uint8Array;
  readonly mapped: MappedFrames;
  /** Of the worst frame. */
  readonly score: number;
}

/**
 * Reduces all frames to one palette, as thriftily as the floor allows for every one of them.
 * @returns null where no palette reaches the floor, or the result would be of no use
 */
export async function reduceReel(request: BenchRequest): Promise<ReducedReel | null> {
  const bench = await AnimationBench.open(request);
  for (const trial of await bench.trials()) {
    const applied = await applyToAll(trial, request);
    if (applied) return applied;
  }
  return null;
}

/** The trial on all frames, at the thrift with which each of them reaches the floor; null where none does. */
async function applyToAll(
  { palette, dither, thrift }: AnimationTrial,
  request: BenchRequest,
): Promise<ReducedReel | null> {
  const { reel, floor, context } = request;
  let best: (ReducedReel & { readonly thrift: number }) | null = null;
  const search = new ThriftSearch({
    floor,
    measure: async (thrift) => {
      const mapped = await mapFrames(reel, palette, { dither, thrift });
      const score = await checkedFrames(mapped, request, palette);
      if (score >= floor && (!best || thrift > best.thrift)) best = { palette, thrift, score, mapped };
      return { thrift, score, bytes: -thrift };
    },
  });
  await search.at(thrift);
  const isLong = reel.width * reel.height * reel.count > LONG_PIXELS || context.budget.isSpent;
  if (!isLong) await search.run(NEAR, ROUNDS);
  else if (!best) await search.run(LOOSE, ROUNDS);
  if (!best && thrift > 0) await search.at(0);
  return best;
}

/** Points above the floor that are near enough, and the passes over all frames that may be spent on coming so near. */
const NEAR = 0.8;
const LOOSE = 8;
const ROUNDS = 3;

/** Passes over longer animations are only made where a frame missed the floor. */
const LONG_PIXELS = 12_000_000;

/** All frames as indexes, with the error of each. */
export interface MappedFrames {
  readonly frames: readonly Uint8Array[];
  readonly errors: readonly number[];
  readonly still: Uint8Array | null;
}

async function mapFrames(
  reel: Reel,
  palette: Uint8Array,
  options: { dither: number; thrift: number },
): Promise<MappedFrames> {
  const mapper = new FrameMapper(reel, palette, options);
  const frames: Uint8Array[] = [];
  const errors: number[] = [];
  for await (const [, pixels] of reel.frames()) {
    frames.push(mapper.next(pixels));
    errors.push(mapper.error);
  }
  const still = reel.still && new FrameMapper(reel, palette, options).next(reel.still);
  return { frames, errors, still };
}

/** A frame of indexes as pixels. @param colours of the palette, as {@link coloursOf} gives them */
export function pixelsIn(colours: Uint32Array, indexes: Uint8Array): Pixels {
  const pixels = new Uint32Array(indexes.length);
  for (let i = 0; i < pixels.length; i++) pixels[i] = colours[indexes[i]!]!;
  return pixels;
}

/** The colours of a palette as pixels. */
export function coloursOf(palette: Uint8Array): Uint32Array {
  return Uint32Array.from({ length: palette.length / 4 }, (_, i) => {
    const [r, g, b, a] = palette.subarray(i * 4, i * 4 + 4);
    return a === 0 ? 0 : (r! | (g! << 8) | (b! << 16) | (a! << 24)) >>> 0;
  });
}
