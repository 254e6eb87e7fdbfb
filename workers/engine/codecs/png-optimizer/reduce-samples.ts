import { channelsOf, rowBytesOf, type PngImage } from './png-image.ts';

/** 16 bits as 8, where both bytes of every sample are the same. */
export function withoutLowBytes(image: PngImage): PngImage {
  const { data, depth } = image;
  if (depth !== 16) return image;
  for (let i = 0; i < data.length; i += 2) if (data[i] !== data[i + 1]) return image;
  const high = new Uint8Array(data.length >> 1);
  for (let i = 0; i < high.length; i++) high[i] = data[2 * i]!;
  return { ...image, depth: 8, data: high };
}

/** RGB as grey, where all three samples of every pixel are the same. */
export function asGrey(image: PngImage): PngImage {
  const { data, colourType, depth, transparent } = image;
  if (colourType !== 2 && colourType !== 6) return image;
  const sample = depth >> 3;
  const pixel = sample * channelsOf(image);
  for (let i = 0; i < data.length; i += pixel)
    for (let j = 0; j < 2 * sample; j++) if (data[i + j] !== data[i + j + sample]) return image;
  const kept = pixel - 2 * sample;
  const grey = new Uint8Array((data.length / pixel) * kept);
  for (let i = 2 * sample, to = 0; i < data.length; i += pixel)
    for (let j = 0; j < kept; j++) grey[to++] = data[i + j]!;
  const isGreyToo = transparent?.every((each) => each === transparent[0]);
  return {
    ...image,
    colourType: colourType === 6 ? 4 : 0,
    transparent: transparent && isGreyToo ? [transparent[0]!] : null,
    data: grey,
  };
}

/** Samples without an alpha that is opaque everywhere. */
export function withoutOpaqueAlpha(image: PngImage): PngImage {
  const { data, colourType, depth } = image;
  if (colourType !== 4 && colourType !== 6) return image;
  const sample = depth >> 3;
  const pixel = sample * channelsOf(image);
  const kept = pixel - sample;
  for (let i = kept; i < data.length; i += pixel)
    for (let j = 0; j < sample; j++) if (data[i + j] !== 255) return image;
  const opaque = new Uint8Array((data.length / pixel) * kept);
  for (let i = 0, to = 0; i < data.length; i += pixel)
    for (let j = 0; j < kept; j++) opaque[to++] = data[i + j]!;
  return { ...image, colourType: colourType === 6 ? 2 : 0, data: opaque };
}

/** 1, 2 or 4 bits as 8: indexes as they are, grey levels scaled. */
export function asBytes(image: PngImage): PngImage {
  const { width, height, depth, colourType, transparent } = image;
  if (depth >= 8) return image;
  const scale = colourType === 0 ? 255 / ((1 << depth) - 1) : 1;
  const mask = (1 << depth) - 1;
  const rowBytes = rowBytesOf(image, width);
  const data = new Uint8Array(width * height);
  for (let y = 0, to = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const bit = x * depth;
      const byte = image.data[y * rowBytes + (bit >> 3)]!;
      data[to++] = ((byte >> (8 - depth - (bit & 7))) & mask) * scale;
    }
  }
  const level = transparent && repeated(transparent[0]!, depth);
  return { ...image, depth: 8, data, transparent: level === null ? null : [level] };
}

/** The bits of a level of `depth` bits again and again, until there are 8. */
function repeated(level: number, depth: number): number {
  let all = level;
  for (let bits = depth; bits < 8; bits <<= 1) all = ((all << bits) | all) & 0xffff;
  return all;
}

/** Indexes, or grey levels, of 8 bits in as few bits as hold them all; null where that takes 8. */
export function inFewerBits(image: PngImage): PngImage | null {
  const { width, height, depth, colourType, palette, transparent } = image;
  if (depth !== 8 || (colourType !== 0 && colourType !== 3)) return null;
  const bits = palette ? bitsOfIndexes(palette.length / 4) : bitsOfLevels(image.data);
  if (bits === 8) return null;
  const reduced = { ...image, depth: bits, transparent: transparent && packedLevel(transparent[0]!, bits) };
  const mask = (1 << bits) - 1;
  const rowBytes = rowBytesOf(reduced, width);
  const data = new Uint8Array(rowBytes * height);
  for (let y = 0, from = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const bit = x * bits;
      data[y * rowBytes + (bit >> 3)]! |= (image.data[from++]! & mask) << (8 - bits - (bit & 7));
    }
  }
  return { ...reduced, data };
}

type Bits = 1 | 2 | 4 | 8;

function bitsOfIndexes(entries: number): Bits {
  if (entries <= 2) return 1;
  if (entries <= 4) return 2;
  return entries <= 16 ? 4 : 8;
}

/** Levels of fewer bits are multiples of 255, 85 or 17. */
function bitsOfLevels(levels: Uint8Array): Bits {
  const isUsed = new Uint8Array(256);
  for (const level of levels) isUsed[level] = 1;
  const fits = (step: number): boolean => isUsed.every((used, level) => used === 0 || level % step === 0);
  if (fits(255)) return 1;
  if (fits(85)) return 2;
  return fits(17) ? 4 : 8;
}

/** The transparent level in fewer bits; null where it is none of those that can be, and so is not used. */
function packedLevel(level: number, bits: Bits): readonly number[] | null {
  const packed = (level & 0xff) >> (8 - bits);
  return repeated(packed, bits) === level ? [packed] : null;
}
