import { concatBytes, viewOf } from '../../base/bytes.ts';
import { isEngineError } from '../../api/errors.ts';
import { releaseBytes } from '../../base/release-raster.ts';
import { damaged } from '../damaged-picture.ts';
import type { DeflateCodec } from '../ports/deflate-codec.ts';
import { readChunksStrictly, writeChunks, type Chunk } from '../../containers/png/chunks.ts';
import { alphaEntries, type ColourType, type PngImage, type PngLayout } from './png-image.ts';
import { filteredSize, unfilter, type Unfiltered } from './row-filters.ts';

/** A still PNG, its samples inflated. */
export interface PngFile {
  readonly image: PngImage;
  /** The filter of each row, as rows are stored. */
  readonly filters: Uint8Array;
  /** The samples as they are stored. */
  readonly packed: Uint8Array;
  /** Ancillary chunks before the samples, and behind them. */
  readonly before: readonly Chunk[];
  readonly after: readonly Chunk[];
}

/** What an image itself takes. PLTE beside other colour types is a mere proposal, and goes. */
const KEY_CHUNKS = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT']);

/** The signature of a maker over bytes, and offsets: both wrong once bytes change. */
const VOID_AFTERWARDS = new Set(['caBX', 'iDOT']);

/**
 * Reads a PNG.
 * @param keepChunks whether to read ancillary chunks
 * @throws EngineError "damaged"; what `deflate` throws but for faults of the file
 */
export async function readPng(
  bytes: Uint8Array,
  { keepChunks }: { keepChunks: boolean },
  deflate: DeflateCodec,
): Promise<PngFile> {
  const chunks = readChunksStrictly(bytes);
  const last = (type: string): Uint8Array | undefined =>
    chunks.findLast((chunk) => chunk.type === type)?.data;
  const first = chunks.findIndex(({ type }) => type === 'IDAT');
  const header = last('IHDR');
  if (first < 0 || !header) throw damaged(new Error('The PNG has no header, or no samples.'));
  const layout = readLayout(header, last('PLTE'), transparencyOf(chunks.slice(0, first), header[9] === 3));
  const packed = concatBytes(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data));
  const isKept = ({ type }: Chunk): boolean =>
    keepChunks && !KEY_CHUNKS.has(type) && !VOID_AFTERWARDS.has(type);
  const { data, filters } = await inflateRows(layout, packed, deflate);
  return {
    image: { ...layout, data },
    filters,
    packed,
    before: chunks.slice(0, first).filter(isKept),
    after: chunks.slice(first).filter(isKept),
  };
}

/**
 * tRNS where it counts: before the samples, and behind a palette of which it speaks. Decoders pass over others, and over
 * those with more entries than the palette.
 */
function transparencyOf(chunks: readonly Chunk[], isIndexed: boolean): Uint8Array | undefined {
  const palette = isIndexed ? chunks.findLastIndex(({ type }) => type === 'PLTE') : -1;
  const alpha = chunks.findLast(({ type }, at) => type === 'tRNS' && at > palette)?.data;
  const isTooLong = palette >= 0 && alpha && alpha.length > chunks[palette]!.data.length / 3;
  return isTooLong ? undefined : alpha;
}

/** Colour types with the depths that they have. Source: PNG specification, third edition, clause 11.2.1. */
const DEPTHS: Readonly<Record<ColourType, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

function readLayout(
  header: Uint8Array,
  colours: Uint8Array | undefined,
  alpha: Uint8Array | undefined,
): PngLayout {
  const view = viewOf(header);
  const [depth = 0, colourType = 0, , , interlacing = 2] = header.subarray(8);
  if (!DEPTHS[colourType as ColourType]?.includes(depth) || interlacing > 1)
    throw damaged(new Error('The header of the PNG makes no sense.'));
  const [width, height] = [view.getUint32(0), view.getUint32(4)];
  if (width === 0 || height === 0) throw damaged(new Error('The PNG has no pixels.'));
  const samples = { 0: 1, 2: 3 }[colourType];
  return {
    width,
    height,
    depth: depth as PngImage['depth'],
    colourType: colourType as ColourType,
    palette: colourType === 3 ? readPalette(colours, alpha) : null,
    // Bits above the depth mean nothing. Source: PNG specification, third edition, clause 11.3.1.1.
    transparent:
      samples && alpha?.length === 2 * samples
        ? Array.from({ length: samples }, (_, at) => viewOf(alpha).getUint16(2 * at) & (2 ** depth - 1))
        : null,
    isInterlaced: interlacing === 1,
  };
}

function readPalette(
  colours: Uint8Array = new Uint8Array(0),
  alpha: Uint8Array = new Uint8Array(0),
): Uint8Array {
  const palette = new Uint8Array(4 * Math.floor(colours.length / 3)).fill(255);
  for (let entry = 0; 4 * entry < palette.length; entry++) {
    palette.set(colours.subarray(3 * entry, 3 * entry + 3), 4 * entry);
    palette[4 * entry + 3] = alpha[entry] ?? 255;
  }
  return palette;
}

async function inflateRows(
  layout: PngLayout,
  packed: Uint8Array,
  deflate: DeflateCodec,
): Promise<Unfiltered> {
  const size = filteredSize(layout);
  const options = { format: 'zlib', maxOutputBytes: size } as const;
  const filtered = await deflate.inflate(packed, options).catch((error: unknown) => {
    throw isEngineError(error) ? damaged(error) : error;
  });
  const rows = filtered.length === size ? unfilter(layout, filtered) : null;
  releaseBytes(filtered);
  if (!rows) throw damaged(new Error('The samples of the PNG are not those of its header.'));
  return rows;
}

/** Chunks that stand behind the palette. Source: PNG specification, third edition, clause 5.6. */
const BEHIND_PALETTE = new Set(['bKGD', 'hIST']);

/** The file with samples as they are stored. */
export function writePng({ image, packed, before, after }: Omit<PngFile, 'filters'>): Uint8Array {
  return writeChunks([
    headerOf(image),
    ...before.filter(({ type }) => !BEHIND_PALETTE.has(type)),
    ...keyChunks(image),
    ...before.filter(({ type }) => BEHIND_PALETTE.has(type)),
    { type: 'IDAT', data: packed },
    ...after,
    { type: 'IEND', data: new Uint8Array(0) },
  ]);
}

function headerOf({ width, height, depth, colourType, isInterlaced }: PngLayout): Chunk {
  const data = new Uint8Array(13);
  viewOf(data).setUint32(0, width);
  viewOf(data).setUint32(4, height);
  data.set([depth, colourType, 0, 0, isInterlaced ? 1 : 0], 8);
  return { type: 'IHDR', data };
}

/** PLTE and tRNS, where there is something to say. */
function keyChunks({ palette, transparent }: PngLayout): Chunk[] {
  if (transparent) {
    const data = new Uint8Array(2 * transparent.length);
    transparent.forEach((sample, at) => viewOf(data).setUint16(2 * at, sample));
    return [{ type: 'tRNS', data }];
  }
  if (!palette) return [];
  const entries = palette.length / 4;
  const colours = new Uint8Array(3 * entries);
  for (let entry = 0; entry < entries; entry++)
    colours.set(palette.subarray(4 * entry, 4 * entry + 3), 3 * entry);
  const alpha = Uint8Array.from({ length: alphaEntries(palette) }, (_, entry) => palette[4 * entry + 3]!);
  return [{ type: 'PLTE', data: colours }, ...(alpha.length > 0 ? [{ type: 'tRNS', data: alpha }] : [])];
}
