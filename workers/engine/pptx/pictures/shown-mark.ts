import { readChunks, writeChunks, type Chunk } from '../../containers/png-chunks.ts';
import { placementMarker, readMarker } from '../../metadata/generation-marker.ts';
import type { NewPicture } from './new-picture.ts';

/** A mark and its keyword take no more. */
const MARK_BYTES = 8;

/**
 * Puts our mark into a picture that was made for the places that show it, so that a second pass over the deck neither
 * encodes it anew nor brings it down further: each would measure its loss against what the first one left.
 * JPEGs always carry one, PNGs where colours were reduced or pixels are fewer.
 */
export function withShownMark(picture: NewPicture, floor: number): NewPicture {
  const text = placementMarker(floor);
  if (picture.format === 'jpeg') return { ...picture, bytes: markedJpeg(picture.bytes, text) };
  if (picture.format === 'png' && (picture.isResized || pngMark(picture.bytes) !== null))
    return { ...picture, bytes: markedPng(picture.bytes, text) };
  return picture;
}

/** The floor for which we made a picture of a deck, or null. */
export function shownFloor(bytes: Uint8Array): number | null {
  const text = isPng(bytes) ? pngMark(bytes) : jpegMark(bytes);
  return text !== null && text === placementMarker(readMarker(text) ?? 0) ? readMarker(text) : null;
}

const isPng = (bytes: Uint8Array): boolean => bytes[0] === 0x89 && bytes[1] === 0x50;

/** Segments between the start of a JPEG and its tables that say something about it. */
function* leadingSegments(bytes: Uint8Array): Generator<{ marker: number; start: number; end: number }> {
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff;) {
    const marker = bytes[at + 1]!;
    if (marker !== COMMENT && (marker & 0xf0) !== 0xe0) return;
    const end = at + 2 + ((bytes[at + 2]! << 8) | bytes[at + 3]!);
    yield { marker, start: at, end };
    at = end;
  }
}

const COMMENT = 0xfe;

function jpegMark(bytes: Uint8Array): string | null {
  for (const { marker, start, end } of leadingSegments(bytes)) {
    if (marker === COMMENT && end - start <= MARK_BYTES)
      return String.fromCharCode(...bytes.subarray(start + 4, end));
  }
  return null;
}

/** In place of an older mark; application data comes first, as readers look for it there. */
function markedJpeg(bytes: Uint8Array, text: string): Uint8Array {
  let end = 2;
  let old: { start: number; end: number } | undefined;
  for (const segment of leadingSegments(bytes)) {
    end = segment.end;
    if (segment.marker === COMMENT && segment.end - segment.start <= MARK_BYTES) old = segment;
  }
  const [before, after] = old ? [old.start, old.end] : [end, end];
  const mark = [0xff, COMMENT, 0, text.length + 2, ...Array.from(text, (char) => char.charCodeAt(0))];
  const result = new Uint8Array(before + mark.length + bytes.length - after);
  result.set(bytes.subarray(0, before));
  result.set(mark, before);
  result.set(bytes.subarray(after), before + mark.length);
  return result;
}

const isMarkChunk = ({ type, data }: Chunk): boolean => type === 'tEXt' && data.length <= MARK_BYTES;

function pngMark(bytes: Uint8Array): string | null {
  const chunk = readChunks(bytes).find(isMarkChunk);
  return chunk ? String.fromCharCode(...chunk.data).replace('\0', '') : null;
}

/** Keyword and text, as in "fs" and "70". */
function markedPng(bytes: Uint8Array, text: string): Uint8Array {
  const [head, ...rest] = readChunks(bytes).filter((chunk) => !isMarkChunk(chunk));
  const data = new TextEncoder().encode(`${text.slice(0, 2)}\0${text.slice(2)}`);
  return writeChunks([head!, { type: 'tEXt', data }, ...rest]);
}
