import { deflateSync, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  joinedData,
  readChunks,
  readHeader,
  writeChunks,
  type Chunk,
} from '#engine/containers/png/chunks.ts';
import { photoLike, userInterface } from '#tests/fixtures/pictures/generated-pictures.ts';
import { animatedPng } from '#tests/fixtures/pictures/png-files.ts';
import { codecs } from '#tests/support/engine-run.ts';
import { pngOf, type PlainPicture } from './plain-pictures.ts';

const { image } = codecs;
const KEEP = { keepChunks: true } as const;

const layoutOf = (png: Uint8Array): ReturnType<typeof readHeader> => readHeader(readChunks(png));
const typesOf = (png: Uint8Array): string[] => readChunks(png).map(({ type }) => type);
const colours = (png: Uint8Array): number => joinedData(readChunks(png), 'PLTE').length / 3;

describe('an optimised PNG', () => {
  const DEPTHS = { 0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16] } as const;
  const kinds = ([0, 2, 3, 4, 6] as const).flatMap((colourType) =>
    DEPTHS[colourType].flatMap((depth) =>
      [false, true].map((isInterlaced) => ({ colourType, depth, isInterlaced })),
    ),
  );

  it.each(kinds)('has every sample of $colourType at $depth bits, interlaced $isInterlaced', async (kind) => {
    for (const pattern of ['noise', 'steps', 'few'] as const) {
      const png = pngOf({ ...kind, width: 37, height: 23, pattern });
      for (const effort of ['quick', 'full'] as const) {
        const result = await image.optimizePng(png, { ...KEEP, effort });
        expect(result.length).toBeLessThanOrEqual(png.length);
        expect(await image.decode16(result)).toMatchObject(await samplesOf(png, result));
      }
    }
  });

  it('has every sample of the smallest interlaced pictures, and no passes where they cost bytes', async () => {
    for (const [width, height] of [
      [1, 1],
      [2, 3],
      [4, 5],
      [5, 4],
      [9, 9],
    ] as const) {
      const png = pngOf({ colourType: 2, depth: 8, isInterlaced: true, width, height, pattern: 'steps' });
      const result = await image.optimizePng(png, KEEP);
      expect((await image.decode(result)).data).toEqual((await image.decode(png)).data);
      expect(layoutOf(result).isInterlaced).toBe(result.length === png.length);
    }
  });

  it.each<[string, PlainPicture, object]>([
    [
      '8 bits where 16 say no more',
      { colourType: 2, depth: 16, pattern: 'noise', isDoubled: true },
      { depth: 8, colourType: 2 },
    ],
    [
      '16 bits where they say more',
      { colourType: 2, depth: 16, pattern: 'noise' },
      { depth: 16, colourType: 2 },
    ],
    [
      'grey for grey colours',
      { colourType: 2, depth: 8, pattern: 'noise', isGrey: true },
      { depth: 8, colourType: 0 },
    ],
    [
      'no alpha that is opaque',
      { colourType: 6, depth: 8, pattern: 'noise', isOpaque: true },
      { depth: 8, colourType: 2 },
    ],
    ['alpha that is not', { colourType: 6, depth: 8, pattern: 'noise' }, { depth: 8, colourType: 6 }],
    ['a palette for few colours', { colourType: 6, depth: 8, pattern: 'few' }, { depth: 4, colourType: 3 }],
    ['two levels in a bit', { colourType: 0, depth: 8, pattern: 'black-white' }, { depth: 1 }],
  ])('has %s', async (_, picture, layout) => {
    const result = await image.optimizePng(pngOf({ ...picture, width: 90, height: 70 }), KEEP);
    expect(layoutOf(result)).toMatchObject(layout);
  });

  it('has each colour of its palette once, and none that is not used', async () => {
    const png = pngOf({ colourType: 3, depth: 8, pattern: 'few', width: 40, height: 40, isDoubled: true });
    expect(colours(png)).toBe(256);
    expect(colours(await image.optimizePng(png, KEEP))).toBeLessThan(17);
  });

  it('filters rows where that pays', async () => {
    const png = await image.encodePng(photoLike(120, 90));
    const [none, all] = await Promise.all(
      (['quick', 'full'] as const).map((effort) => image.optimizePng(png, { ...KEEP, effort })),
    );
    expect(all!.length).toBeLessThan(none!.length * 0.9);
    const rows = inflateSync(joinedData(readChunks(all!), 'IDAT'));
    const filters = new Set(Array.from({ length: 90 }, (_, row) => rows[row * (1 + 120 * 3)]));
    expect([...filters].some((filter) => filter !== 0)).toBe(true);
  });

  it('is the file itself where nothing is smaller', async () => {
    const once = await image.optimizePng(await image.encodePng(userInterface(80, 60)), KEEP);
    expect(await image.optimizePng(once, KEEP)).toEqual(once);
  });
});

