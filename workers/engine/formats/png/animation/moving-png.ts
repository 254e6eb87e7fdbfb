import type { Delay, MovingFormat } from '../../animation/moving-picture.ts';
import { viewOf } from '../../../base/bytes.ts';
import { profileChunk, readChunks } from '../../../containers/png/chunks.ts';
import { readIcc } from '../../../metadata/icc.ts';
import { ComposedFrames } from './composed-frames.ts';
import { encodeAnimation } from './encode-animation.ts';
import { PixelCensus } from './pixel-format.ts';
import { readAnimation } from './read-animation.ts';

/** Hundredths of a second where a delay names no parts. Source: PNG specification, third edition, 11.3.6.2. */
const USUAL_DENOMINATOR = 100;

/** Animated PNG, to and from frames. */
export const movingPng: MovingFormat = {
  async read({ bytes }, changeFrame, context) {
    const animation = readAnimation(readChunks(bytes));
    if (!animation) return null;
    const composed = await ComposedFrames.open(animation, context);
    const frames = [];
    for await (const [, pixels] of composed.frames()) frames.push(changeFrame(pixels));
    const delays = animation.frames.map(({ delay }): Delay => {
      const view = viewOf(delay);
      return { numerator: view.getUint16(0), denominator: view.getUint16(2) || USUAL_DENOMINATOR };
    });
    return { frames, still: composed.still && changeFrame(composed.still), delays, plays: animation.plays };
  },

  async write({ width, height, frames, still, delays, plays }, { icc, exif }, context) {
    const { deflate } = context.codecs;
    const census = new PixelCensus();
    for (const pixels of still ? [...frames, still] : frames) census.note(pixels);
    const space = icc && readIcc(icc).space === 'grey' ? 'grey' : icc ? 'rgb' : null;
    const header = { width, height, depth: 8, colourType: 6, isInterlaced: false };
    return encodeAnimation(
      {
        source: { header, plays, frames: delays.map((delay) => ({ delay: storedDelay(delay) })) },
        formats: census.formats(space, header),
        codedIn: (format) => ({
          frames: async function* () {
            for (const pixels of frames) yield await Promise.resolve(format.codesOf(pixels));
          },
          still: still && format.codesOf(still),
        }),
        metadata: [
          ...(icc ? [await profileChunk(icc, deflate)] : []),
          ...(exif ? [{ type: 'eXIf', data: exif }] : []),
        ],
      },
      context,
    );
  },
};

function storedDelay({ numerator, denominator }: Delay): Uint8Array {
  const delay = new Uint8Array(4);
  viewOf(delay).setUint16(0, numerator);
  viewOf(delay).setUint16(2, denominator);
  return delay;
}
