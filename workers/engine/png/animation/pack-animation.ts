import type { EngineContext } from '../../context.ts';
import { planColour } from '../../metadata/colour-plan.ts';
import { readIcc } from '../../metadata/icc.ts';
import { readChunks } from '../chunks.ts';
import type { PngSource } from '../png-source.ts';
import { metadataChunks } from '../kept-chunks.ts';
import { encodeAnimation } from './encode-animation.ts';
import { FrameReel } from './frame-reel.ts';
import { PixelCensus } from './pixel-format.ts';
import { readAnimation, type Animation } from './read-animation.ts';

/**
 * Packs an animation better without changing what any frame shows: only what changes is drawn, in as few bits as all
 * frames together need.
 * @returns null where programs may show the source in different ways, or the check of the result fails
 */
export async function packAnimation(
  source: PngSource,
  animation: Animation,
  reel: FrameReel,
  context: EngineContext,
): Promise<Uint8Array | null> {
  const { ancillary, chunks, isNested } = source;
  const census = new PixelCensus();
  for await (const [, pixels] of reel.frames()) census.note(pixels);
  if (reel.isMixed) return null;
  if (reel.still) census.note(reel.still);
  const plan = planColour(ancillary.icc, false, isNested);
  const icc = plan.samples === 'srgb' ? ancillary.icc : plan.icc;
  const space = icc && readIcc(icc).space === 'grey' ? 'grey' : icc ? 'rgb' : null;
  const metadata = await metadataChunks(chunks, ancillary, icc, context.codecs.deflate);
  const bytes = await encodeAnimation(
    animation,
    census.formats(space, animation.header),
    (format) => ({
      frames: async function* () {
        for await (const [, pixels] of reel.frames()) yield format.codesOf(pixels);
      },
      still: reel.still && format.codesOf(reel.still),
    }),
    metadata,
    context,
  );
  return (await showsTheSame(bytes, animation, reel, context)) ? bytes : null;
}

/** Decodes a written animation and compares all that it shows, and for how long, with what was to be shown. */
export async function showsTheSame(
  bytes: Uint8Array,
  source: Animation,
  reel: Pick<FrameReel, 'frames' | 'still'>,
  context: EngineContext,
): Promise<boolean> {
  const animation = readAnimation(readChunks(bytes));
  if (!animation || animation.plays !== source.plays) return false;
  if (animation.frames.length !== source.frames.length) return false;
  if (animation.frames.some(({ delay }, i) => !isSame(delay, source.frames[i]!.delay))) return false;
  const written = await FrameReel.open(animation, context, 'stored');
  if ((written.still === null) !== (reel.still === null)) return false;
  if (written.still && !isSame(written.still, reel.still!)) return false;
  const shown = written.frames();
  for await (const [, pixels] of reel.frames()) {
    const next = await shown.next();
    if (next.done || !isSame(next.value[1], pixels)) return false;
  }
  return !written.isMixed;
}

function isSame(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
