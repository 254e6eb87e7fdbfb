import { withCpuSeconds } from './cpu-seconds.ts';
import { createNativeCodecs } from '../workers/engine/codecs/native/index.ts';
import type {
  AvifOptions,
  ChromaSubsampling,
  JpegOptions,
  WebpOptions,
} from '../workers/engine/codecs/ports/image-codec.ts';
import type { Raster } from '../workers/engine/base/raster.ts';
import { WORK_MS } from '../workers/engine/budget/work-costs.ts';
import { colourHistogram } from '../workers/engine/palette/build/colour-histogram.ts';
import { PaletteLadder } from '../workers/engine/palette/build/palette-ladder.ts';
import { rasterOf } from '../workers/engine/palette/map/indexed-picture.ts';
import { ColourMapper } from '../workers/engine/palette/map/map-colours.ts';
import { judgeStill, type JudgeRequest } from '../workers/engine/quality/judge.ts';
import { gradients, photoLike, randomNumbers, withSoftAlpha } from './generated-pictures.ts';
import { median, printTable } from './table.ts';

const { image, deflate } = createNativeCodecs();

/** A megapixel, so that the ms of a picture are those of the unit. */
const photo = photoLike(1250, 800);
const clear = withSoftAlpha(photo);
const noise = noisy(photo);
const MEGAPIXEL = (photo.width * photo.height) / 1e6;
const TIMES = 3;

/** CPU ms of a unit: median of three runs, the first one left out. */
async function cpuMs(work: () => unknown, units: number): Promise<number> {
  await work();
  const runs: number[] = [];
  for (let run = 0; run < TIMES; run++) {
    const { cpuSeconds } = await withCpuSeconds(work);
    runs.push((cpuSeconds * 1000) / units);
  }
  return median(runs);
}

const perMp = (work: () => unknown): Promise<number> => cpuMs(work, MEGAPIXEL);
const jpeg = (picture: Raster, options: Partial<JpegOptions> = {}) =>
  image.encodeJpeg(picture, { quality: 75, chroma: '4:2:0', ...options });
const webp = (picture: Raster, options: Partial<WebpOptions> = {}) =>
  image.encodeWebp(picture, { quality: 75, ...options });
const avif = (options: Pick<AvifOptions, 'effort'> & Partial<AvifOptions>) =>
  image.encodeAvif(photo, { quality: 60, chroma: '4:2:0', depth: 8, ...options });

/** What an option adds to the cost of an encode. */
async function added(plain: () => unknown, more: () => unknown): Promise<number> {
  return (await perMp(more)) - (await perMp(plain));
}

/** What a million bytes more take: of noise at two qualities, whose pixels take the same. */
async function perCodedMb(encode: (quality: number) => Promise<Uint8Array>): Promise<number> {
  const [few, many] = [await encode(30), await encode(95)];
  const ms = (await cpuMs(() => encode(95), 1)) - (await cpuMs(() => encode(30), 1));
  return (ms * 1e6) / (many.length - few.length);
}

const judged = (as: JudgeRequest['as'], candidate: Raster): Promise<number> =>
  perMp(() => judgeStill(photo, candidate, { floor: 0, as }));

type Measured = (() => Promise<number>) | string;
type Cost = number | Readonly<Record<string, number>> | readonly number[];

/** How each cost is measured, or why it is not measured alone. */
function measurements(): Readonly<
  Record<keyof typeof WORK_MS, Measured | Readonly<Record<string, Measured>>>
