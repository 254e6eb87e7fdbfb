import { concatBytes, latin1, latin1Bytes, viewOf } from '../base/bytes.ts';
import { EngineError } from '../api/errors.ts';
import { checkPictureParts } from '../api/limits.ts';

/** A chunk of a RIFF file. */
export interface RiffChunk {
  /** Four characters, e.g. "VP8 ". */
  readonly type: string;
  readonly data: Uint8Array;
}

/**
 * Reads the chunks of a WebP file; what follows the declared size is ignored.
 * Source: WebP Container Specification.
 * @throws EngineError "damaged" when the file is shorter than it says; "too-large"
 */
export function readRiff(bytes: Uint8Array): RiffChunk[] {
  const view = viewOf(bytes);
  const end = bytes.length < 20 ? Infinity : 8 + view.getUint32(4, true);
  if (end > bytes.length + 1) throw cutShort();
  const chunks: RiffChunk[] = [];
  for (let at = 12; at + 8 <= Math.min(end, bytes.length);) {
    const size = view.getUint32(at + 4, true);
    if (at + 8 + size > bytes.length) throw cutShort();
    const type = latin1(bytes, at, at + 4);
    chunks.push({ type, data: bytes.subarray(at + 8, at + 8 + size) });
    checkPictureParts(chunks.length);
    at += 8 + size + (size & 1);
  }
  if (!chunks.some(({ type }) => ['VP8 ', 'VP8L', 'ANMF'].includes(type))) throw cutShort();
  return chunks;
}

function cutShort(): EngineError {
  return new EngineError(
    'damaged',
    'The WebP file is damaged or incomplete: it is shorter than its header says.',
  );
}

export function writeRiff(chunks: readonly RiffChunk[]): Uint8Array {
  const size = chunks.reduce((sum, { data }) => sum + 8 + data.length + (data.length & 1), 12);
  const bytes = new Uint8Array(size);
  const view = viewOf(bytes);
  writeText(bytes, 0, 'RIFF');
  view.setUint32(4, size - 8, true);
  writeText(bytes, 8, 'WEBP');
  let at = 12;
  for (const { type, data } of chunks) {
    writeText(bytes, at, type);
    view.setUint32(at + 4, data.length, true);
    bytes.set(data, at + 8);
    at += 8 + data.length + (data.length & 1);
  }
  return bytes;
}

function writeText(bytes: Uint8Array, at: number, text: string): void {
  for (let i = 0; i < text.length; i++) bytes[at + i] = text.charCodeAt(i);
}

export interface WebpSize {
  readonly width: number;
  readonly height: number;
}

/**
 * Width and height in px, from the extended header or the bitstream's own.
 * Source: WebP Container Specification; RFC 6386, 9.1; WebP Lossless Bitstream Specification, 3.
 */
export function canvasSize(chunks: readonly RiffChunk[]): WebpSize {
  for (const { type, data } of chunks) {
    if (type === 'VP8X' && data.length >= 10)
      return { width: 1 + uint24(data, 4), height: 1 + uint24(data, 7) };
    if (type === 'VP8L' && data.length >= 5) {
      const bits = data[1]! | (data[2]! << 8) | (data[3]! << 16) | (data[4]! << 24);
      return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
    }
    if (type === 'VP8 ' && data.length >= 10) {
      return { width: (data[6]! | (data[7]! << 8)) & 0x3fff, height: (data[8]! | (data[9]! << 8)) & 0x3fff };
    }
  }
  throw cutShort();
}

/** Whether the bitstream of a still has transparency. */
export function hasAlphaData(chunks: readonly RiffChunk[]): boolean {
  return chunks.some(({ type, data }) => type === 'ALPH' || (type === 'VP8L' && (data[4]! & 0x10) !== 0));
}

function uint24(data: Uint8Array, at: number): number {
  return data[at]! | (data[at + 1]! << 8) | (data[at + 2]! << 16);
}

/** Flags of the extended header. Source: WebP Container Specification, "Extended file format". */
const FLAGS = { animation: 0x02, xmp: 0x04, exif: 0x08, alpha: 0x10, icc: 0x20 } as const;

/**
 * A still whose extended header says what its bitstream has: some readers go by the one and some by the other, and a header that
 * denies transparency would take it from the result.
 * @returns the bytes themselves where both agree
 */
export function withTrueAlpha(bytes: Uint8Array, chunks: readonly RiffChunk[]): Uint8Array {
  const header = chunks.find(({ type }) => type === 'VP8X')?.data;
  if (!header || (header[0]! & FLAGS.alpha) !== 0 || !hasAlphaData(chunks)) return bytes;
  const corrected = bytes.slice();
  corrected[header.byteOffset - bytes.byteOffset]! |= FLAGS.alpha;
  return corrected;
}

