import { COMMENT } from '../containers/jpeg/markers.ts';
import { concatBytes, latin1 } from '../base/bytes.ts';
import { readChunks, writeChunks, type Chunk } from '../containers/png/chunks.ts';

/**
 * A short text in what was compressed with loss here, so that a second pass does not add another generation of loss:
 * "fp71" means that the picture was encoded to a visual score of at least 71.
 */
export function generationMarker(floor: number): string {
  return `fp${Math.round(floor)}`;
}

/** The marker of a picture that was also fitted to its place on a page: "fs71". */
function placementMarker(floor: number): string {
  return `fs${Math.round(floor)}`;
}

/** The floor that a marker of either kind names, or null when the text is no marker. */
export function readMarker(text: string): number | null {
  const match = /^f[ps](\d{1,2})$/.exec(text);
  return match ? Number(match[1]) : null;
}

/** Points by which a floor is lower than that of the earlier pass to be worth another generation. */
const GENERATION_POINTS = 3;

/**
 * Whether an earlier pass already brought a picture down to a floor, or close to it.
 * @param previousFloor of its marker; null without one
 */
export function isAlreadyCompressed(previousFloor: number | null, floor: number): boolean {
  return previousFloor !== null && previousFloor <= floor + GENERATION_POINTS;
}

/**
 * The floor of a pass over what an earlier one brought to a higher floor: losses of both add up by their squares to what `floor`
 * allows. Eight pictures at 71 and then at 62 scored 51 to 56 beside their first source, with this about 61.
 * @param previousFloor of its marker; null without one
 */
export function generationFloor(previousFloor: number | null, floor: number): number {
  if (previousFloor === null || previousFloor <= floor) return floor;
  return 100 - Math.sqrt((100 - floor) ** 2 - (100 - previousFloor) ** 2);
}

/**
 * As {@link generationFloor}, of PNGs. What is flat loses at the same places again, so losses add up as they are: four results of a
 * second pass scored 28, 54, 61 and 63 beside their first source where squares promised 62 to 70.
 * @param previousFloor of its marker; null without one
 */
export function secondFloor(previousFloor: number | null, floor: number): number {
  return previousFloor === null || previousFloor <= floor ? floor : 100 - (previousFloor - floor);
}

/** The floor that two passes together keep: the inverse of {@link generationFloor}. @param previousFloor of the first one's marker; null without one */
export function commonFloor(previousFloor: number | null, floor: number): number {
  return previousFloor === null ? floor : Math.max(0, 100 - Math.hypot(100 - floor, 100 - previousFloor));
}

/** A marker and its keyword take no more. */
const MARKER_BYTES = 8;

/** A picture of a document that was made smaller. */
interface MarkedPicture {
  readonly bytes: Uint8Array;
  readonly format: string;
  readonly isResized: boolean;
  /** Null where nothing was lost. */
  readonly score: number | null;
}

/**
 * Adds the placement marker to a picture that was made for its placement, so that a second pass over the deck neither
 * encodes it anew nor scales it down further: each would measure its loss against what the first pass left.
 * JPEGs always carry one, PNGs where colours were reduced or pixels are fewer, now or before.
 */
export function withPlacementMarker<Picture extends MarkedPicture>(picture: Picture, floor: number): Picture {
  const text = placementMarker(floor);
  if (picture.format === 'jpeg') return { ...picture, bytes: withJpegMarker(picture.bytes, text) };
  const hasLost = picture.isResized || picture.score !== null;
  if (picture.format === 'png' && (hasLost || pngMarker(picture.bytes) !== null))
    return { ...picture, bytes: withPngMarker(picture.bytes, text) };
  return picture;
}

/** The floor that the placement marker of a JPEG or PNG names, or null without one. */
export function placementFloor(bytes: Uint8Array): number | null {
  const text = isPng(bytes) ? pngMarker(bytes) : jpegMarker(bytes);
  return text !== null && text === placementMarker(readMarker(text) ?? 0) ? readMarker(text) : null;
}

const isPng = (bytes: Uint8Array): boolean => bytes[0] === 0x89 && bytes[1] === 0x50;

/** Application and comment segments of a JPEG, before its tables. */
function* leadingSegments(bytes: Uint8Array): Generator<{ marker: number; start: number; end: number }> {
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff;) {
    const marker = bytes[at + 1]!;
    if (marker !== COMMENT && (marker & 0xf0) !== 0xe0) return;
    const end = at + 2 + ((bytes[at + 2]! << 8) | bytes[at + 3]!);
    yield { marker, start: at, end };
    at = end;
  }
}

function jpegMarker(bytes: Uint8Array): string | null {
  for (const { marker, start, end } of leadingSegments(bytes)) {
    if (marker === COMMENT && end - start <= MARKER_BYTES) return latin1(bytes, start + 4, end);
  }
  return null;
}

/** Replaces an older marker; application data comes first, where readers look for it. */
function withJpegMarker(bytes: Uint8Array, text: string): Uint8Array {
  let end = 2;
  let old: { start: number; end: number } | undefined;
  for (const segment of leadingSegments(bytes)) {
    end = segment.end;
    if (segment.marker === COMMENT && segment.end - segment.start <= MARKER_BYTES) old = segment;
  }
  const [before, after] = old ? [old.start, old.end] : [end, end];
  const marker = new Uint8Array([0xff, COMMENT, 0, text.length + 2, ...new TextEncoder().encode(text)]);
  return concatBytes([bytes.subarray(0, before), marker, bytes.subarray(after)]);
}

const isMarkerChunk = ({ type, data }: Chunk): boolean => type === 'tEXt' && data.length <= MARKER_BYTES;

function pngMarker(bytes: Uint8Array): string | null {
  const chunk = readChunks(bytes).find(isMarkerChunk);
  return chunk ? latin1(chunk.data).replace('\0', '') : null;
}

/** Keyword and text, as in "fs" and "70". */
function withPngMarker(bytes: Uint8Array, text: string): Uint8Array {
  const [head, ...rest] = readChunks(bytes).filter((chunk) => !isMarkerChunk(chunk));
  const data = new TextEncoder().encode(`${text.slice(0, 2)}\0${text.slice(2)}`);
  return writeChunks([head!, { type: 'tEXt', data }, ...rest]);
}
