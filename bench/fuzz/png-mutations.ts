import { crc32, deflateSync, inflateSync } from 'node:zlib';
import type { Random } from '../random.ts';
import {
  bigEndian,
  EDGES,
  joined,
  noisy,
  patched,
  shuffled,
  strangeNumber,
  type Mutation,
} from './mutation.ts';

interface Chunk {
  readonly type: string;
  readonly data: Uint8Array;
}

export const PNG_MUTATIONS: readonly Mutation[] = [
  { name: 'chunks shuffled', weight: 2, apply: onChunks((all, random) => shuffled(all, random)) },
  { name: 'header', weight: 4, apply: onType(/^IHDR$/, changedHeader) },
  { name: 'data split', weight: 2, apply: onChunks(splitData) },
  {
    name: 'data cut',
    weight: 1,
    apply: onType(/^(IDAT|fdAT)$/, (data, random) => data.slice(0, random.below(data.length))),
  },
  { name: 'scanlines', weight: 5, apply: onChunks(changedScanlines) },
  {
    name: 'packed data',
    weight: 1,
    apply: onType(/^(IDAT|fdAT)$/, (data, random) => noisy(data, random, 3)),
  },
  { name: 'palette', weight: 3, apply: onType(/^(PLTE|tRNS)$/, changedPalette) },
  { name: 'animation', weight: 3, apply: onType(/^(acTL|fcTL|fdAT)$/, changedNumber) },
  {
    name: 'other chunk',
    weight: 3,
    apply: onType(/^(?!IHDR|IDAT|IEND)/, (data, random) => noisy(data, random)),
  },
  { name: 'new chunk', weight: 3, apply: onChunks(withNewChunk) },
  { name: 'type', weight: 1, apply: onChunks(renamed) },
  { name: 'checksum', weight: 1, apply: withWrongChecksum },
];

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10);

/** PNG specification, 5.3: length, type, data, checksum. */
function readChunks(file: Uint8Array): Chunk[] {
  const view = new DataView(file.buffer, file.byteOffset, file.length);
  const chunks: Chunk[] = [];
  for (let at = 8; at + 12 <= file.length;) {
    const end = Math.min(file.length, at + 8 + view.getUint32(at));
    const type = String.fromCharCode(...file.subarray(at + 4, at + 8));
    chunks.push({ type, data: file.subarray(at + 8, end) });
    at = end + 4;
  }
  return chunks;
}

function writeChunks(chunks: readonly Chunk[]): Uint8Array {
  const parts = chunks.map(({ type, data }) => {
    const body = joined([Uint8Array.from(type, (letter) => letter.charCodeAt(0)), data]);
    return joined([
      Uint8Array.from(bigEndian(data.length, 4)),
      body,
      Uint8Array.from(bigEndian(crc32(body), 4)),
    ]);
  });
  return joined([SIGNATURE, ...parts]);
}

function onChunks(change: (chunks: Chunk[], random: Random) => Chunk[] | null): Mutation['apply'] {
  return (file, random) => {
    const chunks = readChunks(file);
    const changed = chunks.length > 1 ? change(chunks, random) : null;
    return changed && writeChunks(changed);
  };
}

function onType(type: RegExp, change: (data: Uint8Array, random: Random) => Uint8Array): Mutation['apply'] {
  return onChunks((chunks, random) => {
    const meant = chunks.filter((chunk) => type.test(chunk.type) && chunk.data.length > 0);
    if (meant.length === 0) return null;
    const chosen = random.one(meant);
    return chunks.map((each) => (each === chosen ? { ...each, data: change(each.data, random) } : each));
  });
}

/** 11.2.2: width, height, bit depth, colour type, compression, filter, interlace. */
function changedHeader(data: Uint8Array, random: Random): Uint8Array {
  const field = random.below(5);
  if (field < 2) {
    const value = new DataView(data.buffer, data.byteOffset).getUint32(field * 4);
    const near = random.chance(0.7)
      ? Math.max(0, value + random.below(17) - 8)
      : strangeNumber(value, 2 ** 32, random);
    return patched(data, field * 4, ...bigEndian(near, 4));
  }
  if (field === 2) return patched(data, 8, random.one([1, 2, 4, 8, 16, 3]));
  if (field === 3) return patched(data, 9, random.one([0, 2, 3, 4, 6, 1]));
  return patched(data, 10 + random.below(3), random.below(3));
}

