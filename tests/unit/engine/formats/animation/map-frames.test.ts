import { describe, expect, it } from 'vitest';
import { coloursFor, FrameMapper, mapFrames } from '#engine/formats/animation/map-frames.ts';
import { pixelsOf } from '#engine/formats/animation/pixels.ts';
import { ColourMapper } from '#engine/palette/map/map-colours.ts';
import { photoLike, withSoftAlpha } from '#tests/fixtures/pictures/generated-pictures.ts';
import { sequenceOf } from '#tests/support/frame-sequences.ts';

const GREYS = Uint8Array.from({ length: 4 * 16 }, (_, i) => (i % 4 === 3 ? 255 : 17 * (i >> 2)));
const OPTIONS = [
  { dither: 0, lambda: 0 },
  { dither: 0, lambda: 8 },
  { dither: 0.5, lambda: 0 },
  { dither: 0.5, lambda: 8 },
];

function mapperFor(pictures: Parameters<typeof sequenceOf>[0], options: { dither: number; lambda: number }) {
  const sequence = sequenceOf(pictures);
  return new FrameMapper(coloursFor(sequence, GREYS), options);
}

describe('FrameMapper', () => {
  it.each(OPTIONS)('maps a first frame as a still picture with %o', (options) => {
    const picture = photoLike(40, 30);
    const indexes = mapperFor([picture], options).next(pixelsOf(picture));
    expect(indexes).toEqual(new ColourMapper(picture, GREYS).map(options));
  });

  it.each(OPTIONS)('changes no pixel that stands still with %o', (options) => {
    const [first, second] = [photoLike(40, 30), photoLike(40, 30)];
    second.data.fill(200, 0, 3 * 40 * 10);
    const mapper = mapperFor([first, second], options);
    const before = mapper.next(pixelsOf(first));
    const after = mapper.next(pixelsOf(second));
    expect(after.subarray(400)).toEqual(before.subarray(400));
    expect(after.subarray(0, 400)).not.toEqual(before.subarray(0, 400));
  });

  it('goes on with the colour that is there already where it is near enough', () => {
    const flat = (level: number) => {
      const data = new Uint8Array(20 * 20 * 3).fill(level);
      return { width: 20, height: 20, channels: 3, space: 'rgb', data } as const;
    };
    const mapper = mapperFor([flat(100), flat(112)], { dither: 0, lambda: 60 });
    const before = mapper.next(pixelsOf(flat(100)));
    expect(mapper.next(pixelsOf(flat(112)))).toEqual(before);
    expect(mapper.lastError()).toBeCloseTo(3 * 10 * 10, 1);
  });

  it('takes each frame of soft alpha to its nearest colours', () => {
    const picture = withSoftAlpha(photoLike(24, 24));
    const mapper = mapperFor([picture], { dither: 0, lambda: 0 });
    expect(mapper.lastError()).toBe(0);
    expect(mapper.next(pixelsOf(picture))).toEqual(new ColourMapper(picture, GREYS).nearestIndexes());
  });
});

it('maps all frames and the still, with the error of each', async () => {
  const pictures = [photoLike(30, 20, 1), photoLike(30, 20, 1), photoLike(30, 20, 2)];
  const mapped = await mapFrames(sequenceOf(pictures, photoLike(30, 20, 3)), GREYS, { dither: 0, lambda: 0 });
  expect(mapped.frames).toHaveLength(3);
  expect(mapped.still).toHaveLength(600);
  expect(mapped.errors[0]).toBeGreaterThan(0);
  expect(mapped.errors[1]).toBe(0);
  expect(mapped.errors[2]).toBeGreaterThan(0);
});
