import { describe, expect, it } from 'vitest';
import type { Raster } from '#engine/raster.ts';
import { readChunks, writeChunks } from '#engine/containers/png-chunks.ts';
import { withMissedColours } from '#engine/palette/missed-colours.ts';
import { LambdaSearch } from '#engine/palette/lambda-search.ts';
import { orientationExif } from '#engine/metadata/exif.ts';
import { photoLike, userInterface } from '#tests/fixtures/pictures/generated-pictures.ts';
import { codecs, run } from '#tests/support/engine-run.ts';

const { image } = codecs;

/** Grey all over but for a small red square. */
function dotted(): Raster {
  const [width, height] = [96, 96];
  const data = new Uint8Array(width * height * 3).fill(120);
  for (let y = 40; y < 48; y++) for (let x = 40; x < 48; x++) data.set([230, 20, 20], (y * width + x) * 3);
  return { width, height, channels: 3, space: 'rgb', data };
}

describe('withMissedColours', () => {
  it('adds the colour of an area that the palette shows grossly wrong', () => {
    const palette = Uint8Array.of(120, 120, 120, 255);
    const fuller = withMissedColours(dotted(), palette, new Uint8Array(96 * 96));
    expect([...fuller]).toEqual([120, 120, 120, 255, 230, 20, 20, 255]);
  });

  it('makes room in a full palette by giving up what is hardly used', () => {
    const palette = Uint8Array.from({ length: 1024 }, (_, i) => (i % 4 === 3 ? 255 : i >> 2));
    const fuller = withMissedColours(dotted(), palette, new Uint8Array(96 * 96).fill(120));
    expect(fuller.length).toBe(1024);
    expect([...fuller.subarray(-4)]).toEqual([230, 20, 20, 255]);
    expect(fuller.some((sample, i) => i % 4 === 0 && sample === 120)).toBe(true);
  });

  it('leaves a palette alone that shows everything nearly right', () => {
    const palette = Uint8Array.of(118, 120, 122, 255, 225, 25, 15, 255);
    const raster = dotted();
    const nearest = Uint8Array.from({ length: 96 * 96 }, (_, i) => (raster.data[i * 3]! > 200 ? 1 : 0));
    expect(withMissedColours(raster, palette, nearest)).toBe(palette);
  });
});

describe('LambdaSearch', () => {
  it('ends near the floor of a smooth curve within a few measures', async () => {
    let measures = 0;
    const measure = (lambda: number) => {
      measures++;
      const x = Math.log2(lambda + 1);
      return Promise.resolve({ lambda, score: 92 - 1.2 * x * x, bytes: 9000 * Math.exp(-0.2 * x) });
    };
    const search = new LambdaSearch({ floor: 71, measure });
    await search.at(0);
    await search.run(0.5, 5);
    expect(search.best!.score).toBeGreaterThanOrEqual(71);
    expect(search.best!.score).toBeLessThan(72);
    expect(measures).toBeLessThanOrEqual(6);
  });

  it('answers with the smallest, not with the one of the largest lambda, that reached the floor', async () => {
    const measure = (lambda: number) => Promise.resolve({ lambda, score: 80, bytes: 1000 + lambda });
    const search = new LambdaSearch({ floor: 71, measure });
    await search.at(0);
    await search.run(0.5, 3);
    expect(search.best!.lambda).toBe(0);
  });
});

it('leaves an orientation where it stood: after the samples browsers do not follow it', async () => {
  const chunks = readChunks(await image.encodePng(photoLike(120, 90)));
  const exif = { type: 'eXIf', data: orientationExif(6) };
  const late = await run(writeChunks([...chunks.slice(0, -1), exif, ...chunks.slice(-1)]));
  const types = readChunks(late.bytes).map(({ type }) => type);
  expect(types.indexOf('eXIf')).toBeGreaterThan(types.indexOf('IDAT'));
  const early = await run(writeChunks([chunks[0]!, exif, ...chunks.slice(1)]));
  const before = readChunks(early.bytes).map(({ type }) => type);
  expect(before.indexOf('eXIf')).toBeLessThan(before.indexOf('IDAT'));
});

it('gives the same bytes every time, also when three run at once', async () => {
  const source = await image.encodePng(userInterface(400, 300));
  const results = await Promise.all([run(source), run(source), run(source)]);
  for (const { bytes } of results) expect(bytes).toEqual(results[0].bytes);
});