> {
  const rows = photo.data;
  const packed = deflate.deflate(rows, { format: 'zlib', level: 6 });
  const files = {
    png: image.encodePng(photo),
    jpeg: jpeg(photo),
    webp: webp(photo),
    coded: jpeg(photo, { quality: 40 }),
  };
  const palette = new PaletteLadder(colourHistogram(photo)).fullest;
  const mapped = (): Raster => {
    const indexes = new ColourMapper(photo, palette).nearestIndexes();
    return rasterOf({ width: photo.width, height: photo.height, palette, indexes });
  };
  const palettes = mapped();
  const encodeJpeg = async (chroma: ChromaSubsampling) =>
    (await perMp(() => jpeg(photo, { chroma }))) -
    (WORK_MS.codeJpegPerMb * (await jpeg(photo, { chroma })).length) / 1e6;
  const optimise = (effort: 'quick' | 'fast' | 'full') => async () => {
    const png = await files.png;
    return cpuMs(() => image.optimizePng(png, { keepChunks: false, effort }), rows.length / 1e6);
  };
  return {
    inflatePerMb: async () => {
      const bytes = await packed;
      return cpuMs(
        () => deflate.inflate(bytes, { format: 'zlib', maxOutputBytes: rows.length }),
        rows.length / 1e6,
      );
    },
    deflatePerMb: Object.fromEntries(
      WORK_MS.deflatePerMb.map((_, level) => [
        level,
        () => cpuMs(() => deflate.deflate(rows, { format: 'zlib', level }), rows.length / 1e6),
      ]),
    ),
    rewriteXmlPerMb: 'needs a deck',
    decodePerMp: async () => {
      const png = await files.png;
      return perMp(() => image.decode(png));
    },
    decode16PerMp: async () => {
      const png = await files.png;
      return perMp(() => image.decode16(png));
    },
    decodeFramesPerMp: async () => {
      const still = await files.webp;
      return perMp(() => image.decodeFrames(still));
    },
    decodeJpxPerMb: 'needs a JPEG 2000 file',
    measureJpegPerMp: async () => judged('blocks', await image.decode(await files.coded)),
    lookAtWebpPerMp: async () => {
      const still = await files.webp;
      return perMp(() => image.decode(still));
    },
    measureWebpPerMp: async () => judged('blocks', await image.decode(await files.webp)),
    measureFramePerMp: () => judged('frame', palettes),
    resizePerMp: () => cpuMs(() => image.resize(photo, photo.width / 2, photo.height / 2), MEGAPIXEL * 1.25),
    encodeJpegPerMp: {
      fast: () => perMp(() => jpeg(photo, { effort: 'fast' })),
      '4:2:0': () => encodeJpeg('4:2:0'),
      '4:4:4': () => encodeJpeg('4:4:4'),
    },
    jpegTrialShare: async () =>
      (await perMp(() => jpeg(photo, { effort: 'trial' }))) / (await perMp(() => jpeg(photo))),
    codeJpegPerMb: () => perCodedMb((quality) => jpeg(noise, { quality })),
    transcodeJpegPerMp: async () => {
      const file = await files.jpeg;
      return perMp(() => image.transcodeJpeg(file));
    },
    encodeWebpPerMp: () => perMp(() => webp(gradients(photo.width, photo.height), { effort: 0 })),
    encodeWebpEffortPerMp: async () =>
      (await added(
        () => webp(photo, { effort: 0 }),
        () => webp(photo, { effort: 6 }),
      )) / 6,
    sharpChromaPerMp: () =>
      added(
        () => webp(photo),
        () => webp(photo, { smartSubsample: true }),
      ),
    deblockPerMp: () =>
      added(
        () => webp(photo),
        () => webp(photo, { smartDeblock: true }),
      ),
    deblockForecastPerMp: 'the same as deblockPerMp',
    webpAlphaPerMp: () =>
      added(
        () => webp(photo),
        () => webp(clear),
      ),
    codeWebpPerMb: () => perCodedMb((quality) => webp(noise, { quality })),
    losslessWebpPerMp: () => perMp(() => webp(photo, { lossless: true, effort: 0 })),
    losslessWebpEffortPerMp: async () =>
      (await added(
        () => webp(photo, { lossless: true, effort: 0 }),
        () => webp(photo, { lossless: true, effort: 4 }),
      )) / 4,
    encodeAvifPerMp: Object.fromEntries(
      WORK_MS.encodeAvifPerMp.map((_, effort) => [String(effort), () => perMp(() => avif({ effort }))]),
    ),
    deepAvifShare: async () =>
      (await perMp(() => avif({ effort: 3, depth: 10 }))) / (await perMp(() => avif({ effort: 3 }))),
    encodePngPerMp: () => perMp(() => image.encodePng(photo)),
    optimisePngPerMb: { quick: optimise('quick'), fast: optimise('fast'), full: optimise('full') },
    packSamplesPerMb: 'foreseen: optimisePngPerMb and its deflating',
    ladderPerMp: () => perMp(() => new PaletteLadder(colourHistogram(photo)).fullest),
    mapPartPerMp: () => perMp(mapped),
    mapWholePerMp: () => perMp(() => judgeStill(photo, mapped(), { floor: 0, as: 'palette' })),
    mapFramesPerMp: () => perMp(() => judgeStill(photo, mapped(), { floor: 0, as: 'frame' })),
    composeFramesPerMp: 'needs an animation',
    roundPerMp: () => judged('rounded', rounded(photo)),
    drawPage: 'needs a PDF',
    subsetFontPerMb: 'needs a font',
  };
}

/** Measures the costs of `budget/work-costs.ts` on this machine and prints them beside the values in code. */
export async function benchCosts(): Promise<void> {
  const rows: { readonly name: string; readonly inCode: number; readonly measured: number | string }[] = [];
  for (const [name, measured] of Object.entries(measurements())) {
    const cost = WORK_MS[name as keyof typeof WORK_MS] as Cost;
    const parts = typeof measured === 'object' ? Object.entries(measured) : [['', measured] as const];
    for (const [part, measure] of parts) {
      const inCode = typeof cost === 'number' ? cost : (cost as Readonly<Record<string, number>>)[part]!;
      const value = typeof measure === 'string' ? measure : await measure();
      rows.push({ name: part === '' ? name : `${name} ${part}`, inCode, measured: value });
    }
  }
  printTable(rows, [
    { title: 'cost', value: ({ name }) => name, isText: true },
    { title: 'in code', value: ({ inCode }) => String(inCode) },
    { title: 'here', value: ({ measured }) => (typeof measured === 'number' ? measured.toFixed(1) : '-') },
    { title: '', value: ({ measured }) => (typeof measured === 'string' ? measured : ''), isText: true },
  ]);
}

function noisy(picture: Raster): Raster {
  const next = randomNumbers(7);
  return { ...picture, data: picture.data.map((sample) => sample / 2 + next() * 127) };
}

function rounded(picture: Raster): Raster {
  return { ...picture, data: picture.data.map((sample) => Math.round(sample / 5) * 5) };
}
