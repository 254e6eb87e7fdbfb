import type { Raster } from '../../raster.ts';
import { PdfDict, PdfName, PdfString, type PdfObject } from '../model/objects.ts';
import type { PdfJob } from '../pdf-job.ts';
import type { EncodedPicture } from './encoded-picture.ts';
import { encodeJbig2, type Bitmap } from './jbig2-encoder.ts';
import { filterRows } from './row-filters.ts';
import { mapSamples, packSamples } from './samples.ts';

/** A bitmap as a JBIG2 generic region. The Decode array keeps its meaning: JBIG2Decode gives 0 for black as well. */
export function encodeBilevel(bitmap: Bitmap): EncodedPicture {
  const { width, height } = bitmap;
  return { data: encodeJbig2(bitmap), filter: 'JBIG2Decode', width, height, bits: 1, isLossy: false };
}

/** The 1-bit picture of a grey raster that holds only black and white, or undefined. */
export function asBitmap(raster: Raster): Bitmap | undefined {
  if (raster.space !== 'grey' || raster.channels !== 1) return undefined;
  const { width, height, data } = raster;
  for (let i = 0; i < data.length; i++) if (data[i] !== 0 && data[i] !== 255) return undefined;
  return {
    width,
    height,
    data: packSamples(
      mapSamples(data, (sample) => (sample === 0 ? 1 : 0)),
      width,
      height,
      1,
    ),
  };
}

/** Deflate levels for pictures: zlib's 9 takes seconds for a megapixel of noise. */
const LEVEL = 9;
const LEVEL_OF_LARGE = 7;

/**
 * Stores a raster without loss: as a palette when it has few colours, else with PNG row filters.
 * @param base the colour space that the raster's samples are in
 */
export async function encodeSamples(job: PdfJob, raster: Raster, base: PdfObject): Promise<EncodedPicture> {
  const { width, height, channels } = raster;
  const palette = channels === 1 ? undefined : paletteOf(raster);
  const greys = channels === 1 ? greyLevels(raster.data) : undefined;
  if (palette) {
    const last = palette.colours.length / channels - 1;
    const colourSpace = [PdfName.of('Indexed'), base, last, new PdfString(palette.colours)];
    return {
      ...(await smallestDepth(job, palette.indexes, raster, bitsFor(last + 1))),
      colourSpace,
      decode: 'drop',
    };
  }
  if (greys && greys < 8) {
    const samples = mapSamples(raster.data, (sample) => Math.round((sample * (2 ** greys - 1)) / 255));
    const packed = packSamples(samples, width, height, greys);
    return { ...(await deflated(job, packed, width, height, 1, greys)), colourSpace: base, decode: 'drop' };
  }
  return {
    ...(await deflated(job, raster.data, width, height, channels, 8)),
    colourSpace: base,
    decode: 'drop',
  };
}

/**
 * Indexes in as many bits as they need, or in whole bytes: two pixels a byte hide repetitions that start at odd places
 * (drawings are up to a fifth smaller with one).
 */
async function smallestDepth(
  job: PdfJob,
  indexes: Uint8Array,
  { width, height }: Raster,
  least: 1 | 2 | 4 | 8,
): Promise<EncodedPicture> {
  const whole = await deflated(job, indexes, width, height, 1, 8);
  if (least === 8) return whole;
  const packed = await deflated(job, packSamples(indexes, width, height, least), width, height, 1, least);
  return packed.data.length <= whole.data.length ? packed : whole;
}

/** Packs samples that are not understood again, as they are. */
export async function encodePacked(
  job: PdfJob,
  data: Uint8Array,
  { width, height, bits, components }: { width: number; height: number; bits: number; components: number },
): Promise<EncodedPicture> {
  return deflated(job, data, width, height, components, bits);
}

async function deflated(
  job: PdfJob,
  data: Uint8Array,
  width: number,
  height: number,
  channels: number,
  bits: number,
): Promise<EncodedPicture> {
  const { deflate } = job.context.codecs;
  const facts = { filter: 'FlateDecode' as const, width, height, bits, isLossy: false };
  const level = data.length > 1_000_000 ? LEVEL_OF_LARGE : LEVEL;
  const rowBytes = Math.ceil((width * channels * bits) / 8);
  const unit = Math.max(1, (channels * bits) >> 3);
  // Row filters do not help packed bits.
  if (bits < 8 || !(await costOf(job, data, rowBytes, unit)).isFiltered) {
    return { ...facts, data: await deflate.deflate(data, { format: 'zlib', level }) };
  }
  const filtered = await deflate.deflate(filterRows(data, rowBytes, unit), { format: 'zlib', level });
  const params = new PdfDict([
    ['Predictor', 15],
    ['Colors', channels],
    ['Columns', width],
    ...(bits === 8 ? [] : [['BitsPerComponent', bits] as const]),
  ]);
  return { ...facts, data: filtered, params };
}