export interface WebpMetadata {
  readonly icc: Uint8Array | null;
  /** A TIFF structure, or null. */
  readonly exif: Uint8Array | null;
  /** A packet of XMP, or null. */
  readonly xmp?: Uint8Array | null;
  /** Generation marker, or null. */
  readonly marker: string | null;
}

/** Puts metadata into a WebP in place of what it says that it has; with neither, the bytes stay as they are. */
export function withWebpMetadata(
  bare: Uint8Array,
  { icc, exif, xmp = null, marker }: WebpMetadata,
): Uint8Array {
  const chunks = readRiff(bare).filter(({ type }) => !['ICCP', 'EXIF', 'XMP '].includes(type));
  const old = chunks.find(({ type }) => type === 'VP8X');
  // A header that speaks of metadata that is gone makes the file a wrong one.
  const isStale = old && (old.data[0]! & (FLAGS.icc | FLAGS.exif | FLAGS.xmp)) !== 0;
  if ([icc, exif, xmp, marker].every((each) => !each) && !isStale) return bare;
  const still = chunks.find(({ type }) => type === 'VP8 ');
  const tail = marker && still ? marker : null;
  const pictures = chunks
    .filter((chunk) => chunk !== old)
    .map((chunk) => (chunk === still && tail ? { ...chunk, data: withTail(chunk.data, tail) } : chunk));
  const extra = tail ? null : marker;
  const flags = (icc ? FLAGS.icc : 0) | (exif ? FLAGS.exif : 0) | (xmp ? FLAGS.xmp : 0);
  if (!old && flags === 0 && !extra) return writeRiff(pictures);
  return writeRiff([
    { type: 'VP8X', data: extendedHeader(chunks, flags) },
    ...optionalChunk('ICCP', icc),
    ...pictures,
    ...optionalChunk('EXIF', exif),
    ...optionalChunk('XMP ', xmp),
    ...optionalChunk(MARKER_CHUNK, extra === null ? null : new TextEncoder().encode(extra)),
  ]);
}

function optionalChunk(type: string, data: Uint8Array | null): RiffChunk[] {
  return data ? [{ type, data }] : [];
}

/** Source: WebP Container Specification, "Extended File Format". @param flags of the metadata that the file gets */
function extendedHeader(chunks: readonly RiffChunk[], flags: number): Uint8Array {
  const { width, height } = canvasSize(chunks);
  const header = chunks.find(({ type }) => type === 'VP8X')?.data.slice() ?? new Uint8Array(10);
  const kept = header[0]! & (FLAGS.animation | FLAGS.alpha);
  header[0] = kept | (hasAlphaData(chunks) ? FLAGS.alpha : 0) | flags;
  for (let i = 0; i < 3; i++) {
    header[4 + i] = ((width - 1) >> (8 * i)) & 255;
    header[7 + i] = ((height - 1) >> (8 * i)) & 255;
  }
  return header;
}

/** Carries the generation marker of what is no lossy still; readers skip chunks that they do not know. */
export const MARKER_CHUNK = 'FPRS';

/** It takes up to 30 bytes with the header that it needs: smaller files go without. */
const MARK_FROM_BYTES = 2048;

/** Whether a marker is worth its bytes in a WebP without metadata. */
export function isWorthMarking(bare: Uint8Array): boolean {
  return bare.length > MARK_FROM_BYTES || readRiff(bare).some(({ type }) => type === 'VP8 ');
}

/**
 * The generation marker of a WebP, or null. A lossy still has it behind the last partition of its frame, which ends with the
 * chunk and not with what is read of it (RFC 6386, 9.5): four bytes in place of thirty for a chunk and the header that it needs.
 */
export function markerOf(chunks: readonly RiffChunk[]): string | null {
  const chunk = chunks.find(({ type }) => type === MARKER_CHUNK)?.data;
  if (chunk && chunk.length <= MARKER_BYTES) return latin1(chunk);
  const frame = chunks.find(({ type }) => type === 'VP8 ')?.data;
  return frame && isTail(frame) ? latin1(frame.subarray(-MARKER_BYTES)) : null;
}

const MARKER_BYTES = 4;

function isTail(frame: Uint8Array): boolean {
  return /^f[ps]\d\d$/.test(latin1(frame.subarray(-MARKER_BYTES)));
}

/** A frame with a marker in place of the one that it has. */
function withTail(frame: Uint8Array, marker: string): Uint8Array {
  const bare = isTail(frame) ? frame.subarray(0, -MARKER_BYTES) : frame;
  return concatBytes([bare, latin1Bytes(marker)]);
}
