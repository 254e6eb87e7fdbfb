import { describe, expect, it } from 'vitest';
import { PRESETS } from '#engine/index.ts';
import { readChunks, readHeader, type Chunk } from '#engine/containers/png/chunks.ts';
import {
  asGrey,
  photoLike,
  randomNumbers,
  userInterface,
  withSoftAlpha,
} from '#tests/fixtures/pictures/generated-pictures.ts';
import { animationOf } from '#tests/fixtures/pictures/png-animations.ts';
import { sixteenBitPng } from '#tests/fixtures/pictures/png-files.ts';
import {
  bytesChunk,
  gammaChunk,
  numbersChunk,
  P3_PRIMARIES,
  withChunks,
} from '#tests/fixtures/pictures/png-chunks.ts';
import type { Raster } from '#engine/base/raster.ts';
import { codecs, codesOf, run } from '#tests/support/engine-run.ts';

const { image } = codecs;

const DISPLAY: readonly Chunk[] = [
  bytesChunk('cICP', 12, 13, 0, 1),
  bytesChunk('mDCV', ...Array.from({ length: 24 }, (_, i) => i)),
  numbersChunk('cLLI', [10_000_000, 2_000_000]),
  gammaChunk(0.45455),
  P3_PRIMARIES,
  bytesChunk('pHYs', 0, 0, 23, 18, 0, 0, 23, 18, 1),
  bytesChunk('oFFs', 0, 0, 0, 7, 0, 0, 0, 9, 0),
  bytesChunk('sTER', 1),
];

/** All hues with grain, which no palette shows. */
function manyHues(): Raster {
  const random = randomNumbers(11);
  const [width, height] = [160, 140];
  const data = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [(i % width) / width, Math.floor(i / width) / height];
    const hues = [245 * x, 245 * y, 122 + 122 * Math.sin(9 * (x + 2 * y))];
    hues.forEach((hue, c) => (data[i * 3 + c] = hue + 10 * random()));
  }
  return { width, height, channels: 3, space: 'rgb', data };
}

const frames = [1, 2].map((seed) => ({ picture: photoLike(80, 60, seed) }));
const WAYS = {
  'packed without loss': { source: () => image.encodePng(photoLike(80, 60)), preset: 'lossless' },
  'in a palette': { source: () => image.encodePng(userInterface(160, 120)), preset: 'balanced' },
  'with rounded samples': { source: () => image.encodePng(manyHues()), preset: 'balanced' },
  'as an animation without loss': { source: () => animationOf(frames), preset: 'lossless' },
  'as an animation in a palette': { source: () => animationOf(frames), preset: 'small' },
} as const;

describe('what says how a PNG is shown', () => {
  it.each(Object.entries(WAYS))('stays %s', async (_, { source, preset }) => {
    const { bytes, report } = await run(withChunks(await source(), DISPLAY), { preset });
    const written = readChunks(bytes);
    for (const chunk of DISPLAY) expect(written.filter(({ type }) => type === chunk.type)).toEqual([chunk]);
    const kept = report.kept.map(({ feature }) => feature);
    expect(kept).toEqual(expect.arrayContaining(['density', 'coded-colours']));
  });

  it('goes where it says nothing, and is not called kept', async () => {
    const source = withChunks(await image.encodePng(photoLike(80, 60)), [
      bytesChunk('sRGB', 0),
      gammaChunk(1),
    ]);
    const { bytes, report } = await run(source);
    expect(readChunks(bytes).filter(({ type }) => type === 'gAMA')).toEqual([]);
    expect(report.kept).toEqual([]);
  });

  it.each([
    ['in a palette', userInterface(60, 45)],
    ['in grey', asGrey(photoLike(60, 45))],
    ['in colours', photoLike(60, 45)],
  ])('keeps the background of what is transparent, %s', async (_, picture) => {
    const clear = withSoftAlpha(picture);
    const isGrey = clear.channels === 2;
    const values = isGrey ? [0, 90] : [0, 200, 0, 10, 0, 30];
    const source = withChunks(await image.encodePng(clear), [bytesChunk('bKGD', ...values)]);
    for (const preset of PRESETS) {
      const { bytes } = await run(source, { preset });
      expect(backgroundOf(bytes)).toEqual(isGrey ? [90, 90, 90] : [200, 10, 30]);
    }
  });
});

/** Background colour of a PNG of 8 bits or fewer, by the book. */
function backgroundOf(png: Uint8Array): number[] {
  const chunks = readChunks(png);
  const data = (name: string) => chunks.find(({ type }) => type === name)!.data;
  const background = data('bKGD');
  const { colourType } = readHeader(chunks);
  if (colourType === 3) return [...data('PLTE').subarray(3 * background[0]!, 3 * background[0]! + 3)];
  const [r, g = r, b = r] = [1, 3, 5].flatMap((at) => (at < background.length ? [background[at]!] : []));
  return [r!, g!, b!];
}

describe('an HDR picture', () => {
  const hdr = bytesChunk('cICP', 9, 16, 0, 1);

  it('keeps its bits and its samples', async () => {
    const source = withChunks(await sixteenBitPng(), [hdr]);
    for (const preset of ['small', 'balanced'] as const) {
      const result = await run(source, { preset });
      expect(codesOf(result)).toEqual(['packed', 'colours-not-judged']);
      expect((await image.decode16(result.bytes)).data).toEqual((await image.decode16(source)).data);
    }
  });

  it('keeps its samples of 8 bits, for a size as well', async () => {
    const source = withChunks(await image.encodePng(photoLike(120, 90)), [hdr]);
    const { data } = await image.decode(source);
    for (const targetBytes of [undefined, 2_000]) {
      const { bytes } = await run(source, targetBytes ? { targetBytes } : {});
      expect((await image.decode(bytes)).data).toEqual(data);
    }
  });
});
