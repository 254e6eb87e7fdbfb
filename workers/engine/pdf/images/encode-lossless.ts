import type { Raster } from '../../raster.ts';
import { paeth } from '../filters/predictor.ts';
import { PdfDict, PdfName, PdfString, type PdfObject } from '../model/objects.ts';
import type { PdfJob } from '../pdf-job.ts';
import type { EncodedPicture } from './encoded-picture.ts';
import { encodeJbig2, type Bitmap } from './jbig2-encoder.ts';
import { packSamples } from './samples.ts';

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
      data.map((sample) => (sample === 0 ? 1 : 0)),
      width,
      height,
      1,
    ),
  };
}

/** Deflate level for pictures: beyond it a megapixel costs seconds. */
const LEVEL = 9;

/**
 * Stores a raster without loss: as a palette when it has few colours, else with PNG row filters.
 * @param base the colour space that the raster's samples are in
 */
export async function encodeSamples(job: PdfJob, raster: Raster, base: PdfObject): Promise<EncodedPicture> {
  const { width, height, channels } = raster;
  const palette = channels === 1 ? undefined : paletteOf(raster);
  const greys = channels === 1 ? greyLevels(raster.data) : undefined;
  if (palette) {
    const bits = bitsFor(palette.colours.length / channels);
    const indexes = bits === 8 ? palette.indexes : packSamples(palette.indexes, width, height, bits);
    const last = palette.colours.length / channels - 1;
    const colourSpace = [PdfName.of('Indexed'), base, last, new PdfString(palette.colours)];
    return { ...(await deflated(job, indexes, width, height, 1, bits)), colourSpace, decode: 'drop' };
  }
  if (greys && greys < 8) {
    const samples = raster.data.map((sample) => Math.round((sample * (2 ** greys - 1)) / 255));
    const packed = packSamples(samples, width, height, greys);
    return { ...(await deflated(job, packed, width, height, 1, greys)), colourSpace: base, decode: 'drop' };
  }
  return {
    ...(await deflated(job, raster.data, width, height, channels, 8)),
    colourSpace: base,
    decode: 'drop',
  };
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
  const plain = await deflate.deflate(data, { format: 'zlib', level: LEVEL });
  const facts = { filter: 'FlateDecode' as const, width, height, bits, isLossy: false };
  const rowBytes = Math.ceil((width * channels * bits) / 8);
  // Row filters rarely help palettes and packed bits, and flat data not at all.
  if (bits < 8 || plain.length * 40 < data.length) return { ...facts, data: plain };
  const unit = Math.max(1, (channels * bits) >> 3);
  const filtered = await deflate.deflate(filterRows(data, rowBytes, unit), { format: 'zlib', level: LEVEL });
  if (plain.length <= filtered.length + 60) return { ...facts, data: plain };
  const params = new PdfDict([
    ['Predictor', 15],
    ['Colors', channels],
    ['Columns', width],
    ...(bits === 8 ? [] : [['BitsPerComponent', bits] as const]),
  ]);
  return { ...facts, data: filtered, params };
}

/** PNG filtering, for each row the filter with the smallest sum of absolute differences (PNG specification, 12.8). */
function filterRows(data: Uint8Array, rowBytes: number, unit: number): Uint8Array {
  const rows = Math.floor(data.length / rowBytes);
  const out = new Uint8Array(rows * (rowBytes + 1));
  const tries = Array.from({ length: 5 }, () => new Uint8Array(rowBytes));
  let above = new Uint8Array(rowBytes);
  for (let y = 0; y < rows; y++) {
    const row = data.subarray(y * rowBytes, (y + 1) * rowBytes);
    const sums = [0, 0, 0, 0, 0];
    for (let i = 0; i < rowBytes; i++) {
      const value = row[i]!;
      const left = i >= unit ? row[i - unit]! : 0;
      const up = above[i]!;
      const upLeft = i >= unit ? above[i - unit]! : 0;
      const results = [
        value,
        value - left,
        value - up,
        value - ((left + up) >> 1),
        value - paeth(left, up, upLeft),
      ];
      for (let f = 0; f < 5; f++) {
        const byte = results[f]! & 255;
        tries[f]![i] = byte;
        sums[f]! += byte < 128 ? byte : 256 - byte;
      }
    }
    let best = 0;
    for (let f = 1; f < 5; f++) if (sums[f]! < sums[best]!) best = f;
    out[y * (rowBytes + 1)] = best;
    out.set(tries[best]!, y * (rowBytes + 1) + 1);
    above = row.slice();
  }
  return out;
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
