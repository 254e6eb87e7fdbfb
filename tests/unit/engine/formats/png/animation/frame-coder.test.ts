import { describe, expect, it } from 'vitest';
import { OPAQUE } from '#engine/formats/animation/pixels.ts';
import { FrameCoder } from '#engine/formats/png/animation/frame-coder.ts';
import { estimateRows, packRows } from '#engine/formats/png/animation/pack-rows.ts';
import {
  paletteFormat,
  paletteFormats,
  PixelCensus,
  sampleFormat,
  type PixelFormat,
} from '#engine/formats/png/animation/pixel-format.ts';
import { BLEND, DISPOSE } from '#engine/formats/png/animation/read-frames.ts';
import { randomNumbers } from '#tests/fixtures/pictures/generated-pictures.ts';
import { codecs } from '#tests/support/engine-run.ts';

const SIZE = { width: 24, height: 16 };
const PIXELS = SIZE.width * SIZE.height;
const [RED, GREEN, GLASS] = [0xff0000ff, 0xff00ff00, 0x80ff0000];

/** Noise of many opaque colours, which is dear to draw. */
function noise(): Uint32Array {
  const random = randomNumbers(8);
  return Uint32Array.from({ length: PIXELS }, () => (OPAQUE | Math.floor(0xffffff * random())) >>> 0);
}

function withBlock(canvas: Uint32Array, left: number, colour: number): Uint32Array {
  const pixels = canvas.slice();
  for (let y = 4; y < 10; y++) pixels.fill(colour, y * SIZE.width + left, y * SIZE.width + left + 5);
  return pixels;
}

async function framesOf(canvases: readonly Uint32Array[], format: PixelFormat) {
  const coder = new FrameCoder(SIZE, format, codecs.deflate);
  for (const canvas of canvases) await coder.add(format.codesOf(canvas), 6);
  return coder.frames;
}

describe('FrameCoder', () => {
  it('draws the first frame whole and later ones where they change', async () => {
    const canvas = noise();
    const frames = await framesOf([canvas, withBlock(canvas, 3, RED)], sampleFormat(false, false));
    expect(frames[0]).toMatchObject({ x: 0, y: 0, ...SIZE, blend: BLEND.source });
    expect(frames[1]).toMatchObject({ x: 3, y: 4, width: 5, height: 6 });
  });

  it('draws one pixel where nothing changes', async () => {
    const canvas = noise();
    const frames = await framesOf([canvas, canvas], sampleFormat(false, false));
    expect(frames[1]).toMatchObject({ width: 1, height: 1 });
  });

  it('goes back to what was before a passing block', async () => {
    const canvas = noise();
    const canvases = [canvas, canvas, withBlock(canvas, 2, RED), withBlock(canvas, 14, RED)];
    const frames = await framesOf(canvases, sampleFormat(false, true));
    expect(frames[2]!.dispose).toBe(DISPOSE.previous);
    expect(frames[3]).toMatchObject({ x: 14, width: 5 });
  });

  it('clears the place of a block on an empty canvas', async () => {
    const empty = new Uint32Array(PIXELS);
    const canvases = [empty, withBlock(empty, 2, RED), withBlock(empty, 14, GREEN)];
    const frames = await framesOf(canvases, sampleFormat(false, true));
    expect(frames[1]!.dispose).not.toBe(DISPOSE.none);
    expect(frames[2]).toMatchObject({ x: 14, width: 5 });
  });

  it('draws over what shows where only some pixels of a rectangle change', async () => {
    const canvas = noise();
    const corners = canvas.slice();
    [corners[0], corners[PIXELS - 1]] = [RED, GREEN];
    const [, second] = await framesOf([canvas, corners], sampleFormat(false, true));
    expect(second).toMatchObject({ blend: BLEND.over, ...SIZE });
    const [, opaque] = await framesOf([canvas, corners], sampleFormat(false, false));
    expect(opaque!.blend).toBe(BLEND.source);
    expect(second!.data.length).toBeLessThan(opaque!.data.length / 4);
  });

  it('never draws something transparent over others', async () => {
    const canvas = noise();
    const corners = canvas.slice();
    [corners[0], corners[PIXELS - 1]] = [GLASS, GREEN];
    const [, second] = await framesOf([canvas, corners], sampleFormat(false, true));
    expect(second!.blend).toBe(BLEND.source);
  });

  it('works on palettes with a place for "as before"', async () => {
    const canvas = new Uint32Array(PIXELS).fill(RED);
    const [format] = paletteFormats(
      new Map([
        [RED, 9],
        [GREEN, 3],
      ]),
      { ...SIZE, depth: 8, colourType: 3, isInterlaced: false },
    );
    const spots = canvas.map((pixel, i) => (i % 7 === 0 ? GREEN : pixel));
    const frames = await framesOf([canvas, spots], format!);
    expect(frames).toHaveLength(2);
    expect(frames[1]!.data.length).toBeGreaterThan(0);
  });
});

