import { describe, expect, it } from 'vitest';
import { readChunks, readHeader, writeChunks } from '#engine/containers/png/chunks.ts';
import type { Raster } from '#engine/base/raster.ts';
import { photoLike, userInterface, withSoftAlpha } from '#tests/fixtures/pictures/generated-pictures.ts';
import { animationOf, shownFrames, type FrameOf } from '#tests/fixtures/pictures/png-animations.ts';
import { sixteenBitPng } from '#tests/fixtures/pictures/png-files.ts';
import { codesOf, run } from '#tests/support/engine-run.ts';
import { visualScore } from '#tests/support/visual-score.ts';

const WIDTH = 160;
const HEIGHT = 120;

describe('compressPng with an animation', () => {
  it('draws only what changes and shows every frame as before in the lossless preset', async () => {
    const source = await animationOf(screenWithCursor(), 3);
    const { bytes, report } = await run(source, { preset: 'lossless' });
    expect(bytes.length).toBeLessThan(0.6 * source.length);
    expect(await differingFrames(source, bytes)).toEqual([]);
    expect(timing(bytes)).toEqual(timing(source));
    expect(report.kept).toContainEqual(expect.objectContaining({ feature: 'animation', count: 6 }));
  });

  it.each([0, 1, 2])(
    'keeps frames with dispose %i, drawn over others or in place of them',
    async (dispose) => {
      const sprite = withSoftAlpha(photoLike(40, 40));
      const hard = { ...sprite, data: sprite.data.map((v, i) => (i % 4 === 3 ? (v > 127 ? 255 : 0) : v)) };
      const frames = [0, 1, 2, 3].map((i) => ({
        picture: hard,
        x: 5 + 20 * i,
        y: 3 * i,
        dispose,
        blend: i % 2,
      }));
      const canvas = { picture: withSoftAlpha(userInterface(WIDTH, HEIGHT)), dispose };
      const source = await animationOf([canvas, ...frames]);
      const { bytes } = await run(source, { preset: 'lossless' });
      expect(bytes.length).toBeLessThan(source.length);
      // Colours that nobody sees may differ, and do not count here: samples are multiplied by their alpha.
      expect(await differingFrames(source, bytes)).toEqual([]);
    },
  );

  it('leaves what is see-through and drawn over others to each program', async () => {
    const sprite = withSoftAlpha(photoLike(60, 60));
    const canvas = { picture: withSoftAlpha(photoLike(WIDTH, HEIGHT, 2)) };
    const source = await animationOf([canvas, { picture: sprite, x: 30, y: 20, blend: 1 }]);
    const { bytes } = await run(source, { preset: 'lossless' });
    expect(await differingFrames(source, bytes)).toEqual([]);
  });

  it('reduces colours with every frame above the floor and nothing moving that stood still', async () => {
    const source = await animationOf(spriteOverPhoto(), 2);
    const { bytes, report } = await run(source);
    const [before, after] = [await shownFrames(source), await shownFrames(bytes)];
    expect(bytes.length).toBeLessThan(0.35 * source.length);
    expect(report.score).toBeGreaterThanOrEqual(71);
    const scores = before.map((frame, i) => visualScore(rasterOf(frame), rasterOf(after[i]!)));
    expect(Math.min(...scores)).toBeGreaterThanOrEqual(71);
    expect(flickering(before, after)).toBe(0);
    expect(timing(bytes)).toEqual(timing(source));
  });

  it('keeps every frame of a picture that stands still', async () => {
    const picture = userInterface(WIDTH, HEIGHT);
    const source = await animationOf([0, 70, 500].map((delay) => ({ picture, delay })));
    const { bytes } = await run(source);
    expect(timing(bytes)).toEqual(timing(source));
    expect(bytes.length).toBeLessThan(source.length);
  });

  it('keeps the picture that is shown where animations are not', async () => {
    const hidden = photoLike(WIDTH, HEIGHT, 9);
    const source = await animationOf(screenWithCursor(), 0, hidden);
    for (const preset of ['lossless', 'balanced'] as const) {
      const { bytes } = await run(source, { preset });
      const types = readChunks(bytes).map(({ type }) => type);
      expect(types.indexOf('IDAT')).toBeLessThan(types.indexOf('fcTL'));
      expect((await shownFrames(bytes)).length).toBe(6);
      expect(timing(bytes)).toEqual(timing(source));
    }
  });

  it('leaves the frames of an animation with numbers out of order alone', async () => {
    const chunks = readChunks(await animationOf(screenWithCursor()));
    const second = chunks.filter(({ type }) => type === 'fcTL')[1]!;
    const data = second.data.slice();
    data[3]! += 5;
    const source = writeChunks(chunks.map((chunk) => (chunk === second ? { ...chunk, data } : chunk)));
    const result = await run(source);
    expect(result.bytes).toEqual(source);
    expect(codesOf(result)).toContain('odd-animation');
  });

  it('keeps 16 bits a sample in the presets high and lossless', async () => {
    const still = readChunks(await sixteenBitPng());
    const small = readChunks(await animationOf([{ picture: userInterface(256, 128) }]));
    const control = small.filter(({ type }) => type === 'acTL' || type === 'fcTL');
    const comment = {
      type: 'tEXt',
      data: new TextEncoder().encode('Software\0a program that packs as well as we do'),
    };
    const source = writeChunks([still[0]!, ...control, comment, ...still.slice(1)]);
    const { bytes } = await run(source, { preset: 'high' });
    expect(bytes.length).toBeLessThan(source.length);
    expect(readHeader(readChunks(bytes)).depth).toBe(16);
  });

  it('shrinks little the second time', async () => {
    const first = await run(await animationOf(spriteOverPhoto()));
    const second = await run(first.bytes);
    expect(second.bytes.length).toBeGreaterThan(0.97 * first.bytes.length);
  });

  it('fits a target size, and says what the smallest is when it cannot', async () => {
    const source = await animationOf(spriteOverPhoto());
    const targetBytes = Math.round(0.4 * source.length);
    const fitting = await run(source, { targetBytes });
    expect(fitting.report.target).toEqual({ bytes: targetBytes, met: true });
    expect(fitting.bytes.length).toBeLessThanOrEqual(targetBytes);
    expect(timing(fitting.bytes)).toEqual(timing(source));
    const missed = await run(source, { targetBytes: 300 });
    expect(missed.report.target).toEqual({ bytes: 300, met: false, smallestBytes: missed.bytes.length });
  });

  it('answers with all frames when time is up', async () => {
    const source = await animationOf(spriteOverPhoto());
    const { bytes } = await run(source, { budgetMs: 0 });
    expect(bytes.length).toBeLessThanOrEqual(source.length);
    expect(timing(bytes)).toEqual(timing(source));
  });
});

