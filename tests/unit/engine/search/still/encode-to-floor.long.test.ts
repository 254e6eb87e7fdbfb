import { describe, expect, it } from 'vitest';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import { judgeStill } from '#engine/quality/judge.ts';
import { sampleTiles, type Tile } from '#engine/quality/metrics/ssimulacra2/sample-tiles.ts';
import type { Raster } from '#engine/base/raster.ts';
import { encodeToFloor } from '#engine/search/still/encode-to-floor.ts';
import { encodeJpegToFloor } from '#engine/search/still/encode-jpeg-to-floor.ts';
import { encodeWebpToFloor } from '#engine/search/still/encode-webp-to-floor.ts';
import { flatPage } from '#tests/fixtures/pictures/flat-page.ts';
import { asGrey, inInks, photoLike, withSoftAlpha } from '#tests/fixtures/pictures/generated-pictures.ts';
import { WorkBudget } from '#engine/budget/work-budget.ts';
import { inLongForm } from '#tests/support/long-form.ts';
import { areaScore, visualScore } from '#tests/support/visual-score.ts';

const { image } = createNativeCodecs();
const request = { codec: image, signal: new AbortController().signal, budget: new WorkBudget(Infinity) };

describe('encodeToFloor', () => {
  it('steps back where raising a whole picture brought too much', async () => {
    const picture = photoLike(1250, 1000);
    const tried: number[] = [];
    const encode = (part: Raster, quality: number): Promise<Uint8Array> => {
      if (part === picture) tried.push(quality);
      // Steep, and worse on the whole than on its mosaic.
      const lost = part === picture ? 16 : 0;
      return image.encodeJpeg(part, { quality: Math.max(5, 3 * quality - lost), chroma: '4:2:0' });
    };
    const encoded = await encodeToFloor(picture, [{ name: 'steep', start: 20, max: 33, encode }], {
      ...request,
      floor: 75,
      decodeForDisplay: (bytes) => image.decode(bytes),
    });
    const [found, mended] = tried;
    expect(mended).toBeGreaterThan(found!);
    expect(tried.slice(2)).toContain(encoded?.quality);
    expect(encoded?.quality).toBeLessThan(mended!);
    expect(encoded?.score).toBeGreaterThanOrEqual(75);
  });
});

/** A tall photograph with one drawing of thin colours on black, where no tile lies. */
function sheetWithDrawing(width: number, height: number, drawing: Tile): Raster {
  const sheet = photoLike(width, height);
  const colours = [
    [220, 90, 90],
    [90, 200, 100],
    [110, 120, 220],
  ] as const;
  for (let y = drawing.y; y < drawing.y + drawing.height; y++)
    for (let x = drawing.x; x < drawing.x + drawing.width; x++) {
      const isLine = (x + 3 * y) % 24 < 3;
      sheet.data.set(isLine ? colours[(x >> 5) % 3]! : [60, 60, 60], (y * width + x) * 3);
    }
  return sheet;
}

describe('encodeJpegToFloor of a sheet', () => {
  it.each([
    ['below a mosaic', 620, 1200],
    ...inLongForm<[string, number, number]>(['searched on a mosaic', 720, 2400]),
    ['measured in bands', 1500, 2800],
  ])('keeps the thin colours of a drawing between the tiles, %s', async (_, width, height) => {
    const { spots } = sampleTiles(width, height);
    const drawing = { x: 0, y: 0, width: Math.min(448, width), height: Math.min(...spots.map(({ y }) => y)) };
    const sheet = sheetWithDrawing(width, height, drawing);
    const decode = (bytes: Uint8Array): Promise<Raster> => image.decode(bytes);
    const encoded = await encodeJpegToFloor(sheet, {
      ...request,
      floor: 71,
      chroma: ['4:2:0', '4:4:4'],
      decodeForDisplay: decode,
      showInBands: (bytes, take) => image.decodeBands(bytes, take),
    });
    expect(encoded?.setting).toContain('4:4:4');
    const shown = await decode(encoded!.bytes);
    expect(visualScore(sheet, shown, { spots: [drawing], cover: [] })).toBeGreaterThan(44);
  });
});

