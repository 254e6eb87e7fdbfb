import { describe, expect, it } from 'vitest';
import { readChunks, writeChunks, type Chunk } from '#engine/containers/png/chunks.ts';
import { composeFrames } from '#engine/formats/png/animation/compose-frames.ts';
import { ComposedFrames } from '#engine/formats/png/animation/composed-frames.ts';
import { readAnimation, type Animation } from '#engine/formats/png/animation/read-animation.ts';
import type { Raster } from '#engine/base/raster.ts';
import { animationOf, type FrameOf } from '#tests/fixtures/pictures/png-animations.ts';
import { engineContext } from '#tests/support/engine-context.ts';
import { codecs } from '#tests/support/engine-run.ts';

const RED = 0xff0000ff;
const BLUE = 0xffff0000;
const HALF_BLUE = 0x80ff0000;

/** An RGBA raster of one colour. */
function flat(width: number, height: number, pixel: number): Raster {
  const sample = [pixel & 255, (pixel >>> 8) & 255, (pixel >>> 16) & 255, pixel >>> 24];
  const data = Uint8Array.from({ length: width * height * 4 }, (_, i) => sample[i % 4]!);
  return { width, height, channels: 4, space: 'rgb', data };
}

async function animation(frames: readonly FrameOf[], hidden: Raster | null = null): Promise<Animation> {
  return readAnimation(readChunks(await animationOf(frames, 2, hidden)))!;
}

/** The composed frames of a canvas of 2 × 1 px, as numbers. */
async function composed(frames: readonly FrameOf[]): Promise<{ shown: number[][]; isMixed: boolean }> {
  const shown: number[][] = [];
  let isMixed = false;
  const read = await animation(frames);
  for await (const pixels of composeFrames(read, codecs.image, () => (isMixed = true)))
    shown.push([...pixels]);
  return { shown, isMixed };
}

describe('composeFrames', () => {
  const canvas = { picture: flat(2, 1, RED) };
  const last = { picture: flat(1, 1, BLUE), x: 0, blend: 1 };

  it.each([
    ['leaves a frame', 0, [BLUE, BLUE]],
    ['clears it', 1, [BLUE, 0]],
    ['goes back to what was before', 2, [BLUE, RED]],
  ])('%s with dispose %i', async (_, dispose, expected) => {
    const second = { picture: flat(1, 1, BLUE), x: 1, dispose };
    const { shown } = await composed([canvas, second, last]);
    expect(shown).toEqual([[RED, RED], [RED, BLUE], expected]);
  });

  it('clears a first frame that asks to go back', async () => {
    const { shown } = await composed([{ ...canvas, dispose: 2 }, last]);
    expect(shown[1]).toEqual([BLUE, 0]);
  });

  it('says when transparent samples are drawn over others', async () => {
    const glass = { picture: flat(1, 1, HALF_BLUE), blend: 1 };
    const { shown, isMixed } = await composed([canvas, glass]);
    expect(isMixed).toBe(true);
    expect(shown[1]).toEqual([0xff80007f, RED]);
    const inPlace = await composed([canvas, { ...glass, blend: 0 }]);
    expect(inPlace).toEqual({
      shown: [
        [RED, RED],
        [HALF_BLUE, RED],
      ],
      isMixed: false,
    });
  });
});

describe('ComposedFrames', () => {
  it('knows the still, and whether something shows through', async () => {
    const context = engineContext({ codecs });
    const frames = [{ picture: flat(2, 1, RED) }, { picture: flat(2, 1, BLUE) }];
    const plain = await ComposedFrames.open(await animation(frames), context);
    expect(plain).toMatchObject({ width: 2, height: 1, count: 2, still: null, isOpaque: true });
    expect(await plain.pick([1])).toEqual([Uint32Array.of(BLUE, BLUE)]);
    const hidden = await animation(frames, flat(2, 1, HALF_BLUE));
    const withStill = await ComposedFrames.open(hidden, context);
    expect(withStill.still).toEqual(Uint32Array.of(HALF_BLUE, HALF_BLUE));
    expect(withStill.isOpaque).toBe(false);
  });
});

describe('readAnimation', () => {
  const frames = [{ picture: flat(3, 2, RED) }, { picture: flat(1, 1, BLUE), x: 2, y: 1 }];

  it('reads frames with place, delay and plays', async () => {
    const read = await animation([frames[0]!, { ...frames[1]!, delay: 70, dispose: 1, blend: 1 }]);
    expect(read).toMatchObject({ plays: 2, still: null, header: { width: 3, height: 2 } });
    expect(read.frames[1]).toMatchObject({ x: 2, y: 1, width: 1, height: 1, dispose: 1, blend: 1 });
    expect([...read.frames[1]!.delay]).toEqual([0, 70, 3, 232]);
  });

  /** Changes a byte of the data of the n-th chunk of a type. */
  function patched(type: string, nth: number, at: number, value: number) {
    return (chunks: readonly Chunk[]): readonly Chunk[] => {
      const chunk = chunks.filter((candidate) => candidate.type === type)[nth]!;
      const data = chunk.data.slice();
      data[at] = value;
      return chunks.map((candidate) => (candidate === chunk ? { type, data } : candidate));
    };
  }

  it.each<[string, (chunks: readonly Chunk[]) => readonly Chunk[]]>([
    ['no control chunk', (chunks) => chunks.filter(({ type }) => type !== 'acTL')],
    ['two control chunks', (chunks) => [...chunks.slice(0, 2), ...chunks.slice(1)]],
    ['another number of frames', patched('acTL', 0, 3, 3)],
    ['numbers out of order', patched('fcTL', 1, 3, 9)],
    ['data out of order', patched('fdAT', 0, 3, 9)],
    ['a frame that reaches past the canvas', patched('fcTL', 1, 15, 3)],
    ['an unknown way to dispose', patched('fcTL', 1, 24, 3)],
    ['a first frame smaller than the canvas', patched('fcTL', 0, 7, 2)],
    ['a frame without data', (chunks) => chunks.filter(({ type }) => type !== 'fdAT')],
    ['data without a frame', (chunks) => chunks.filter(({ type }) => type !== 'fcTL')],
  ])('refuses %s', async (_, breakRule) => {
    const chunks = readChunks(await animationOf(frames));
    expect(readAnimation(readChunks(writeChunks(breakRule(chunks))))).toBeNull();
  });
});
