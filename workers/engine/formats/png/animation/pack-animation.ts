import type { FrameSequence } from '../../animation/frame-sequence.ts';
import { equalBytes } from '../../../base/bytes.ts';
import { readChunks } from '../../../containers/png/chunks.ts';
import type { EngineContext } from '../../../context.ts';
import { readIcc } from '../../../metadata/icc.ts';
import { metadataChunks } from '../metadata/kept-chunks.ts';
import { storedProfile } from '../metadata/changed-colours.ts';
import type { PngSource } from '../png-source.ts';
import { ComposedFrames, type AnimationFrames } from './composed-frames.ts';
import { encodeAnimation } from './encode-animation.ts';
import { PixelCensus } from './pixel-format.ts';
import { readAnimation, type Animation } from './read-animation.ts';

/**
 * Packs an animation better without changing what any frame shows: only what changes is drawn, in as few bits as all
 * frames together need.
 * @returns null where programs may show the source in different ways, or the check of the result fails
 */
export async function packAnimation(
  source: PngSource,
  { animation, composed: compose }: AnimationFrames,
  context: EngineContext,
): Promise<Uint8Array | null> {
  const composed = await compose();
  if (composed.isMixed) return null;
  const census = new PixelCensus();
  for await (const [, pixels] of composed.frames()) census.note(pixels);
  if (composed.still) census.note(composed.still);
  const icc = storedProfile(source);
  const space = icc && readIcc(icc).space === 'grey' ? 'grey' : icc ? 'rgb' : null;
  const metadata = await metadataChunks(source.chunks, source.ancillary, icc, context.codecs.deflate);
  const bytes = await encodeAnimation(
    {
      source: animation,
      formats: census.formats(space, animation.header),
      codedIn: (format) => ({
        frames: async function* () {
          for await (const [, pixels] of composed.frames()) yield format.codesOf(pixels);
        },
        still: composed.still && format.codesOf(composed.still),
      }),
      metadata,
    },
    context,
  );
  return (await showsTheSame(bytes, animation, composed, context)) ? bytes : null;
}

/** Decodes a written animation and compares all that it shows, and for how long, with what was to be shown. */
export async function showsTheSame(
  bytes: Uint8Array,
  source: Animation,
  intended: Pick<FrameSequence, 'frames' | 'still'>,
  context: EngineContext,
): Promise<boolean> {
  const animation = readAnimation(readChunks(bytes));
  if (!animation || animation.plays !== source.plays) return false;
  if (animation.frames.length !== source.frames.length) return false;
  if (animation.frames.some(({ delay }, i) => !equalBytes(delay, source.frames[i]!.delay))) return false;
  const written = await ComposedFrames.open(animation, context);
  if ((written.still === null) !== (intended.still === null)) return false;
  if (written.still && !equalBytes(written.still, intended.still!)) return false;
  const shown = written.frames();
  for await (const [, pixels] of intended.frames()) {
    const next = await shown.next();
    if (next.done || !equalBytes(next.value[1], pixels)) return false;
  }
  return !written.isMixed;
}
