import type { EngineContext } from '../../context.ts';
import { markFor } from '../../metadata/mark.ts';
import type { Raster } from '../../raster.ts';
import type { Chunk } from '../chunks.ts';
import {
  paletteColourPlan,
  TINY_CAUTION,
  TINY_PIXELS,
  type PngSource,
  type ReducedPng,
} from '../compress-png.ts';
import { writeIndexedPng, rasterOf, type IndexedPicture } from '../indexed-picture.ts';
import { metadataChunks } from '../kept-chunks.ts';
import { ThriftSearch } from '../thrift-search.ts';
import { AnimationBench, type AnimationTrial, type BenchRequest } from './animation-bench.ts';
import type { Pixels } from './compose-frames.ts';
import { encodeAnimation } from './encode-animation.ts';
import { FrameReel } from './frame-reel.ts';
import { checkedFrames } from './check-frames.ts';
import { FrameMapper } from './map-frames.ts';
import { showsTheSame } from './pack-animation.ts';
import { paletteFormats } from './pixel-format.ts';
import type { Animation } from './read-animation.ts';

/** Longer animations are not reduced: all mapped frames are kept, a byte a pixel. */
const MOST_PIXELS = 120_000_000;

/**
 * Reduces all frames to one palette, as thriftily as the floor allows for every one of them. Pixels that do not change
 * between two frames of the source do not change in the result.
 * @param reached lowest visual score accepted
 * @returns null where 256 colours are not enough, or there are too many frames
 */
export async function reduceAnimation(
  source: PngSource,
  animation: Animation,
  reached: number,
  context: EngineContext,
): Promise<ReducedPng | null> {
  const { header, frames } = animation;
  if (header.width * header.height * frames.length > MOST_PIXELS) return null;
  const space = header.colourType === 0 || header.colourType === 4 ? 'grey' : 'rgb';
  const plan = paletteColourPlan(source, { space });
  const isTiny = header.width * header.height < TINY_PIXELS;
  const floor = reached + (isTiny ? TINY_CAUTION : 0);
  const { deflate, image } = context.codecs;
  const metadata = await metadataChunks(source.chunks, source.ancillary, plan.icc, deflate);
  const isShownByProfile = plan.icc !== null && !plan.looksAsStored;
  const show = isShownByProfile
    ? async (picture: IndexedPicture): Promise<Raster> =>
        image.decode(await writeIndexedPng(picture, deflate, 1, metadata), { colour: 'srgb' })
    : (picture: IndexedPicture): Promise<Raster> => Promise.resolve(rasterOf(picture));
  const reel = await FrameReel.open(animation, context, plan.samples);
  const looks = isShownByProfile ? await FrameReel.open(animation, context, 'srgb') : reel;
  const bench = await AnimationBench.open({ reel, looks, show, floor, context });
  for (const trial of await bench.trials()) {
    const applied = await applyToAll(trial, { reel, looks, show, floor, context });
    if (!applied) continue;
    const { palette } = trial;
    return finish(
      source,
      animation,
      applied.mapped,
      { palette, score: applied.score, floor: reached, metadata },
      context,
    );
  }
  return null;
}

/** The trial on all frames, at the thrift with which each of them reaches the floor; null where none does. */
async function applyToAll({ palette, dither, thrift }: AnimationTrial, request: BenchRequest) {
  const { reel, floor, context } = request;
  let best: { thrift: number; score: number; mapped: MappedFrames } | null = null;
  const search = new ThriftSearch({
    floor,
    measure: async (thrift) => {
      const mapped = await mapFrames(reel, palette, { dither, thrift });
      const score = await checkedFrames(mapped, request, palette);
      if (score >= floor && (!best || thrift > best.thrift)) best = { thrift, score, mapped };
      return { thrift, score, bytes: -thrift };
    },
  });
  await search.at(thrift);
  const isLong = reel.width * reel.height * reel.count > LONG_PIXELS || context.budget.isSpent;
  if (!isLong) await search.run(NEAR, ROUNDS);
  else if (!best) await search.run(LOOSE, ROUNDS);
  if (!best && thrift > 0) await search.at(0);
  return best as { score: number; mapped: MappedFrames } | null;
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
  reel: FrameReel,
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

interface Chosen {
  readonly palette: Uint8Array;
  readonly score: number;
  readonly floor: number;
  readonly metadata: readonly Chunk[];
}

/** Packs the mapped frames, and checks that the bytes show them. @returns null when they do not */
async function finish(
  { isNested }: PngSource,
  animation: Animation,
  { frames, still }: MappedFrames,
  { palette, score, floor, metadata }: Chosen,
  context: EngineContext,
): Promise<ReducedPng | null> {
  const colours = coloursOf(palette);
  const counts = new Map<number, number>();
  for (const indexes of still ? [...frames, still] : frames) countColours(indexes, colours, counts);
  const mark = isNested
    ? []
    : [{ type: 'tEXt', data: new TextEncoder().encode(`fp\0${markFor(floor).slice(2)}`) }];
  const pixelsOf = (indexes: Uint8Array): Pixels => {
    const pixels = new Uint32Array(indexes.length);
    for (let i = 0; i < pixels.length; i++) pixels[i] = colours[indexes[i]!]!;
    return pixels;
  };
  const bytes = await encodeAnimation(
    animation,
    paletteFormats(counts, animation.header),
    (format) => ({
      frames: async function* () {
        for (const indexes of frames) yield format.codesOf(pixelsOf(indexes));
      },
      still: still && format.codesOf(pixelsOf(still)),
    }),
    [...mark, ...metadata],
    context,
  );
  const meant = {
    frames: async function* (): AsyncGenerator<[number, Pixels]> {
      for (const [number, indexes] of frames.entries()) yield [number, pixelsOf(indexes)];
    },
    still: still && pixelsOf(still),
  };
  const isSound = await showsTheSame(bytes, animation, meant, context);
  return isSound ? { bytes, score, colours: counts.size } : null;
}

function coloursOf(palette: Uint8Array): Uint32Array {
  return Uint32Array.from({ length: palette.length / 4 }, (_, i) => {
    const [r, g, b, a] = palette.subarray(i * 4, i * 4 + 4);
    return a === 0 ? 0 : (r! | (g! << 8) | (b! << 16) | (a! << 24)) >>> 0;
  });
}

function countColours(indexes: Uint8Array, colours: Uint32Array, counts: Map<number, number>): void {
  const found = new Uint32Array(256);
  for (const index of indexes) found[index]!++;
  found.forEach((count, index) => {
    const colour = colours[index];
    if (count > 0 && colour !== undefined) counts.set(colour, (counts.get(colour) ?? 0) + count);
  });
}
