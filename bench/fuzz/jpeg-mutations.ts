import type { Random } from '../random.ts';
import { bigEndian, joined, noisy, patched, shuffled, strangeNumber, type Mutation } from './mutation.ts';

/** A marker segment with its payload, or a scan: the entropy-coded bytes after an SOS segment (marker null). */
interface Segment {
  readonly marker: number | null;
  readonly bytes: Uint8Array;
}

export const JPEG_MUTATIONS: readonly Mutation[] = [
  { name: 'segments shuffled', weight: 2, apply: onSegments((all, random) => shuffled(all, random)) },
  { name: 'frame header', weight: 4, apply: onOne(isFrame, changedFrame) },
  { name: 'quantization', weight: 2, apply: onOne(({ marker }) => marker === 0xdb, noise(4)) },
  { name: 'Huffman table', weight: 2, apply: onOne(({ marker }) => marker === 0xc4, noise(3)) },
  { name: 'scan header', weight: 2, apply: onOne(({ marker }) => marker === 0xda, noise(2)) },
  { name: 'scan', weight: 4, apply: onOne(({ marker }) => marker === null, noise(6)) },
  { name: 'scan cut', weight: 1, apply: onOne(({ marker }) => marker === null, cut) },
  { name: 'restarts', weight: 1, apply: onSegments(withRestarts) },
  { name: 'metadata', weight: 4, apply: onOne(isMetadata, noise(6)) },
  { name: 'metadata number', weight: 4, apply: onOne(isMetadata, changedField) },
  { name: 'metadata cut', weight: 1, apply: onOne(isMetadata, cut) },
  { name: 'new segment', weight: 1, apply: onSegments(withNewSegment) },
  { name: 'length that lies', weight: 1, apply: withWrongLength },
];

/** ITU-T T.81, B.1: 0xff, a marker, a length of two bytes that counts itself. */
function readSegments(file: Uint8Array): Segment[] {
  const segments: Segment[] = [];
  let at = 2;
  while (at + 4 <= file.length && file[at] === 0xff) {
    const marker = file[at + 1]!;
    if (marker === 0xd9) break;
    const end = Math.min(file.length, at + 2 + ((file[at + 2]! << 8) | file[at + 3]!));
    segments.push({ marker, bytes: file.subarray(at + 4, end) });
    at = end;
    if (marker !== 0xda) continue;
    const scanEnd = endOfScan(file, at);
    segments.push({ marker: null, bytes: file.subarray(at, scanEnd) });
    at = scanEnd;
  }
  // What follows the picture, a gain map for instance, stays as it is.
  return [...segments, { marker: null, bytes: file.subarray(Math.min(at, file.length)) }];
}

function endOfScan(file: Uint8Array, start: number): number {
  for (let at = start; at + 1 < file.length; at += 1) {
    const next = file[at + 1]!;
    if (file[at] === 0xff && next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return file.length;
}

function writeSegments(segments: readonly Segment[]): Uint8Array {
  const parts = segments.flatMap(({ marker, bytes }) =>
    marker === null ? [bytes] : [Uint8Array.of(0xff, marker, ...bigEndian(bytes.length + 2, 2)), bytes],
  );
  return joined([Uint8Array.of(0xff, 0xd8), ...parts]);
}

type ChangeBytes = (bytes: Uint8Array, random: Random) => Uint8Array;

function onSegments(change: (segments: Segment[], random: Random) => Segment[]): Mutation['apply'] {
  return (file, random) => {
    const segments = readSegments(file);
    return segments.length > 1 ? writeSegments(change(segments, random)) : null;
  };
}

function onOne(isMeant: (segment: Segment) => boolean, change: ChangeBytes): Mutation['apply'] {
  return (file, random) => {
    const segments = readSegments(file);
    const meant = segments.filter((segment) => isMeant(segment) && segment.bytes.length > 0);
    if (meant.length === 0) return null;
    const chosen = random.one(meant);
    return writeSegments(
      segments.map((each) => (each === chosen ? { ...each, bytes: change(each.bytes, random) } : each)),
    );
  };
}

function noise(most: number): ChangeBytes {
  return (bytes, random) => noisy(bytes, random, most);
}

function cut(bytes: Uint8Array, random: Random): Uint8Array {
  return bytes.slice(0, random.below(bytes.length));
}

function isFrame({ marker }: Segment): boolean {
  return marker !== null && marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

function isMetadata({ marker }: Segment): boolean {
  return marker !== null && ((marker >= 0xe0 && marker <= 0xef) || marker === 0xfe);
}

/** B.2.2: precision, height, width, components, and for each its number, sampling factors and table. */
function changedFrame(bytes: Uint8Array, random: Random): Uint8Array {
  const field = random.below(4);
  if (field === 3) return noisy(bytes, random, 2);
  if (field === 2)
    return patched(bytes, 7 + 3 * random.below(3), random.one([0x11, 0x12, 0x21, 0x22, 0x41, 0x44, 0, 0x51]));
  const at = field === 0 ? 1 : 3;
  const value = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
  // A little larger or smaller, most times: what is far off is refused at once.
  const near = random.chance(0.7) ? value + random.below(33) - 16 : strangeNumber(value, 0x10000, random);
  return patched(bytes, at, ...bigEndian(near & 0xffff, 2));
}

/** Another number in two or four bytes: offsets, counts and types of EXIF, ICC and MPF are such fields. */
function changedField(bytes: Uint8Array, random: Random): Uint8Array {
  const size = random.one([2, 4] as const);
  const at = random.below(Math.max(1, Math.min(bytes.length, 200) - size));
  const value = strangeNumber(bytes[at] ?? 0, 256 ** size, random);
  const written = bigEndian(value, size);
  return patched(bytes, at, ...(random.chance(0.5) ? written : written.reverse()));
}

function withRestarts(segments: Segment[], random: Random): Segment[] {
  const scan = segments.findIndex(({ marker }) => marker === 0xda);
  if (scan < 0) return segments;
  const interval = { marker: 0xdd, bytes: Uint8Array.from(bigEndian(random.below(64), 2)) };
  return [...segments.slice(0, scan), interval, ...segments.slice(scan)];
}

function withNewSegment(segments: Segment[], random: Random): Segment[] {
  const marker = random.one([0xe0, 0xe1, 0xe2, 0xed, 0xee, 0xfe, 0xdc, 0xf0, 0xcc]);
  const starts = [
    'Exif\0\0',
    'ICC_PROFILE\0\x01\x01',
    'MPF\0',
    'Adobe\0',
    'JFIF\0',
    'http://ns.adobe.com/xap/1.0/\0',
    '',
  ];
  const start = new TextEncoder().encode(random.one(starts));
  const rest = Uint8Array.from({ length: random.below(300) }, () => random.below(256));
  const at = random.below(segments.length);
  return [...segments.slice(0, at), { marker, bytes: joined([start, rest]) }, ...segments.slice(at)];
}

function withWrongLength(file: Uint8Array, random: Random): Uint8Array | null {
  const at = 4 + (random.chance(0.5) ? 0 : ((file[4] ?? 0) << 8) + (file[5] ?? 0) + 2);
  return at + 2 < file.length ? patched(file, at, ...bigEndian(random.below(0x10000), 2)) : null;
}
