import { beforeAll, describe, expect, it } from 'vitest';
import type { Codecs } from '#engine/codecs/ports/codecs.ts';
import type { WebpOptions } from '#engine/codecs/ports/image-codec.ts';
import { meteredCodecs } from '#engine/codecs/metered-codecs.ts';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import type { Raster } from '#engine/base/raster.ts';
import { WorkBudget } from '#engine/budget/work-budget.ts';
import { boxFont } from '#tests/fixtures/pdf/box-font.ts';
import { PdfBuilder } from '#tests/fixtures/pdf/pdf-builder.ts';
import { photoLike, withSoftAlpha } from '#tests/fixtures/pictures/generated-pictures.ts';
import { JPX_FILES } from '#tests/fixtures/pictures/jpx-files.ts';
import { animationOfStills } from '#tests/fixtures/pictures/webp-animation.ts';

const codecs = createNativeCodecs();
const picture: Raster = photoLike(64, 48);
let jpeg: Uint8Array;
let png: Uint8Array;
let animation: Uint8Array;

beforeAll(async () => {
  jpeg = await codecs.image.encodeJpeg(picture, { quality: 80, chroma: '4:2:0' });
  png = await codecs.image.encodePng(picture);
  const still = await codecs.image.encodeWebp(picture, { quality: 50, lossless: true, effort: 0 });
  animation = animationOfStills([still, still], picture, [100, 100]);
});

const WORK: readonly [string, (codecs: Codecs) => Promise<unknown>][] = [
  ['decode', ({ image }) => image.decode(jpeg)],
  ['decodeFrames', ({ image }) => image.decodeFrames(animation)],
  ['decode16', ({ image }) => image.decode16(png)],
  ['resize', ({ image }) => image.resize(picture, 20, 10)],
  ['encodeJpeg', ({ image }) => image.encodeJpeg(picture, { quality: 70, chroma: '4:4:4', effort: 'trial' })],
  ['encodeWebp', ({ image }) => image.encodeWebp(picture, { quality: 70 })],
  ['encodeWebp, lossless', ({ image }) => image.encodeWebp(picture, { quality: 70, lossless: true })],
  ['recodeAnimation', ({ image }) => image.recodeAnimation(animation, { format: 'webp', quality: 60 })],
  ['encodePng', ({ image }) => image.encodePng(picture)],
  ['transcodeJpeg', ({ image }) => image.transcodeJpeg(jpeg)],
  ['optimizePng', ({ image }) => image.optimizePng(png, { keepChunks: false })],
  ['deflate', ({ deflate }) => deflate.deflate(picture.data, { format: 'zlib', level: 9 })],
  ['decode JPEG 2000', ({ jpx }) => jpx.decode(JPX_FILES.rgb)],
  ['subset', ({ fonts }) => fonts.subset(boxFont(50), [3], [])],
];

describe('metered codecs', () => {
  it.each(WORK)('count and do %s', async (_, work) => {
    let charged = 0;
    const budget = { charge: (ms: number) => void (charged += ms) } as WorkBudget;
    expect(await work(meteredCodecs(codecs, budget))).toEqual(await work(codecs));
    expect(charged).toBeGreaterThan(0);
  });

  it('count what is inflated, and pages drawn', async () => {
    const budget = new WorkBudget(50);
    const { deflate, pages } = meteredCodecs(codecs, budget);
    const packed = await codecs.deflate.deflate(new Uint8Array(1e6), { format: 'zlib', level: 1 });
    await deflate.inflate(packed, { format: 'zlib', maxOutputBytes: 1e6 });
    expect(budget.isSpent).toBe(false);
    const builder = new PdfBuilder();
    builder.page('', '');
    const document = await pages.open(builder.build());
    expect(document.pageCount).toBe(1);
    await document.render(0, { dpi: 20, maxPixels: 1e6 });
    document.close();
    expect(budget.isSpent).toBe(true);
  });

  it('do not count headers', async () => {
    const budget = new WorkBudget(0.0001);
    const { image, jpx } = meteredCodecs(codecs, budget);
    await image.probe(jpeg);
    jpx.probe(JPX_FILES.rgb);
    expect(budget.isSpent).toBe(false);
  });

  it('charge the cheaper JPEG efforts less', async () => {
    const encodeJpeg = (effort: 'full' | 'trial' | 'fast') =>
      cost(({ image }) => image.encodeJpeg(picture, { quality: 70, chroma: '4:2:0', effort }));
    const [full, trial, fast] = [
      await encodeJpeg('full'),
      await encodeJpeg('trial'),
      await encodeJpeg('fast'),
    ];
    expect(full).toBeGreaterThan(trial);
    expect(trial).toBeGreaterThan(fast);
  });

  it('charge a JPEG by its bytes as well', async () => {
    const encodeJpeg = (quality: number) =>
      cost(({ image }) => image.encodeJpeg(picture, { quality, chroma: '4:2:0' }));
    expect(await encodeJpeg(96)).toBeGreaterThan(await encodeJpeg(60));
  });

  it('charge the optimiser of PNGs what it unpacks and packs, however few bytes the file has', async () => {
    const optimise = (bytes: Uint8Array, effort: 'quick' | 'fast' | 'full') =>
      cost(({ image }) => image.optimizePng(bytes, { keepChunks: false, effort }));
    const even = { ...photoLike(256, 192), data: new Uint8Array(256 * 192 * 3) };
    const flat = await codecs.image.encodePng(even);
    expect(flat.length).toBeLessThan(png.length);
    expect(await optimise(flat, 'full')).toBeGreaterThan(await optimise(png, 'full'));
    const [quick, fast, full] = [
      await optimise(png, 'quick'),
      await optimise(png, 'fast'),
      await optimise(png, 'full'),
    ];
    expect(fast).toBeGreaterThan(quick);
    expect(full).toBeGreaterThan(fast);
    const tooLong = await cost(({ image }) => image.optimizePng(png, { keepChunks: false, maxBytes: 10 }));
    expect(tooLong).toBeLessThan(full / 2);
  });

  it('charge WebP what its extras, its bytes and its transparency take', async () => {
    const plain = await webpCost({});
    expect(await webpCost({ smartSubsample: true })).toBeGreaterThan(2 * plain);
    expect(await webpCost({ smartDeblock: true })).toBeGreaterThan(5 * plain);
    expect(await webpCost({ quality: 100 })).toBeGreaterThan(plain);
    expect(await webpCost({}, withSoftAlpha(picture))).toBeGreaterThan(2 * plain);
  });

  it('charge a WebP that is decoded more than a JPEG, and twice where it is seen over two grounds', async () => {
    const decoding = async (bytes: Uint8Array) => cost(({ image }) => image.decode(bytes));
    const [opaque, soft] = await Promise.all(
      [picture, withSoftAlpha(picture)].map((each) => codecs.image.encodeWebp(each, { quality: 70 })),
    );
    expect(await decoding(opaque!)).toBeGreaterThan(await decoding(jpeg));
    expect(await decoding(soft!)).toBe(2 * (await decoding(opaque!)));
  });
});

async function cost(work: (codecs: Codecs) => Promise<unknown>): Promise<number> {
  let charged = 0;
  await work(meteredCodecs(codecs, { charge: (ms: number) => void (charged += ms) } as WorkBudget));
  return charged;
}

function webpCost(options: Partial<WebpOptions>, raster = picture): Promise<number> {
  return cost(({ image }) => image.encodeWebp(raster, { quality: 40, ...options }));
}
