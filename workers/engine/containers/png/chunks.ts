import { concatBytes, latin1, viewOf } from '../../base/bytes.ts';
import type { DeflateCodec } from '../../codecs/ports/deflate-codec.ts';
import { crc32 } from '../../base/crc32.ts';
import { EngineError } from '../../api/errors.ts';
import { checkPictureParts } from '../../api/limits.ts';

/** A chunk of a PNG. Source: PNG specification, third edition, clause 5. */
export interface Chunk {
  /** Four letters. */
  readonly type: string;
  readonly data: Uint8Array;
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] as const;

/** Length, type and checksum around the data of a chunk. */
const AROUND_BYTES = 12;

/** Whether a file begins as a PNG does. */
export function isPng(bytes: Uint8Array): boolean {
  return SIGNATURE.every((byte, at) => bytes[at] === byte);
}

/** Where a chunk lies in its file; one that is cut short ends after it. */
interface ChunkPlace {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** Every chunk by its declared length, those behind IEND too. Nothing is checked. */
export function* chunkPlaces(bytes: Uint8Array): Generator<ChunkPlace> {
  const view = viewOf(bytes);
  for (let start: number = SIGNATURE.length; start + AROUND_BYTES <= bytes.length;) {
    const end = start + AROUND_BYTES + view.getUint32(start);
    yield { type: latin1(bytes, start + 4, start + 8), start, end };
    start = end;
  }
}

function hasRightChecksum(bytes: Uint8Array, { start, end }: ChunkPlace): boolean {
  return viewOf(bytes).getUint32(end - 4) === crc32(bytes.subarray(start + 4, end - 4));
}

function dataOf(bytes: Uint8Array, { start, end }: ChunkPlace): Uint8Array {
  return bytes.subarray(start + 8, end - 4);
}

/**
 * Reads the chunks up to IEND; what follows it is left out.
 * Ancillary chunks with a wrong checksum are left out too, as decoders do.
 * @throws EngineError "damaged" when a critical chunk is broken, or the end is missing; "too-large"
 */
export function readChunks(bytes: Uint8Array): Chunk[] {
  const chunks: Chunk[] = [];
  for (const place of chunkPlaces(bytes)) {
    const { type, start, end } = place;
    if (end > bytes.length) break;
    const isIntact = hasRightChecksum(bytes, place);
    const isCritical =
      (bytes[start + 4]! & 0x20) === 0 || type === 'acTL' || type === 'fcTL' || type === 'fdAT';
    if (!isIntact && isCritical)
      throw new EngineError('damaged', 'The PNG is damaged: a checksum does not match.');
    if (isIntact) chunks.push({ type, data: dataOf(bytes, place) });
    checkPictureParts(chunks.length);
    if (type !== 'IEND') continue;
    if (chunks[0]?.type !== 'IHDR' || chunks[0].data.length !== 13) break;
    return chunks;
  }
  throw new EngineError('damaged', 'The PNG is damaged or cut short: its end is missing.');
}

/**
 * Reads the chunks up to IEND, which is left out with what follows it.
 * @throws Error when a checksum is wrong, or the file is cut short or no PNG
 */
export function readChunksStrictly(bytes: Uint8Array): Chunk[] {
  if (!isPng(bytes)) throw new Error('No PNG.');
  const chunks: Chunk[] = [];
  for (const place of chunkPlaces(bytes)) {
    if (place.end > bytes.length) break;
    if (place.type === 'IEND') return chunks;
    if (!hasRightChecksum(bytes, place)) throw new Error(`A checksum of the PNG is wrong: ${place.type}.`);
    chunks.push({ type: place.type, data: dataOf(bytes, place) });
  }
  throw new Error('The PNG is cut short.');
}

/** The file of some chunks, with signature and checksums. */
export function writeChunks(chunks: readonly Chunk[]): Uint8Array {
  const size = chunks.reduce<number>((sum, { data }) => sum + AROUND_BYTES + data.length, SIGNATURE.length);
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  bytes.set(SIGNATURE);
  let at: number = SIGNATURE.length;
  for (const { type, data } of chunks) {
    view.setUint32(at, data.length);
    for (let i = 0; i < 4; i++) bytes[at + 4 + i] = type.charCodeAt(i);
    bytes.set(data, at + 8);
    view.setUint32(at + 8 + data.length, crc32(bytes.subarray(at + 4, at + 8 + data.length)));
    at += AROUND_BYTES + data.length;
  }
  return bytes;
}

export interface Header {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  /** 0 grey, 2 RGB, 3 palette, 4 grey + alpha, 6 RGBA. */
  readonly colourType: number;
  readonly isInterlaced: boolean;
}

/** @throws EngineError "damaged" when a field has no meaning */
export function readHeader(chunks: readonly Chunk[]): Header {
  const { data } = chunks[0]!;
  const view = viewOf(data);
  const header = {
    width: view.getUint32(0),
    height: view.getUint32(4),
    depth: data[8]!,
    colourType: data[9]!,
    isInterlaced: data[12] === 1,
  };
  if (![1, 2, 4, 8, 16].includes(header.depth) || ![0, 2, 3, 4, 6].includes(header.colourType)) {
    throw new EngineError('damaged', 'The PNG is damaged: its header makes no sense.');
  }
  return header;
}

/** IHDR. */
export function imageHeader({ width, height, depth, colourType, isInterlaced }: Header): Chunk {
  const data = new Uint8Array(13);
  const view = viewOf(data);
  view.setUint32(0, width);
  view.setUint32(4, height);
  data.set([depth, colourType, 0, 0, isInterlaced ? 1 : 0], 8);
  return { type: 'IHDR', data };
}

/** The data of all chunks of a type, joined. */
export function joinedData(chunks: readonly Chunk[], type: string): Uint8Array {
  return concatBytes(chunks.filter((chunk) => chunk.type === type).map(({ data }) => data));
}

/** An ICC profile as a chunk. @param level of deflate, 1-12 [12: as small as can be] */
export async function profileChunk(icc: Uint8Array, deflate: DeflateCodec, level = 12): Promise<Chunk> {
  const packed = await deflate.deflate(icc, { format: 'zlib', level });
  // A name of one letter, its end, and compression method 0.
  return { type: 'iCCP', data: concatBytes([Uint8Array.of(0x69, 0, 0), packed]) };
}
