import { describe, expect, it } from 'vitest';
import {
  imageHeader,
  profileChunk,
  readChunks,
  writeChunks,
  type Chunk,
} from '#engine/containers/png/chunks.ts';
import { orientationExif } from '#engine/metadata/exif.ts';
import {
  metadataChunks,
  readAncillary,
  withTrailingOrientation,
  withoutDescriptions,
} from '#engine/formats/png/metadata/kept-chunks.ts';
import { markerChunk } from '#engine/formats/png/metadata/marker-chunk.ts';
import { looksLikePhoto } from '#engine/formats/png/still/photo-hint.ts';
import { repackPng } from '#engine/formats/png/repack-png.ts';
import { sameSamples } from '#engine/formats/png/still/same-samples.ts';
import { asGrey, photoLike, userInterface } from '#tests/fixtures/pictures/generated-pictures.ts';
import { codecs } from '#tests/support/engine-run.ts';

const { deflate, image } = codecs;
const HEAD = imageHeader({ width: 1, height: 1, depth: 8, colourType: 2, isInterlaced: false });
const DATA = { type: 'IDAT', data: Uint8Array.of(1) };
const END = { type: 'IEND', data: new Uint8Array(0) };
const EXIF = { type: 'eXIf', data: orientationExif(6) };

/** A profile is as long as it says itself. */
function profile(length: number, declared = length): Uint8Array {
  const icc = new Uint8Array(length);
  new DataView(icc.buffer).setUint32(0, declared);
  return icc;
}

describe('readAncillary', () => {
  it.each([
    ['before the samples', [HEAD, EXIF, DATA, END], { orientation: 6, trailingOrientation: 1 }],
    ['after the samples', [HEAD, DATA, EXIF, END], { orientation: 1, trailingOrientation: 6 }],
    ['nowhere', [HEAD, DATA, END], { orientation: 1, trailingOrientation: 1 }],
  ])('tells an orientation %s', async (_, chunks: Chunk[], expected) => {
    expect(await readAncillary(chunks, deflate)).toMatchObject(expected);
  });

  it('reads the generation marker that markerChunk writes', async () => {
    expect(await readAncillary([HEAD, markerChunk(71), DATA, END], deflate)).toMatchObject({
      markedFloor: 71,
    });
  });

  it('reads a profile that profileChunk packed, and none that is cut short', async () => {
    const whole = await profileChunk(profile(400), deflate);
    expect((await readAncillary([HEAD, whole, DATA], deflate)).icc).toHaveLength(400);
    const short = await profileChunk(profile(400, 500), deflate);
    expect((await readAncillary([HEAD, short, DATA], deflate)).icc).toBeNull();
    const nameless = { type: 'iCCP', data: Uint8Array.of(1, 2) };
    expect((await readAncillary([HEAD, nameless, DATA], deflate)).icc).toBeNull();
  });
});

describe('metadataChunks', () => {
  const gamma = (value: number): Chunk => {
    const data = new Uint8Array(4);
    new DataView(data.buffer).setUint32(0, value);
    return { type: 'gAMA', data };
  };
  const density = { type: 'pHYs', data: new Uint8Array(9) };
  const typesFor = async (chunks: Chunk[], icc: Uint8Array | null) => {
    const ancillary = await readAncillary(chunks, deflate);
    return (await metadataChunks(chunks, ancillary, icc, deflate)).map(({ type }) => type);
  };

  it('keeps density, orientation and a gamma that says something', async () => {
    expect(await typesFor([HEAD, gamma(100_000), density, EXIF, DATA], null)).toEqual([
      'gAMA',
      'pHYs',
      'eXIf',
    ]);
    expect(await typesFor([HEAD, gamma(45_455), DATA], null)).toEqual([]);
  });

  it('puts a profile in place of a gamma', async () => {
    expect(await typesFor([HEAD, gamma(100_000), DATA], profile(200))).toEqual(['iCCP']);
  });
});

it('puts a trailing orientation back after the samples', async () => {
  const png = writeChunks([HEAD, DATA, END]);
  expect(withTrailingOrientation(png, await readAncillary([HEAD, EXIF, DATA, END], deflate))).toBe(png);
  const ancillary = await readAncillary([HEAD, DATA, EXIF, END], deflate);
  const trailing = readChunks(withTrailingOrientation(png, ancillary));
  expect(trailing.map(({ type }) => type)).toEqual(['IHDR', 'IDAT', 'eXIf', 'IEND']);
});

it('drops what only describes the picture', () => {
  const types = ['IHDR', 'tEXt', 'tRNS', 'iCCP', 'abCd', 'IDAT'].map((type) => ({ type, data: DATA.data }));
  expect(withoutDescriptions(types).map(({ type }) => type)).toEqual(['IHDR', 'tRNS', 'IDAT']);
});

it('packs samples again only where that is smaller', async () => {
  const png = await image.encodePng(photoLike(60, 40));
  const packed = await repackPng(png, deflate, 1 << 20);
  expect(packed.length).toBeLessThanOrEqual(png.length);
  expect(sameSamples(await image.decode(packed), await image.decode(png))).toBe(true);
  expect(await repackPng(packed, deflate, 1 << 20)).toBe(packed);
});

it('compares samples whatever their layout', () => {
  const colour = photoLike(9, 9);
  const grey = asGrey(colour);
  const data = Uint8Array.from({ length: 9 * 9 * 4 }, (_, i) => (i % 4 === 3 ? 255 : grey.data[i >> 2]!));
  expect(sameSamples(grey, { ...grey, channels: 4, space: 'rgb', data })).toBe(true);
  expect(sameSamples(grey, colour)).toBe(false);
});

it('knows a photograph from a screen, and takes no grey picture for one', () => {
  expect(looksLikePhoto(photoLike(480, 320, 2))).toBe(true);
  expect(looksLikePhoto(userInterface(240, 160))).toBe(false);
  expect(looksLikePhoto(asGrey(photoLike(480, 320, 2)))).toBe(false);
});