const SAMPLE_STRIPS = 5;
const SAMPLE_STRIP_BYTES = 32 * 1024;

/** Bits that a sample of a raster takes without loss, as five strips of it tell. */
export async function bitsPerSample(job: PdfJob, { data, width, channels }: Raster): Promise<number> {
  return (await costOf(job, data, width * channels, channels)).bits;
}

interface Cost {
  readonly bits: number;
  readonly isFiltered: boolean;
}

/** What was found for samples: whether a picture is a drawing, and then how to store it, is told by the same. */
const costs = new WeakMap<Uint8Array, Promise<Cost>>();

function costOf(job: PdfJob, data: Uint8Array, rowBytes: number, unit: number): Promise<Cost> {
  let cost = costs.get(data);
  if (!cost) costs.set(data, (cost = measureCost(job, data, rowBytes, unit)));
  return cost;
}

async function measureCost(job: PdfJob, data: Uint8Array, rowBytes: number, unit: number): Promise<Cost> {
  const { deflate } = job.context.codecs;
  const sample = stripsOf(data, rowBytes);
  const plain = await deflate.deflate(sample, { format: 'zlib', level: 6 });
  const filtered = await deflate.deflate(filterRows(sample, rowBytes, unit), { format: 'zlib', level: 6 });
  const least = Math.min(plain.length, filtered.length);
  return {
    bits: (least * 8) / Math.max(1, sample.length),
    isFiltered: filtered.length * 1.02 < plain.length,
  };
}

/** Whole rows from all over the data, or all of it when it is small. */
function stripsOf(data: Uint8Array, rowBytes: number): Uint8Array {
  const rows = Math.floor(data.length / rowBytes);
  const perStrip = Math.max(1, Math.floor(SAMPLE_STRIP_BYTES / rowBytes));
  if (rows <= perStrip * SAMPLE_STRIPS) return data;
  const sample = new Uint8Array(perStrip * rowBytes * SAMPLE_STRIPS);
  for (let i = 0; i < SAMPLE_STRIPS; i++) {
    const from = Math.floor(((rows - perStrip) * i) / (SAMPLE_STRIPS - 1)) * rowBytes;
    sample.set(data.subarray(from, from + perStrip * rowBytes), i * perStrip * rowBytes);
  }
  return sample;
}

interface Palette {
  readonly indexes: Uint8Array;
  readonly colours: Uint8Array;
}

/** At most 256 colours in order of first sight, or undefined. */
function paletteOf({ data, channels }: Raster): Palette | undefined {
  const known = new Map<number, number>();
  const colours: number[] = [];
  const indexes = new Uint8Array(data.length / channels);
  for (let at = 0, pixel = 0; at < data.length; at += channels, pixel++) {
    let key = 0;
    for (let c = 0; c < channels; c++) key = key * 256 + data[at + c]!;
    let index = known.get(key);
    if (index === undefined) {
      if (known.size === 256) return undefined;
      index = known.size;
      known.set(key, index);
      for (let c = 0; c < channels; c++) colours.push(data[at + c]!);
    }
    indexes[pixel] = index;
  }
  return { indexes, colours: Uint8Array.from(colours) };
}

function bitsFor(colours: number): 1 | 2 | 4 | 8 {
  return colours <= 2 ? 1 : colours <= 4 ? 2 : colours <= 16 ? 4 : 8;
}

/** How few bits hold every grey exactly: 1, 2, 4 or 8. */
function greyLevels(data: Uint8Array): 1 | 2 | 4 | 8 {
  let bits: 1 | 2 | 4 | 8 = 1;
  for (let i = 0; i < data.length; i++) {
    const sample = data[i]!;
    if (bits === 1 && sample !== 0 && sample !== 255) bits = 2;
    if (bits === 2 && sample % 85 !== 0) bits = 4;
    if (bits === 4 && sample % 17 !== 0) return 8;
  }
  return bits;
}
