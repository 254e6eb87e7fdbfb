import { coloursOf, pixelsIn, type Pixels } from '../../animation/pixels.ts';
import { reduceFrames, type ReducedFrames } from '../../animation/reduce-frames.ts';
import { shownFrames } from '../../animation/shown-frames.ts';
import type { Chunk } from '../../../containers/png/chunks.ts';
import type { EngineContext } from '../../../context.ts';
import { renderPlain } from '../../../palette/map/indexed-picture.ts';
import { shownByProfile } from '../../../palette/map/shown-by-profile.ts';
import { floorForSize } from '../../../quality/tiny-pictures.ts';
import { metadataChunks } from '../metadata/kept-chunks.ts';
import { lossMarker } from '../metadata/marker-chunk.ts';
import { changedColours, spaceOf } from '../metadata/changed-colours.ts';
import type { PngSource } from '../png-source.ts';
import type { PalettePng } from '../png-strategies.ts';
import { MOST_REDUCED_PIXELS } from '../tuning.ts';
import type { AnimationFrames } from './composed-frames.ts';
import { encodeAnimation } from './encode-animation.ts';
import { showsTheSame } from './pack-animation.ts';
import { paletteFormats } from './pixel-format.ts';
import type { Animation } from './read-animation.ts';

/**
 * Reduces all frames to one palette, in as few bytes as the floor allows for every one of them.
 * @param floor lowest visual score accepted
 * @returns null where 256 colours are not enough, or there are too many frames
 */
export async function reduceAnimation(
  source: PngSource,
  { animation, composed }: AnimationFrames,
  floor: number,
  context: EngineContext,
): Promise<PalettePng | null> {
  const { header, frames } = animation;
  if (header.width * header.height * frames.length > MOST_REDUCED_PIXELS) return null;
  const { codecs } = context;
  const { icc, samples, shownBy } = changedColours(source, spaceOf(header));
  const metadata = await metadataChunks(source.chunks, source.ancillary, icc, codecs.deflate);
  const stored = await composed();
  const convert = samples === 'srgb' && source.ancillary.icc;
  const sequence = convert ? await shownFrames(stored, shownByProfile(convert, codecs)) : stored;
  const display = shownBy && shownByProfile(shownBy, codecs);
  const reduced = await reduceFrames({
    sequence,
    references: display ? await shownFrames(stored, display) : sequence,
    render: display?.indexed ?? renderPlain,
    floor: floorForSize(floor, header),
    context,
  });
  const marker = lossMarker(source, floor);
  return reduced && writeReduced(animation, reduced, [...marker, ...metadata], context);
}

/** Packs the mapped frames, and checks that the bytes show them. @returns null when they do not */
async function writeReduced(
  animation: Animation,
  { palette, score, mapped: { frames, still } }: ReducedFrames,
  metadata: readonly Chunk[],
  context: EngineContext,
): Promise<PalettePng | null> {
  const colours = coloursOf(palette);
  const counts = new Map<number, number>();
  for (const indexes of still ? [...frames, still] : frames) countColours(indexes, colours, counts);
  const pixelsOf = (indexes: Uint8Array): Pixels => pixelsIn(colours, indexes);
  const bytes = await encodeAnimation(
    {
      source: animation,
      formats: paletteFormats(counts, animation.header),
      codedIn: (format) => ({
        frames: async function* () {
          for (const indexes of frames) yield format.codesOf(pixelsOf(indexes));
        },
        still: still && format.codesOf(pixelsOf(still)),
      }),
      metadata,
    },
    context,
  );
  const intended = {
    frames: async function* (): AsyncGenerator<[number, Pixels]> {
      for (const [number, indexes] of frames.entries()) yield [number, pixelsOf(indexes)];
    },
    still: still && pixelsOf(still),
  };
  const isRight = await showsTheSame(bytes, animation, intended, context);
  return isRight ? { kind: 'palette', bytes, score, colours: counts.size } : null;
}

function countColours(indexes: Uint8Array, colours: Uint32Array, counts: Map<number, number>): void {
  const found = new Uint32Array(256);
  for (const index of indexes) found[index]!++;
  found.forEach((count, index) => {
    const colour = colours[index];
    if (count > 0 && colour !== undefined) counts.set(colour, (counts.get(colour) ?? 0) + count);
  });
}