/** A small block that wanders over a screen. */
function screenWithCursor(): FrameOf[] {
  return Array.from({ length: 6 }, (_, i) => {
    const picture = painted(userInterface(WIDTH, HEIGHT), 10 + 17 * i, 30 + 9 * i, [10, 10, 10 + i]);
    return { picture, delay: 20 * i };
  });
}

/** A red block that moves along a photograph. */
function spriteOverPhoto(): FrameOf[] {
  return Array.from({ length: 5 }, (_, i) => ({
    picture: painted(photoLike(WIDTH, HEIGHT, 4), 12 * i, 50, [220, 30, 30]),
  }));
}

function painted(picture: Raster, left: number, top: number, colour: readonly number[]): Raster {
  for (let y = top; y < top + 14; y++)
    for (let x = left; x < left + 14; x++) picture.data.set(colour, (y * picture.width + x) * 3);
  return picture;
}

/** Numbers of the frames that two animations show differently, in whatever sample. */
async function differingFrames(source: Uint8Array, result: Uint8Array): Promise<number[]> {
  const [before, after] = [await shownFrames(source), await shownFrames(result)];
  expect(after.length).toBe(before.length);
  return [...before.keys()].filter((i) => !before[i]!.every((sample, at) => sample === after[i]![at]));
}

/** Frames, delays and plays. */
function timing(png: Uint8Array) {
  const chunks = readChunks(png);
  return {
    plays: [...chunks.find(({ type }) => type === 'acTL')!.data],
    delays: chunks.filter(({ type }) => type === 'fcTL').map(({ data }) => [...data.subarray(20, 24)]),
  };
}

function rasterOf(frame: Float64Array): Raster {
  const data = Uint8Array.from({ length: WIDTH * HEIGHT * 3 }, (_, i) =>
    Math.round(frame[Math.floor(i / 3) * 4 + (i % 3)]!),
  );
  return { width: WIDTH, height: HEIGHT, channels: 3, space: 'rgb', data };
}

/** Samples that change in the result while the source stands still. */
function flickering(before: readonly Float64Array[], after: readonly Float64Array[]): number {
  let count = 0;
  for (let i = 1; i < before.length; i++)
    for (let at = 0; at < before[i]!.length; at++)
      if (isStill(before[i]!, before[i - 1]!, at) && after[i]![at] !== after[i - 1]![at]) count++;
  return count;
}

/** Whether the pixel of a sample is the same in two frames. */
function isStill(a: Float64Array, b: Float64Array, at: number): boolean {
  const first = at - (at % 4);
  return [0, 1, 2, 3].every((c) => a[first + c] === b[first + c]);
}