describe('encodeJpegToFloor', () => {
  it.each([
    ['a small picture', photoLike(400, 300)],
    ['a picture large enough for a mosaic', photoLike(1400, 900)],
  ])('gives up early where no useful size is in reach, for %s', async (_, picture) => {
    let encodes = 0;
    const codec = {
      ...image,
      encodeJpeg: (...given: Parameters<typeof image.encodeJpeg>) => (encodes++, image.encodeJpeg(...given)),
    };
    const tooLong = { ...request, codec, floor: 75, maxBytes: 500 };
    expect(await encodeJpegToFloor(picture, tooLong)).toBeNull();
    expect(encodes).toBeLessThanOrEqual(8);
  });

  it('decodes nothing of what is far too long for a picture of a document', async () => {
    let decodes = 0;
    const codec = {
      ...image,
      decode: (...given: Parameters<typeof image.decode>) => (decodes++, image.decode(...given)),
    };
    const tooLong = { ...request, codec, floor: 75, maxBytes: 500, minQuality: 30 };
    expect(await encodeJpegToFloor(photoLike(400, 300), tooLong)).toBeNull();
    expect(decodes).toBe(0);
  });

  it.each([
    ['a small picture', photoLike(400, 300)],
    ['a picture large enough for a mosaic', photoLike(1400, 900)],
    ['a grey picture', asGrey(photoLike(300, 300))],
    ['a CMYK picture', inInks(photoLike(300, 240))],
  ])('lands just above the floor for %s', async (_, picture) => {
    const encoded = await encodeJpegToFloor(picture, { ...request, floor: 75 });
    expect(encoded?.score).toBeGreaterThanOrEqual(75);
    expect(encoded?.score).toBeLessThan(77);
    const { score } = judgeStill(picture, await image.decode(encoded!.bytes), { floor: 75, as: 'blocks' });
    expect(score).toBeCloseTo(encoded!.score, 5);
  });

  it.each([
    [200, 215, 235],
    [235, 225, 230],
    [240, 228, 214],
  ] as const)('keeps the colour of a small page of %i %i %i, which coarse tables move', async (...colour) => {
    const page = flatPage(colour);
    const encoded = await encodeJpegToFloor(page, { ...request, floor: 71 });
    const shown = await image.decode(encoded!.bytes);
    expect(areaScore(page, shown)).toBeGreaterThanOrEqual(71);
    expect(Math.min(areaScore(page, shown), visualScore(page, shown))).toBeCloseTo(encoded!.score, 5);
  });

  it.each<[number, number, number]>([
    [226, 244, 250],
    ...inLongForm<[number, number, number]>([240, 228, 214], [60, 20, 30]),
  ])('makes a page of %i %i %i no longer for a lower floor', async (...colour) => {
    const page = flatPage(colour, 900, 1200);
    const bytesAt = async (floor: number): Promise<number> =>
      (await encodeJpegToFloor(page, { ...request, floor }))!.bytes.length;
    expect(await bytesAt(62)).toBeLessThanOrEqual(await bytesAt(71));
  });

  it('lets go the large pictures that it decoded to measure them', async () => {
    const shown: Raster[] = [];
    const decodeForDisplay = async (bytes: Uint8Array) => {
      shown.push(await image.decode(bytes));
      return shown.at(-1)!;
    };
    const picture = photoLike(1250, 1000);
    expect(await encodeJpegToFloor(picture, { ...request, floor: 75, decodeForDisplay })).not.toBeNull();
    const wholes = shown.filter(({ width }) => width === picture.width);
    expect(wholes.length).toBeGreaterThan(0);
    expect(wholes.every(({ data }) => data.length === 0)).toBe(true);
  });

  it('stops when cancelled', async () => {
    const cancelled = { ...request, signal: AbortSignal.abort(), floor: 70 };
    await expect(encodeJpegToFloor(photoLike(64, 64), cancelled)).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});

describe('encodeWebpToFloor', () => {
  it('follows a variant only where its first trial comes close to the smallest so far', async () => {
    const tried: (string | undefined)[] = [];
    const codec: typeof image = {
      ...image,
      encodeWebp: (raster, options) => (tried.push(options.preset), image.encodeWebp(raster, options)),
    };
    const variants = [{}, { preset: 'photo' as const }];
    await encodeWebpToFloor(photoLike(240, 200), { ...request, codec, variants, effort: 4, floor: 71 });
    expect(tried.filter((preset) => preset === 'photo').length).toBe(1);
  });

  it('keeps alpha and reaches the floor over white and black', async () => {
    const picture = withSoftAlpha(photoLike(300, 260));
    const encoded = await encodeWebpToFloor(picture, { ...request, floor: 72 });
    expect(encoded?.score).toBeGreaterThanOrEqual(72);
    expect((await image.decode(encoded!.bytes)).channels).toBe(4);
  });
});
