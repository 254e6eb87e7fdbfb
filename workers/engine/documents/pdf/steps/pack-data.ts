import type { DeflateCodec } from '../../../codecs/ports/deflate-codec.ts';

/** Levels of deflate: optimal parsing takes about 150 ms for a megabyte, plain parsing 40 for one packed 4 % worse. */
export const OPTIMAL_LEVEL = 10;
export const PLAIN_LEVEL = 9;

/** libdeflate's optimal parsing is very slow on flat data and gains nothing there, nor on what hardly packs at all. */
const FLAT_RATIO = 12;
/** Such as the encrypted programs of Type 1 fonts. */
const DENSE_RATIO = 1.25;
const MAX_OPTIMAL_BYTES = 4 * 1024 ** 2;

export interface StoredAs {
  readonly bytes: number;
  /** Whether that was packed. */
  readonly isPacked: boolean;
}

/**
 * Packs the data of a stream, plainly where optimal parsing would not pay for its time.
 * @param stored how it is stored in the source, from which its ratio is estimated
 */
export async function packData(
  bytes: Uint8Array,
  stored: StoredAs,
  deflate: DeflateCodec,
  level = OPTIMAL_LEVEL,
): Promise<Uint8Array> {
  const ratio = bytes.length / stored.bytes;
  const isFast =
    ratio > FLAT_RATIO || (stored.isPacked && ratio < DENSE_RATIO) || bytes.length > MAX_OPTIMAL_BYTES;
  const best = isFast ? PLAIN_LEVEL : level;
  const packed = await deflate.deflate(bytes, { format: 'zlib', level: best });
  if (best === PLAIN_LEVEL || bytes.length < packed.length * FLAT_RATIO) return packed;
  // Data that turns out flat once it is packed is often smaller with plain parsing, which is cheap there.
  const plain = await deflate.deflate(bytes, { format: 'zlib', level: PLAIN_LEVEL });
  return plain.length < packed.length ? plain : packed;
}
