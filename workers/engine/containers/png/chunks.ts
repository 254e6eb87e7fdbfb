import { concatBytes, latin1, viewOf } from '../../base/bytes.ts';
import { PNG_SIGNATURE, type Chunk } from './chunk.ts';
import type { DeflateCodec } from '../../codecs/ports/deflate-codec.ts';
import { crc32 } from '../../base/crc32.ts';
import { EngineError } from '../../api/errors.ts';
import { checkPictureParts } from '../../api/limits.ts';

export { writeChunks, type Chunk } from './chunk.ts';

/**
 * Reads the chunks up to IEND; what follows it is left out.
 * Ancillary chunks with a wrong checksum are left out too, as decoders do.
 * @throws EngineError "damaged" when a critical chunk is broken, or the end is missing; "too-large"
 */
export function readChunks(bytes: Uint8Array): Chunk[] {
  const view = viewOf(bytes);
  const chunks: Chunk[] = [];
  for (let at: number = PNG_SIGNATURE.length; at + 12 <= bytes.length;) {
    const length = view.getUint32(at);
    const end = at + 12 + length;
    if (end > bytes.length) break;
    const type = latin1(bytes, at + 4, at + 8);
    const isSound = view.getUint32(end - 4) === crc32(bytes.subarray(at + 4, end - 4));
    const isCritical = (bytes[at + 4]! & 0x20) === 0 || type === 'acTL' || type === 'fcTL' || type === 'fdAT';
    if (!isSound && isCritical)
      throw new EngineError('damaged', 'The PNG is damaged: a checksum does not match.');
    if (isSound) chunks.push({ type, data: bytes.subarray(at + 8, end - 4) });
    checkPictureParts(chunks.length);
    if (type === 'IEND') {
      if (chunks[0]?.type !== 'IHDR' || chunks[0].data.length !== 13) break;
      return chunks;
    }
    at = end;
  }
  throw new EngineError('damaged', 'The PNG is damaged or cut short: its end is missing.');
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
