import type { Raster } from '../../../../base/raster.ts';

/** Number of bytes in a row of packed samples. */
export function rowBytesOf(width: number, components: number, bits: number): number {
  return Math.ceil((width * components * bits) / 8);
}

/**
 * Spreads packed samples to one byte each, in their own range: 0 to 2^bits - 1, for 16 bits the high byte.
 * Missing data is 0, as in viewers.
 */
export function unpackSamples(
  data: Uint8Array,
  { width, height, components, bits }: { width: number; height: number; components: number; bits: number },
): Uint8Array {
  const perRow = width * components;
  if (bits === 8 && data.length === perRow * height) return data;
  const rowBytes = rowBytesOf(width, components, bits);
  const out = new Uint8Array(perRow * height);
  const mask = (1 << Math.min(bits, 8)) - 1;
  for (let y = 0; y < height; y++) {
    const from = y * rowBytes;
    const to = y * perRow;
    if (bits === 8) out.set(data.subarray(from, from + perRow), to);
    else if (bits === 16) for (let i = 0; i < perRow; i++) out[to + i] = data[from + i * 2] ?? 0;
    else {
      for (let i = 0; i < perRow; i++) {
        const at = i * bits;
        out[to + i] = ((data[from + (at >> 3)] ?? 0) >> (8 - bits - (at & 7))) & mask;
      }
    }
  }
  return out;
}

/** Packs samples of 1, 2 or 4 bits into rows of whole bytes. */
export function packSamples(samples: Uint8Array, width: number, height: number, bits: number): Uint8Array {
  const rowBytes = rowBytesOf(width, 1, bits);
  const out = new Uint8Array(rowBytes * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = x * bits;
      out[y * rowBytes + (at >> 3)]! |= samples[y * width + x]! << (8 - bits - (at & 7));
    }
  }
  return out;
}

/** Each sample as a function of it says, 0 to 255: worked out once a value (`map` takes 6 ns a sample, this takes one). */
export function mapSamples(samples: Uint8Array, valueOf: (sample: number) => number): Uint8Array {
  const values = Uint8Array.from({ length: 256 }, (_, sample) => valueOf(sample));
  const out = new Uint8Array(samples.length);
  for (let i = 0; i < out.length; i++) out[i] = values[samples[i]!]!;
  return out;
}

/** Scales samples of fewer bits to 0 to 255. */
export function widenSamples(samples: Uint8Array, bits: number): Uint8Array {
  if (bits >= 8) return samples;
  const scale = 255 / (2 ** bits - 1);
  return mapSamples(samples, (sample) => Math.round(sample * scale));
}

/** Replaces indexes by their palette entries; an index past the end is the last entry. */
export function expandPalette(indexes: Uint8Array, palette: Uint8Array, components: number): Uint8Array {
  const last = Math.max(0, Math.floor(palette.length / components) - 1);
  const out = new Uint8Array(indexes.length * components);
  for (let i = 0, to = 0; i < indexes.length; i++) {
    const from = Math.min(indexes[i]!, last) * components;
    for (let c = 0; c < components; c++) out[to++] = palette[from + c] ?? 0;
  }
  return out;
}

/**
 * The grey raster of an RGB one whose three channels are equal in every pixel, else undefined.
 * @param isOwn the grey samples may take the place of the coloured ones [false]
 */
export function greyFromEqualChannels(raster: Raster, isOwn = false): Raster | undefined {
  if (!hasEqualChannels(raster)) return undefined;
  const { width, height, data } = raster;
  const grey = isOwn ? data.subarray(0, width * height) : new Uint8Array(width * height);
  for (let i = 0, from = 0; i < grey.length; i++, from += 3) grey[i] = data[from]!;
  return { width, height, channels: 1, space: 'grey', data: grey };
}

function hasEqualChannels({ channels, space, data }: Raster): boolean {
  if (space !== 'rgb' || channels !== 3) return false;
  for (let at = 0; at < data.length; at += 3)
    if (data[at] !== data[at + 1] || data[at] !== data[at + 2]) return false;
  return true;
}

/** Every sample turned round. */
export function inverted(raster: Raster): Raster {
  return { ...raster, data: mapSamples(raster.data, (sample) => 255 - sample) };
}