/** What 16 bits of a result must be: those of the source, in as many channels. */
async function samplesOf(png: Uint8Array, result: Uint8Array): Promise<object> {
  const [source, smaller] = [await image.decode16(png), await image.decode16(result)];
  const { channels } = smaller;
  const alphaOf = (count: number): boolean => count % 2 === 0;
  const data = new Uint16Array(source.width * source.height * channels);
  for (let i = 0; i < source.width * source.height; i++) {
    const from = source.data.subarray(i * source.channels, (i + 1) * source.channels);
    const greyToo = source.channels < 3;
    for (let c = 0; c < channels; c++) {
      const isAlpha = alphaOf(channels) && c === channels - 1;
      if (isAlpha) data[i * channels + c] = alphaOf(source.channels) ? from.at(-1)! : 0xffff;
      else data[i * channels + c] = from[greyToo ? 0 : c]!;
    }
  }
  return { width: source.width, height: source.height, data };
}

describe('chunks beside the samples', () => {
  const chunk = (type: string, ...data: number[]): Chunk => ({ type, data: Uint8Array.from(data) });
  const PROFILE = Uint8Array.from({ length: 3000 }, (_, at) => (at * at) & 63);
  const profile: Chunk = {
    type: 'iCCP',
    data: Buffer.concat([Buffer.from('a name\0\0'), deflateSync(PROFILE, { level: 0 })]),
  };
  const withChunks = (png: Uint8Array, ...chunks: Chunk[]): Uint8Array => {
    const [head, ...rest] = readChunks(png);
    return writeChunks([head!, ...chunks, ...rest]);
  };
  const grey = pngOf({ colourType: 2, depth: 8, pattern: 'noise', isGrey: true, width: 40, height: 30 });

  it('stay where they are right, and go where they are asked to', async () => {
    const png = withChunks(
      grey,
      chunk('gAMA', 0, 0, 0xb1, 0x8f),
      chunk('tEXt', 65, 0, 66),
      chunk('bKGD', 0, 1, 0, 1, 0, 1),
    );
    expect(typesOf(await image.optimizePng(png, KEEP))).toEqual(['IHDR', 'gAMA', 'tEXt', 'IDAT', 'IEND']);
    expect(typesOf(await image.optimizePng(png, { keepChunks: false }))).toEqual(['IHDR', 'IDAT', 'IEND']);
  });

  it('stay as they are beside samples that are stored as before', async () => {
    const noise = pngOf({ colourType: 2, depth: 8, pattern: 'noise', width: 40, height: 30 });
    const result = await image.optimizePng(withChunks(noise, chunk('sBIT', 8, 8, 8)), KEEP);
    expect(typesOf(result)).toContain('sBIT');
  });

  it.each([
    ['iCCP', profile],
    ['sRGB', chunk('sRGB', 0)],
  ] as const)('of colours (%s) keep them from becoming grey', async (type, about) => {
    const result = await image.optimizePng(withChunks(grey, about), KEEP);
    expect(layoutOf(result).colourType).not.toBe(0);
    expect(typesOf(result)).toContain(type);
  });

  it('hold the profile in fewer bytes', async () => {
    const result = await image.optimizePng(withChunks(grey, profile), KEEP);
    const { data } = readChunks(result).find(({ type }) => type === 'iCCP')!;
    expect(data.length).toBeLessThan(profile.data.length);
    expect(inflateSync(data.subarray(data.indexOf(0) + 2))).toEqual(Buffer.from(PROFILE));
  });

  it('that speak of bytes as they were are left out', async () => {
    const result = await image.optimizePng(withChunks(grey, chunk('caBX', 1), chunk('iDOT', 2)), KEEP);
    expect(typesOf(result)).toEqual(['IHDR', 'IDAT', 'IEND']);
  });

  it('of transparency that decoders pass over are passed over too', async () => {
    const few = pngOf({ colourType: 3, depth: 8, pattern: 'few', width: 40, height: 30 });
    const [head, palette, ...rest] = readChunks(few);
    const noise = readChunks(pngOf({ colourType: 0, depth: 8, pattern: 'noise', width: 40, height: 30 }));
    for (const chunks of [
      [head!, chunk('tRNS', 0, 0, 0), palette!, ...rest],
      [head!, palette!, rest[0]!, chunk('tRNS', 0, 0, 0), ...rest.slice(1)],
      [head!, palette!, { type: 'tRNS', data: new Uint8Array(257) }, ...rest],
      [noise[0]!, chunk('tRNS', 0, 9, 9), ...noise.slice(1)],
    ]) {
      const png = writeChunks(chunks);
      expect((await image.decode(await image.optimizePng(png, KEEP))).channels % 2).toBe(1);
    }
  });

  it('of transparency count in the bits of a sample alone', async () => {
    const [head, ...rest] = readChunks(
      pngOf({ colourType: 0, depth: 1, pattern: 'noise', width: 40, height: 30 }),
    );
    const png = writeChunks([head!, chunk('tRNS', 0, 0x20), ...rest]);
    const { channels, data } = await image.decode(png);
    expect(channels).toBe(2);
    expect(await image.decode(await image.optimizePng(png, KEEP))).toMatchObject({ channels, data });
  });

  it('of an animation keep it as it is', async () => {
    const moving = await animatedPng();
    expect(await image.optimizePng(moving, KEEP)).toEqual(moving);
  });
});

