import type { Random } from '../random.ts';
import { joined, littleEndian, noisy, patched, shuffled, strangeNumber, type Mutation } from './mutation.ts';

interface Chunk {
  readonly type: string;
  readonly data: Uint8Array;
}

export const WEBP_MUTATIONS: readonly Mutation[] = [
  { name: 'chunks shuffled', weight: 3, apply: onChunks((all, random) => shuffled(all, random)) },
  { name: 'features', weight: 3, apply: onType(/^VP8X$/, changedFeatures) },
  { name: 'canvas', weight: 2, apply: onType(/^VP8X$/, changedCanvas) },
  { name: 'lossy header', weight: 2, apply: onType(/^VP8 $/, atStart(40)) },
  { name: 'lossless header', weight: 2, apply: onType(/^VP8L$/, atStart(20)) },
  { name: 'picture data', weight: 4, apply: onType(/^VP8[ L]$/, (data, random) => noisy(data, random, 6)) },
  {
    name: 'picture cut',
    weight: 1,
    apply: onType(/^VP8[ L]$|^ALPH$/, (data, random) => data.slice(0, random.below(data.length))),
  },
  { name: 'transparency', weight: 3, apply: onType(/^ALPH$/, atStart(12)) },
  {
    name: 'loop and background',
    weight: 1,
    apply: onType(/^ANIM$/, (data, random) => noisy(data, random, 2)),
  },
  { name: 'frame header', weight: 3, apply: onType(/^ANMF$/, changedFrame) },
  { name: 'frame content', weight: 3, apply: onType(/^ANMF$/, (data, random) => noisy(data, random, 4)) },
  { name: 'metadata', weight: 2, apply: onType(/^(ICCP|EXIF|XMP )$/, (data, random) => noisy(data, random)) },
  { name: 'new chunk', weight: 2, apply: onChunks(withNewChunk) },
  { name: 'length that lies', weight: 2, apply: withWrongLength },
];

/** WebP container specification: RIFF, size, WEBP, then chunks of type, size, data and a padding byte. */
function readChunks(file: Uint8Array): Chunk[] {
  const view = new DataView(file.buffer, file.byteOffset, file.length);
  const chunks: Chunk[] = [];
  for (let at = 12; at + 8 <= file.length;) {
    const length = view.getUint32(at + 4, true);
    const end = Math.min(file.length, at + 8 + length);
    chunks.push({
      type: String.fromCharCode(...file.subarray(at, at + 4)),
      data: file.subarray(at + 8, end),
    });
    at = end + (length & 1);
  }
  return chunks;
}

function writeChunks(chunks: readonly Chunk[]): Uint8Array {
  const parts = chunks.map(({ type, data }) =>
    joined([
      letters(type),
      Uint8Array.from(littleEndian(data.length, 4)),
      data,
      new Uint8Array(data.length & 1),
    ]),
  );
  const body = joined(parts);
  return joined([letters('RIFF'), Uint8Array.from(littleEndian(body.length + 4, 4)), letters('WEBP'), body]);
}

function letters(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

function onChunks(change: (chunks: Chunk[], random: Random) => Chunk[]): Mutation['apply'] {
  return (file, random) => {
    const chunks = readChunks(file);
    return chunks.length > 0 ? writeChunks(change(chunks, random)) : null;
  };
}

function onType(type: RegExp, change: (data: Uint8Array, random: Random) => Uint8Array): Mutation['apply'] {
  return (file, random) => {
    const chunks = readChunks(file);
    const meant = chunks.filter((chunk) => type.test(chunk.type) && chunk.data.length > 0);
    if (meant.length === 0) return null;
    const chosen = random.one(meant);
    return writeChunks(
      chunks.map((each) => (each === chosen ? { ...each, data: change(each.data, random) } : each)),
    );
  };
}

/** Noise where headers lie. */
function atStart(length: number): (data: Uint8Array, random: Random) => Uint8Array {
  return (data, random) => joined([noisy(data.subarray(0, length), random, 3), data.subarray(length)]);
}

function changedFeatures(data: Uint8Array, random: Random): Uint8Array {
  return patched(data, 0, (data[0] ?? 0) ^ (1 << random.below(8)));
}

/** Canvas sides less one, three bytes each from byte 4. */
function changedCanvas(data: Uint8Array, random: Random): Uint8Array {
  const at = random.one([4, 7]);
  return patched(data, at, ...near(data, at, random));
}

/** X and Y halved, width and height less one, duration: three bytes each; then blending and disposal. */
function changedFrame(data: Uint8Array, random: Random): Uint8Array {
  const field = random.below(6);
  if (field === 5) return patched(data, 15, random.below(4));
  return patched(data, field * 3, ...near(data, field * 3, random));
}

function near(data: Uint8Array, at: number, random: Random): number[] {
  const value = (data[at] ?? 0) | ((data[at + 1] ?? 0) << 8) | ((data[at + 2] ?? 0) << 16);
  const changed = random.chance(0.6)
    ? Math.max(0, value + random.below(9) - 4)
    : strangeNumber(value, 2 ** 24, random);
  return littleEndian(changed, 3);
}

function withNewChunk(chunks: Chunk[], random: Random): Chunk[] {
  const type = random.one(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP', 'EXIF', 'XMP ', 'ABCD']);
  const data = Uint8Array.from({ length: random.one([0, 1, 6, 10, 16, 31, 200]) }, () => random.below(256));
  const at = random.below(chunks.length + 1);
  return [...chunks.slice(0, at), { type, data }, ...chunks.slice(at)];
}

function withWrongLength(file: Uint8Array, random: Random): Uint8Array | null {
  const chunks = readChunks(file);
  if (chunks.length === 0) return null;
  let at = 4;
  if (random.chance(0.6)) {
    const before = chunks.slice(0, random.below(chunks.length));
    at = 16 + before.reduce((sum, { data }) => sum + 8 + data.length + (data.length & 1), 0);
  }
  if (at + 4 > file.length) return null;
  const value = new DataView(file.buffer, file.byteOffset).getUint32(at, true);
  return patched(file, at, ...littleEndian(strangeNumber(value, 2 ** 32, random), 4));
}
