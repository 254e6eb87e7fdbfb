import { writeChunks } from '../../../containers/png/chunks.ts';
import type { EngineContext } from '../../../context.ts';
import { proportionOf } from '../../../budget/proportion.ts';
import { skip } from '../../../api/report/findings.ts';
import type { Skip } from '../../../api/report/report.ts';
import { displayChunks } from '../metadata/kept-chunks.ts';
import type { PngSource } from '../png-source.ts';
import { NO_LOSS, type PalettePng, type PngPicture } from '../png-strategies.ts';
import {
  LARGE_PIXELS,
  MOST_COMPOSED_PIXELS,
  SMALL_FILE_COMPOSED_PIXELS,
  SMALL_FILE_PACKED_PIXELS,
  SMALL_FILE_REDUCED_PIXELS,
} from '../tuning.ts';
import { ComposedFrames, type AnimationFrames } from './composed-frames.ts';
import { packAnimation } from './pack-animation.ts';
import { packFrames } from './pack-frames.ts';
import { readAnimation, type Animation } from './read-animation.ts';
import { reduceAnimation } from './reduce-animation.ts';

/**
 * The strategies for an animated PNG. All keep every frame, its delay and the plays.
 * What breaks the rules of the format keeps its frames byte for byte: programs disagree about what it shows.
 */
export function animatedPng(source: PngSource, context: EngineContext): PngPicture {
  const animation = readAnimation(source.chunks);
  if (!animation) {
    const pack = () => Promise.resolve({ kind: 'packed', bytes: asStored(source) } as const);
    return { strategies: { ...NO_LOSS, pack }, findings: { skips: [skip('odd-animation')] } };
  }
  const affordable = affordableSteps(animation, source.bytes.length);
  let composed: Promise<ComposedFrames> | undefined;
  const composedOnce = (): Promise<ComposedFrames> => (composed ??= ComposedFrames.open(animation, context));
  const moving: AnimationFrames = { animation, composed: composedOnce };
  const skips: Skip[] = affordable.pack ? [] : [skip('too-much-work')];
  const reduceToFloor = async (floor: number): Promise<PalettePng | null> => {
    if (affordable.reduce)
      return context.steps.timed('reduce', () => reduceAnimation(source, moving, floor, context));
    if (skips.length === 0) skips.push(skip('too-much-work'));
    return null;
  };
  const pack = async () =>
    ({ kind: 'packed', bytes: await packedBytes(source, moving, affordable, context) }) as const;
  return { strategies: { ...NO_LOSS, pack, reduceToFloor }, findings: { skips } };
}

/** What may be done to an animation in the time and memory that a file of its size has. */
interface AffordableSteps {
  readonly pack: boolean;
  readonly compose: boolean;
  readonly reduce: boolean;
}

function affordableSteps({ header, frames }: Animation, fileBytes: number): AffordableSteps {
  const canvas = header.width * header.height;
  const pixels = canvas * frames.length;
  const share = pixels / proportionOf(fileBytes);
  const pack = share <= SMALL_FILE_PACKED_PIXELS;
  const fitsMemory = canvas <= LARGE_PIXELS && pixels <= MOST_COMPOSED_PIXELS;
  const compose = fitsMemory && share <= SMALL_FILE_COMPOSED_PIXELS;
  return { pack, compose, reduce: compose && share <= SMALL_FILE_REDUCED_PIXELS };
}

/** The shortest way to draw all frames where they can be composed, else each frame packed better. */
async function packedBytes(
  source: PngSource,
  moving: AnimationFrames,
  affordable: AffordableSteps,
  context: EngineContext,
): Promise<Uint8Array> {
  const isExact = moving.animation.header.depth <= 8;
  const packed = affordable.compose && isExact ? await packAnimation(source, moving, context) : null;
  if (packed) return packed;
  return affordable.pack
    ? packFrames(displayChunks(source.chunks, source.ancillary), context)
    : asStored(source);
}

function asStored({ chunks, ancillary }: PngSource): Uint8Array {
  return writeChunks(displayChunks(chunks, ancillary));
}