describe('a damaged PNG', () => {
  const png = pngOf({ colourType: 2, depth: 8, pattern: 'noise', width: 20, height: 20 });
  const changed = (edit: (chunks: Chunk[]) => Chunk[]): Uint8Array => writeChunks(edit(readChunks(png)));
  const withHeader = (at: number, value: number): Uint8Array =>
    changed(([head, ...rest]) => [
      { type: 'IHDR', data: head!.data.slice().fill(value, at, at + 1) },
      ...rest,
    ]);
  const flipped = png.slice();
  flipped[60]! ^= 1;

  it.each([
    ['cut short', png.subarray(0, png.length - 20)],
    ['with a wrong checksum', flipped],
    ['without samples', changed((chunks) => chunks.filter(({ type }) => type !== 'IDAT'))],
    ['with fewer rows than it says', withHeader(7, 21)],
    ['with more rows than it says', withHeader(7, 19)],
    ['of a depth that there is not', withHeader(8, 3)],
    ['of a colour type that there is not', withHeader(9, 5)],
    ['of an interlacing that there is not', withHeader(12, 2)],
    ['that is none', new TextEncoder().encode('no picture at all')],
    ['without a byte', new Uint8Array(0)],
  ])('%s is told as such', async (_, bytes) => {
    await expect(image.optimizePng(bytes, KEEP)).rejects.toMatchObject({ code: 'damaged' });
  });

  it('with a filter that there is not is told as such', async () => {
    const rows = inflateSync(joinedData(readChunks(png), 'IDAT'));
    rows[0] = 5;
    const bytes = changed(([head]) => [
      head!,
      { type: 'IDAT', data: deflateSync(rows) },
      { type: 'IEND', data: new Uint8Array(0) },
    ]);
    await expect(image.optimizePng(bytes, KEEP)).rejects.toMatchObject({ code: 'damaged' });
  });
});

describe('the effort of the optimiser', () => {
  const tried = async (
    picture: Uint8Array,
    options: Partial<Parameters<typeof image.optimizePng>[1]> = {},
  ) => {
    const levels: number[] = [];
    const onPack = (_: number, level: number): number => levels.push(level);
    const result = await image.optimizePng(picture, { ...KEEP, ...options, onPack });
    return { levels, result };
  };

  it('ends after the first trials of what cannot be of use', async () => {
    const picture = await image.encodePng(photoLike(200, 150));
    const full = await tried(picture);
    const tooLong = await tried(picture, { maxBytes: full.result.length / 6 });
    expect(tooLong.result.length).toBeGreaterThan(full.result.length);
    expect(tooLong.levels.length).toBeLessThan(full.levels.length - 5);
  });

  it('packs at the highest level in full, but no noise', async () => {
    for (const [raster, level] of [
      [photoLike(500, 360), 11],
      [userInterface(200, 150), 12],
    ] as const) {
      const picture = await image.encodePng(raster);
      const [full, fast] = [await tried(picture), await tried(picture, { effort: 'fast' })];
      expect(Math.max(...full.levels)).toBe(level);
      expect(Math.max(...fast.levels)).toBe(11);
      expect(fast.result.length).toBeLessThan(1.03 * full.result.length);
      expect((await image.decode(fast.result)).data).toEqual((await image.decode(picture)).data);
    }
  });
});
