import type { Raster } from '../../../../base/raster.ts';
import { PdfDict, PdfName, PdfString, type PdfObject } from '../../model/objects.ts';
import type { PdfJob } from '../../flow/pdf-job.ts';
import type { EncodedPicture } from './encoded-picture.ts';
import { filterRows } from '../read/row-filters.ts';
import { costOf } from './sample-cost.ts';
import { mapSamples, packSamples, rowBytesOf } from '../read/samples.ts';
import { LARGE_SAMPLES_BYTES, QUICK_LEVEL, PLAIN_LEVEL } from '../../tuning.ts';

/**
 * Stores a raster without loss: as a palette when it has few colours, else with PNG row filters.
 * @param base the colour space that the raster's samples are in
 * @param isMask whether greys have to stay samples, which a palette may hold in fewer bits [true]
 */
export async function encodeSamples(
  job: PdfJob,
  raster: Raster,
  base: PdfObject,
  isMask = true,
): Promise<EncodedPicture> {
  const { width, height, channels } = raster;
  const greys = channels === 1 ? greyLevels(raster.data) : undefined;
  const mostColours = greys === undefined ? 256 : greys === 8 && !isMask ? 16 : 0;
  const palette = paletteOf(raster, mostColours);
  if (palette) {
    const colourSpace = indexedSpace(base, palette.colours, channels);
    return {
      ...(await smallestDepth(job, palette.indexes, raster, bitsFor(palette.colours.length / channels))),
      colourSpace,
      decode: 'drop',
    };
  }
  if (greys && greys < 8) {
    const samples = mapSamples(raster.data, (sample) => Math.round((sample * (2 ** greys - 1)) / 255));
    const packed = packSamples(samples, width, height, greys);
    return {
      ...(await deflateSamples(job, packed, { width, height, channels: 1, bits: greys })),
      colourSpace: base,
      decode: 'drop',
    };
  }
  return {
    ...(await deflateSamples(job, raster.data, { width, height, channels, bits: 8 })),
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
  const whole = await deflateSamples(job, indexes, { width, height, channels: 1, bits: 8 });
  if (least === 8) return whole;
  const packed = await deflateSamples(job, packSamples(indexes, width, height, least), {
    width,
    height,
    channels: 1,
    bits: least,
  });
  return packed.data.length <= whole.data.length ? packed : whole;
}

/** Layout of packed samples. */
interface SampleLayout {
  readonly width: number;
  readonly height: number;
  readonly channels: number;
  readonly bits: number;
}

/** Deflates packed samples, behind PNG row filters where those help. */
export async function deflateSamples(
  job: PdfJob,
  data: Uint8Array,
  { width, height, channels, bits }: SampleLayout,
): Promise<EncodedPicture> {
  const { deflate } = job.context.codecs;
  const info = { filter: 'FlateDecode' as const, width, height, bits, channels, isLossy: false };
  const level = data.length > LARGE_SAMPLES_BYTES ? QUICK_LEVEL : PLAIN_LEVEL;
  const rowBytes = rowBytesOf(width, channels, bits);
  const unit = Math.max(1, (channels * bits) >> 3);
  // Row filters do not help packed bits.
  if (bits < 8 || !(await costOf(job, data, rowBytes, unit)).isFiltered) {
    return { ...info, data: await deflate.deflate(data, { format: 'zlib', level }) };
  }
  const filtered = await deflate.deflate(filterRows(data, rowBytes, unit), { format: 'zlib', level });
  return { ...info, data: filtered, params: rowFilterParams({ width, channels, bits }) };
}

/** The space of numbers of colours. @param colours one after the other @param components of each, in the base */
export function indexedSpace(base: PdfObject, colours: Uint8Array, components: number): PdfObject {
  return [PdfName.of('Indexed'), base, colours.length / components - 1, new PdfString(colours)];
}

/** The parameters of samples behind PNG row filters. */
export function rowFilterParams({ width, channels, bits }: Omit<SampleLayout, 'height'>): PdfDict {
  return new PdfDict([
    ['Predictor', 15],
    ['Colors', channels],
    ['Columns', width],
    ...(bits === 8 ? [] : [['BitsPerComponent', bits] as const]),
  ]);
}

interface Palette {
  readonly indexes: Uint8Array;
  readonly colours: Uint8Array;
}

/** The colours in order of first sight; undefined where there are more. */
function paletteOf({ data, channels }: Raster, mostColours: number): Palette | undefined {
  const known = new Map<number, number>();
  const colours: number[] = [];
  const indexes = new Uint8Array(data.length / channels);
  for (let at = 0, pixel = 0; at < data.length; at += channels, pixel++) {
    let key = 0;
    for (let c = 0; c < channels; c++) key = key * 256 + data[at + c]!;
    let index = known.get(key);
    if (index === undefined) {
      if (known.size === mostColours) return undefined;
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
