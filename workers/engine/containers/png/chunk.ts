import { latin1, viewOf } from '../../base/bytes.ts';
import { crc32 } from '../../base/crc32.ts';

/** A chunk of a PNG. Source: PNG specification, third edition, clause 5. */
export interface Chunk {
  /** Four letters. */
  readonly type: string;
  readonly data: Uint8Array;
}

export const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] as const;

/** Length, type and checksum. */
const AROUND = 12;

/**
 * Reads the chunks up to IEND, which is left out with what follows it.
 * @throws Error when a checksum is wrong, or the file is cut short or no PNG
 */
export function readChunksStrictly(bytes: Uint8Array): Chunk[] {
  if (!PNG_SIGNATURE.every((byte, at) => bytes[at] === byte)) throw new Error('No PNG.');
  const view = viewOf(bytes);
  const chunks: Chunk[] = [];
  for (let at: number = PNG_SIGNATURE.length; at + AROUND <= bytes.length;) {
    const end = at + AROUND + view.getUint32(at);
    if (end > bytes.length) break;
    const type = latin1(bytes, at + 4, at + 8);
    if (type === 'IEND') return chunks;
    if (crc32(bytes.subarray(at + 4, end - 4)) !== view.getUint32(end - 4))
      throw new Error(`A checksum of the PNG is wrong: ${type}.`);
    chunks.push({ type, data: bytes.subarray(at + 8, end - 4) });
    at = end;
  }
  throw new Error('The PNG is cut short.');
}

/** The file of some chunks, with signature and checksums. */
export function writeChunks(chunks: readonly Chunk[]): Uint8Array {
  const size = chunks.reduce<number>((sum, { data }) => sum + AROUND + data.length, PNG_SIGNATURE.length);
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  bytes.set(PNG_SIGNATURE);
  let at: number = PNG_SIGNATURE.length;
  for (const { type, data } of chunks) {
    view.setUint32(at, data.length);
    for (let i = 0; i < 4; i++) bytes[at + 4 + i] = type.charCodeAt(i);
    bytes.set(data, at + 8);
    view.setUint32(at + 8 + data.length, crc32(bytes.subarray(at + 4, at + 8 + data.length)));
    at += AROUND + data.length;
  }
  return bytes;
}