describe('PixelCensus', () => {
  const header = { ...SIZE, depth: 8, colourType: 6, isInterlaced: false };
  const formats = (pixels: Uint32Array, space: 'grey' | 'rgb' | null = null, depth = 8) => {
    const census = new PixelCensus();
    census.note(pixels);
    return census
      .formats(space, { ...header, depth })
      .map(({ colourType, depth: bits }) => [colourType, bits]);
  };
  const greys = Uint32Array.from({ length: 256 }, (_, i) => (OPAQUE | (i * 0x10101)) >>> 0);

  it.each([
    ['few colours', Uint32Array.of(RED, GREEN), null, 8, [[3, 8]]],
    [
      'few colours of less than a byte',
      Uint32Array.of(RED, GREEN),
      null,
      4,
      [
        [3, 2],
        [3, 8],
      ],
    ],
    ['few colours beside a grey profile', Uint32Array.of(RED, GLASS), 'grey', 8, [[6, 8]]],
    [
      'many opaque colours',
      noise(),
      null,
      8,
      [
        [2, 8],
        [6, 8],
      ],
    ],
    [
      'many greys',
      greys,
      null,
      8,
      [
        [3, 8],
        [0, 8],
      ],
    ],
    ['many greys beside an RGB profile', greys, 'rgb', 8, [[3, 8]]],
  ] as const)('stores %s', (_, pixels, space, depth, expected) => {
    expect(formats(pixels, space, depth)).toEqual(expected);
  });

  it('stores many transparent colours with alpha', () => {
    expect(formats(noise().map((pixel) => (pixel & 0x80ffffff) >>> 0))).toEqual([[6, 8]]);
  });
});

describe('pixel formats', () => {
  it('pack palette indexes from the high bits, transparent colours listed first', () => {
    const format = paletteFormat([0, GLASS, RED], 2);
    expect(format.chunks.map(({ type, data }) => [type, ...data])).toEqual([
      ['PLTE', 0, 0, 0, 0, 0, 255, 255, 0, 0],
      ['tRNS', 0, 128],
    ]);
    const codes = format.codesOf(Uint32Array.of(RED, 0, GLASS));
    expect([...codes]).toEqual([2, 0, 1]);
    expect([...format.rowsOf(codes, 3, 1).data]).toEqual([0b10000100]);
    expect([format.isOpaque(2), format.isOpaque(1)]).toEqual([true, false]);
  });

  it.each([
    [true, false, [255]],
    [true, true, [255, 128]],
    [false, false, [255, 3, 9]],
    [false, true, [255, 3, 9, 128]],
  ])('store whole samples (grey %s, alpha %s)', (isGrey, hasAlpha, samples) => {
    const rows = sampleFormat(isGrey, hasAlpha).rowsOf(Uint32Array.of(0x800903ff), 1, 1);
    expect([...rows.data]).toEqual(samples);
    expect(rows.reach).toBe(samples.length);
  });
});

describe('packRows', () => {
  it('filters rows that go on evenly', async () => {
    const data = Uint8Array.from({ length: 64 * 64 }, (_, i) => (i % 64) * 3 + (i >> 6) * 2);
    const filtered = await packRows({ data, stride: 64, reach: 1 }, codecs.deflate, 9);
    const plain = await packRows({ data, stride: 64, reach: 0 }, codecs.deflate, 9);
    expect(filtered.length).toBeLessThan(plain.length / 2);
    expect(await estimateRows({ data, stride: 64, reach: 1 }, codecs.deflate)).toBeLessThan(plain.length);
  });
});
