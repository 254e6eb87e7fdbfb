import { latin1 } from '../../base/bytes.ts';
import { APP1 } from '../../containers/jpeg/markers.ts';
import { startsWith, type Segment } from '../../containers/jpeg/segments.ts';
import {
  directoryBytes,
  readDirectories,
  readDirectory,
  writeDirectory,
  type TiffEntry,
} from '../../metadata/tiff-directories.ts';

/** How a gain map of Apple's cameras is to be applied. */
export interface AppleMap {
  /** Version of the format, and the headroom where it stands beside it: numbers by their names in XMP. */
  readonly numbers: ReadonlyMap<string, string>;
  /** The camera's notes on headroom and gain, as a field of EXIF; null where the numbers tell them. */
  readonly note: TiffEntry | null;
}

/** @returns null where the second picture is none, or nothing tells its headroom. Source: Apple, "Applying Apple HDR effect to your photos" */
export function readAppleMap(picture: readonly Segment[], map: readonly Segment[]): AppleMap | null {
  const text = map
    .filter(({ marker, payload }) => marker === APP1 && startsWith(payload, 'http://ns.adobe.com/xap/1.0/\0'))
    .map(({ payload }) => latin1(payload))
    .join('\n');
  const numbers = new Map<string, string>();
  for (const name of ['HDRGainMapVersion', 'HDRGainMapHeadroom']) {
    const found = new RegExp(`\\bHDRGainMap:${name}(?:\\s*=\\s*["']|>)([\\d.]+)["'<]`).exec(text);
    if (found) numbers.set(name, found[1]!);
  }
  const note = headroomNote(picture);
  const isTold = note !== null || numbers.has('HDRGainMapHeadroom');
  return numbers.has('HDRGainMapVersion') && isTold ? { numbers, note } : null;
}

/** The properties of a map, for its description. */
export function appleProperties({ numbers }: AppleMap): string {
  const own = [...numbers].map(([name, value]) => ` HDRGainMap:${name}="${value}"`).join('');
  return (
    ' xmlns:HDRGainMap="http://ns.apple.com/HDRGainMap/1.0/" xmlns:apdi="http://ns.apple.com/pixeldatainfo/1.0/"' +
    ` apdi:AuxiliaryImageType="urn:com:apple:photo:2020:aux:hdrgainmap"${own}`
  );
}

const MAKER_NOTE = 0x927c;
const NOTE_NAME = 'Apple iOS\0';
/** The name, a version and the order of bytes; places count from the name. */
const NOTE_HEAD = [...NOTE_NAME].map((letter) => letter.charCodeAt(0)).concat(0, 1, 0x4d, 0x4d);
const [HDR_HEADROOM, HDR_GAIN] = [0x21, 0x30];

/** The notes of the camera, less all but what the map needs: they tell of the camera and its owner, too. */
function headroomNote(picture: readonly Segment[]): TiffEntry | null {
  const exif = picture.find(({ marker, payload }) => marker === APP1 && startsWith(payload, 'Exif\0\0'));
  const { photo } = readDirectories(exif?.payload.subarray(6) ?? new Uint8Array(0));
  const note = photo.find(({ tag, value }) => tag === MAKER_NOTE && startsWith(value, NOTE_NAME));
  if (!note) return null;
  const isLittle = latin1(note.value, 12, 14) === 'II';
  const entries = readDirectory(note.value, NOTE_HEAD.length, isLittle).filter(
    ({ tag, value }) => (tag === HDR_HEADROOM || tag === HDR_GAIN) && value.length === 8,
  );
  if (entries.length < 2) return null;
  const value = new Uint8Array(NOTE_HEAD.length + directoryBytes(entries));
  value.set(NOTE_HEAD);
  writeDirectory(value, NOTE_HEAD.length, entries);
  return { ...note, value };
}
