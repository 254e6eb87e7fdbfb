import {
  imageHeader,
  joinedData,
  readChunks,
  readHeader,
  writeChunks,
  type Chunk,
} from '../../../../containers/png/chunks.ts';
import { FULL_EFFORT_PIXELS } from '../../../../formats/png/tuning.ts';
import { nameOf, type PdfName, type PdfObject, type PdfString } from '../../model/objects.ts';
import type { PdfJob } from '../../flow/pdf-job.ts';
import { rowBytesOf } from '../read/samples.ts';
import type { EncodedPicture } from './encoded-picture.ts';
import { indexedSpace, rowFilterParams } from './encode-samples.ts';
import { MAX_OPTIMAL_BYTES, ROW_FILTER_CHARS } from '../../tuning.ts';

/** Colour types of PNG, of samples by the components of a pixel; numbers of colours have 3. */
const COLOUR_TYPES = new Map([
  [1, 0],
  [3, 2],
]);

/** Keeps the optimiser from making greys of colours. */
const IN_COLOURS: Chunk = { type: 'sRGB', data: new Uint8Array(1) };

/** Colours of an indexed picture, and the space that they are in. */
interface Palette {
  readonly colours: Uint8Array;
  readonly components: number;
  readonly base: PdfObject;
}

/**
 * Packs deflated samples as the engine packs those of a PNG alone, whose rows readers of PDFs know: row filters, orders of colours and
 * bits a sample are tried, and the highest levels of deflate taken.
 * @returns the picture itself where that is not shorter, or would take long, or no PNG holds such samples
 */
export async function packAsPng(job: PdfJob, encoded: EncodedPicture): Promise<EncodedPicture> {
  const { width, height, channels = 0, colourSpace, params } = encoded;
  const isLarge = (rowBytesOf(width, channels, encoded.bits) + 1) * height > MAX_OPTIMAL_BYTES;
  const isDeflated = encoded.filter === 'FlateDecode';
  if (!isDeflated || colourSpace === undefined || isLarge || job.context.budget.isSpent) return encoded;
  const palette = paletteOf(colourSpace);
  const colourType = palette ? 3 : COLOUR_TYPES.get(channels);
  if (colourType === undefined || (palette && !COLOUR_TYPES.has(palette.components))) return encoded;
  const source = await pngOf(job, encoded, { colourType, palette });
  const effort = width * height <= FULL_EFFORT_PIXELS ? 'full' : 'fast';
  const options = { keepChunks: true, effort } as const;
  const chunks = readChunks(await job.context.codecs.image.optimizePng(source, options));
  const { depth: bits, colourType: packedType } = readHeader(chunks);
  const data = joinedData(chunks, 'IDAT');
  const isShorter = data.length + (params ? 0 : ROW_FILTER_CHARS) < encoded.data.length;
  if (packedType !== colourType || !isShorter) return encoded;
  return {
    ...encoded,
    data,
    bits,
    params: rowFilterParams({ width, channels, bits }),
    colourSpace: palette ? indexedOver(palette, joinedData(chunks, 'PLTE')) : colourSpace,
  };
}

interface PngForm {
  readonly colourType: number;
  readonly palette: Palette | undefined;
}

async function pngOf(
  job: PdfJob,
  { data, width, height, bits, channels = 0, params }: EncodedPicture,
  { colourType, palette }: PngForm,
): Promise<Uint8Array> {
  const rowBytes = rowBytesOf(width, channels, bits);
  return writeChunks([
    imageHeader({ width, height, depth: bits, colourType, isInterlaced: false }),
    ...(colourType === 0 ? [] : [IN_COLOURS]),
    ...(palette ? [{ type: 'PLTE', data: asTriples(palette) }] : []),
    { type: 'IDAT', data: params ? data : await withFilterBytes(job, data, rowBytes) },
    { type: 'IEND', data: new Uint8Array(0) },
  ]);
}

function paletteOf(space: PdfObject): Palette | undefined {
  if (!Array.isArray(space) || nameOf(space[0]) !== 'Indexed') return undefined;
  const [, base, last, { bytes: colours }] = space as [PdfName, PdfObject, number, PdfString];
  return { base, colours, components: colours.length / (last + 1) };
}

function asTriples({ colours, components }: Palette): Uint8Array {
  return components === 3
    ? colours
    : Uint8Array.from({ length: 3 * colours.length }, (_, at) => colours[Math.floor(at / 3)]!);
}

function indexedOver({ base, components }: Palette, triples: Uint8Array): PdfObject {
  const colours = components === 3 ? triples : triples.filter((_, at) => at % 3 === 0);
  return indexedSpace(base, colours, components);
}

/** Rows that no filter has changed, as a PNG stores them. */
async function withFilterBytes({ context }: PdfJob, data: Uint8Array, rowBytes: number): Promise<Uint8Array> {
  const { deflate } = context.codecs;
  const plain = await deflate.inflate(data, { format: 'zlib', maxOutputBytes: MAX_OPTIMAL_BYTES });
  const rows = new Uint8Array((plain.length / rowBytes) * (rowBytes + 1));
  for (let from = 0, to = 1; from < plain.length; from += rowBytes, to += rowBytes + 1)
    rows.set(plain.subarray(from, from + rowBytes), to);
  return deflate.deflate(rows, { format: 'zlib', level: 1 });
}
