import { pixelsOf } from '../animation/pixels.ts';
import type { Delay, MovingFormat } from '../animation/moving-picture.ts';
import { viewOf } from '../../base/bytes.ts';
import { releaseRaster } from '../../base/release-raster.ts';
import { canvasSize, readRiff, withWebpMetadata } from '../../containers/riff.ts';
import { timingOf, writeFrames } from './write-frames.ts';

/** Animated WebP, to and from frames. */
export const movingWebp: MovingFormat = {
  async read({ bytes }, changeFrame, { codecs, signal }) {
    const chunks = readRiff(bytes);
    const { width, height } = canvasSize(chunks);
    const { delays, control } = timingOf(chunks);
    const all = await codecs.image.decodeFrames(bytes);
    if (all.height !== height * delays.length) return null;
    const frameBytes = width * height * all.channels;
    const frames = delays.map((_, number) => {
      signal.throwIfAborted();
      const data = all.data.subarray(number * frameBytes, (number + 1) * frameBytes);
      return changeFrame(pixelsOf({ ...all, height, data }));
    });
    releaseRaster(all);
    return {
      frames,
      still: null,
      delays: delays.map((numerator) => ({ numerator, denominator: 1000 })),
      plays: viewOf(control).getUint16(4, true),
    };
  },

  async write({ width, height, frames, delays, plays }, { icc, exif }, context) {
    const control = new Uint8Array(6);
    viewOf(control).setUint16(4, Math.min(plays, 0xffff), true);
    const bare = await writeFrames(frames, { width, height, delays: inMs(delays), control }, context);
    return withWebpMetadata(bare, { icc, exif, xmp: null, marker: null });
  },
};

/** Whole milliseconds whose sums stay within one of the exact times. */
function inMs(delays: readonly Delay[]): number[] {
  let [exact, told] = [0, 0];
  return delays.map(({ numerator, denominator }) => {
    exact += (1000 * numerator) / denominator;
    const ms = Math.round(exact) - told;
    told += ms;
    return ms;
  });
}