/** Data of one stream may lie in any number of chunks, also empty ones (11.2.4). */
function splitData(chunks: Chunk[], random: Random): Chunk[] | null {
  const at = chunks.findIndex(({ type }) => type === 'IDAT');
  if (at < 0) return null;
  const { type, data } = chunks[at]!;
  const cut = random.below(data.length + 1);
  const parts = [data.subarray(0, cut), new Uint8Array(0), data.subarray(cut)];
  return [...chunks.slice(0, at), ...parts.map((part) => ({ type, data: part })), ...chunks.slice(at + 1)];
}

/** Other filters and samples in a stream that unpacks as it should. */
function changedScanlines(chunks: Chunk[], random: Random): Chunk[] | null {
  const at = chunks.findIndex(({ type }) => type === 'IDAT');
  const packed = joined(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data));
  let lines: Uint8Array;
  try {
    lines = inflateSync(packed, { maxOutputLength: 1 << 22 });
  } catch {
    return null; // An earlier mutation broke the stream.
  }
  if (lines.length === 0) return null;
  const changed = random.chance(0.5)
    ? otherFilters(lines, chunks[0]!.data, random)
    : noisy(lines, random, 30);
  const cut = random.chance(0.2) ? changed.subarray(0, random.below(changed.length)) : changed;
  const data = deflateSync(cut, { level: random.below(10), strategy: random.below(5) });
  const others = chunks.filter(({ type }) => type !== 'IDAT');
  return [...others.slice(0, at), { type: 'IDAT', data }, ...others.slice(at)];
}

/** Filter bytes stand at the start of each line; as many bytes follow as the header says. */
function otherFilters(lines: Uint8Array, header: Uint8Array, random: Random): Uint8Array {
  const copy = Uint8Array.from(lines);
  const width = new DataView(header.buffer, header.byteOffset).getUint32(0);
  const samples = [1, 1, 3, 1, 2, 1, 4][header[9] ?? 0] ?? 1;
  const line = 1 + Math.ceil((width * samples * (header[8] ?? 8)) / 8);
  for (let at = 0; at < copy.length; at += line) if (random.chance(0.3)) copy[at] = random.below(6);
  return copy;
}

function changedPalette(data: Uint8Array, random: Random): Uint8Array {
  if (random.chance(0.5)) return noisy(data, random);
  const length = random.one([0, 1, 2, 3, 6, data.length - 1, data.length - 3, 768, 771]);
  return Uint8Array.from({ length: Math.max(0, length) }, (_, index) => data[index] ?? random.below(256));
}

function changedNumber(data: Uint8Array, random: Random): Uint8Array {
  if (random.chance(0.3)) return patched(data, 24 + random.below(2), random.below(4));
  const at = 4 * random.below(Math.min(6, data.length >> 2) || 1);
  const value = data.length >= at + 4 ? new DataView(data.buffer, data.byteOffset).getUint32(at) : 0;
  return patched(data, at, ...bigEndian(strangeNumber(value, 2 ** 32, random), 4));
}

const NEW_TYPES = [
  'gAMA',
  'cHRM',
  'sRGB',
  'iCCP',
  'cICP',
  'sBIT',
  'bKGD',
  'hIST',
  'tRNS',
  'pHYs',
  'tEXt',
  'zTXt',
  'iTXt',
];
const STRANGE_TYPES = [
  'eXIf',
  'sPLT',
  'tIME',
  'acTL',
  'fcTL',
  'fdAT',
  'PLTE',
  'IDAT',
  'CgBI',
  'abcd',
  'ABCD',
  'IEND',
];

function withNewChunk(chunks: Chunk[], random: Random): Chunk[] {
  const type = random.one(random.chance(0.6) ? NEW_TYPES : STRANGE_TYPES);
  const length = random.one([0, 1, 2, 3, 4, 6, 8, 26, 32, 300]);
  const data = Uint8Array.from({ length }, () =>
    random.chance(0.5) ? random.one(EDGES) & 255 : random.below(256),
  );
  const at = random.chance(0.7) ? 1 : random.below(chunks.length + 1);
  return [...chunks.slice(0, at), { type, data }, ...chunks.slice(at)];
}

function renamed(chunks: Chunk[], random: Random): Chunk[] {
  const at = random.below(chunks.length);
  const letters = [...chunks[at]!.type];
  const letter = random.below(4);
  letters[letter] = String.fromCharCode((letters[letter] ?? 'a').charCodeAt(0) ^ 0x20);
  return chunks.map((chunk, index) => (index === at ? { ...chunk, type: letters.join('') } : chunk));
}

function withWrongChecksum(file: Uint8Array, random: Random): Uint8Array | null {
  const chunks = readChunks(file);
  const before = chunks.slice(0, 1 + random.below(chunks.length));
  const end = 8 + before.reduce((sum, { data }) => sum + 12 + data.length, 0);
  return end <= file.length ? patched(file, end - 1, random.below(256)) : null;
}
