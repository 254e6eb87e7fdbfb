import type { EngineContext } from '../../context.ts';
import type { Chunk } from '../chunks.ts';
import { paletteColourPlan, spaceOf, type PngSource, type ReducedPng } from '../png-source.ts';
import { cautiousFloor } from '../../perceptual/tiny-pictures.ts';
import { markChunk, metadataChunks } from '../kept-chunks.ts';
import { showByProfile, showIndexed } from '../show-indexed.ts';
import type { Pixels } from './compose-frames.ts';
import { encodeAnimation } from './encode-animation.ts';
import { FrameReel } from './frame-reel.ts';
import { showsTheSame } from './pack-animation.ts';
import { coloursOf, pixelsIn, reduceReel, type MappedFrames } from './reduce-reel.ts';
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
  const plan = paletteColourPlan(source, spaceOf(header));
  const floor = cautiousFloor(reached, header);
  const metadata = await metadataChunks(source.chunks, source.ancillary, plan.icc, context.codecs.deflate);
  const isShownByProfile = plan.icc !== null && !plan.looksAsStored;
  const show = isShownByProfile ? showByProfile(context.codecs, metadata) : showIndexed;
  const reel = await FrameReel.open(animation, context, plan.samples);
  const looks = isShownByProfile ? await FrameReel.open(animation, context, 'srgb') : reel;
  const reduced = await reduceReel({ reel, looks, show, floor, context });
  if (!reduced) return null;
  const { palette, mapped, score } = reduced;
  return finish(source, animation, mapped, { palette, score, floor: reached, metadata }, context);
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
  const mark = isNested ? [] : [markChunk(floor)];
  const pixelsOf = (indexes: Uint8Array): Pixels => pixelsIn(colours, indexes);
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

function countColours(indexes: Uint8Array, colours: Uint32Array, counts: Map<number, number>): void {
  const found = new Uint32Array(256);
  for (const index of indexes) found[index]!++;
  found.forEach((count, index) => {
    const colour = colours[index];
    if (count > 0 && colour !== undefined) counts.set(colour, (counts.get(colour) ?? 0) + count);
  });
}
