import { concatBytes, latin1, latin1Bytes, viewOf } from '../../base/bytes.ts';
import { ascii, segment } from '../../containers/jpeg/segment-bytes.ts';
import { startsWith, type Segment } from '../../containers/jpeg/segments.ts';
import { APP1 } from '../../containers/jpeg/markers.ts';

export const XMP_NAME = 'http://ns.adobe.com/xap/1.0/\0';
const EXTENSION_NAME = 'http://ns.adobe.com/xmp/extension/\0';
const NOTE = 'http://ns.adobe.com/xmp/note/';

/** The packet of XMP in a JPEG, and what did not fit into its segment. */
export interface XmpPackets {
  readonly main: Uint8Array | null;
  readonly extended: Uint8Array | null;
}

/** Source: XMP Specification Part 3, 1.1.3. */
export function readXmpPackets(segments: readonly Segment[]): XmpPackets {
  const main = segments.find(({ marker, payload }) => marker === APP1 && startsWith(payload, XMP_NAME));
  return {
    main: main?.payload.subarray(XMP_NAME.length) ?? null,
    extended: joinExtension(segments, main ? latin1(main.payload) : ''),
  };
}

/** Name of the packet by its MD5, its whole length, and where the part belongs. */
const HEAD_BYTES = EXTENSION_NAME.length + 32 + 4 + 4;

/** @param main names the packet: another one is of an earlier state of the file, or of no one */
function joinExtension(segments: readonly Segment[], main: string): Uint8Array | null {
  const [name] = /[0-9A-F]{32}/i.exec(main.slice(main.indexOf('HasExtendedXMP'))) ?? [];
  const parts = segments
    .filter(isExtension)
    .map(({ payload }) => payload)
    .filter((each) => latin1(each, EXTENSION_NAME.length, HEAD_BYTES - 8) === name);
  if (parts.length === 0) return null;
  const own = parts
    .map((each) => ({ at: viewOf(each).getUint32(HEAD_BYTES - 4), bytes: each.subarray(HEAD_BYTES) }))
    .sort((a, b) => a.at - b.at);
  let length = 0;
  const isWhole = own.every(({ at, bytes }) => at === length && (length += bytes.length) >= 0);
  return isWhole && length === viewOf(parts[0]!).getUint32(HEAD_BYTES - 8)
    ? concatBytes(own.map(({ bytes }) => bytes))
    : null;
}

/** Whether a segment holds a part of what did not fit into that of the packet. */
export function isExtension({ marker, payload }: Segment): boolean {
  return marker === APP1 && payload.length >= HEAD_BYTES && startsWith(payload, EXTENSION_NAME);
}

/** The longest payload of a segment. */
const MAX_PAYLOAD = 65_533;

/**
 * Packets as segments.
 * @param packets.name of the extended packet, see {@link extensionNote}
 * @returns null where the packet does not fit into one segment
 */
export function xmpSegments({
  main,
  extended,
  name = '',
}: XmpPackets & { name?: string }): Uint8Array[] | null {
  if (main && XMP_NAME.length + main.length > MAX_PAYLOAD) return null;
  const segments = main ? [segment(APP1, concatBytes([latin1Bytes(XMP_NAME), main]))] : [];
  for (let at = 0; extended && at < extended.length; at += MAX_PAYLOAD - HEAD_BYTES) {
    const head = new Uint8Array(HEAD_BYTES);
    head.set(ascii(EXTENSION_NAME + name));
    viewOf(head).setUint32(HEAD_BYTES - 8, extended.length);
    viewOf(head).setUint32(HEAD_BYTES - 4, at);
    segments.push(segment(APP1, concatBytes([head, extended.subarray(at, at + MAX_PAYLOAD - HEAD_BYTES)])));
  }
  return segments;
}

/** The property that names the extended packet. @param md5 of its bytes */
export function extensionNote(md5: Uint8Array): { name: string; local: string; uri: string; value: string } {
  const value = Array.from(md5, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();
  return { name: 'xmpNote:HasExtendedXMP', local: 'HasExtendedXMP', uri: NOTE, value };
}
