import type { DeflateCodec } from '../../../codecs/ports/deflate-codec.ts';
import { setFilters } from '../filters/set-filters.ts';
import { PdfName, PdfStream } from '../model/objects.ts';
import { FLAT_RATIO, MAX_OPTIMAL_BYTES, OPTIMAL_LEVEL, PLAIN_LEVEL, WORTHWHILE_SHARE } from '../tuning.ts';

/**
 * Packs the data of a stream, plainly where optimal parsing would not pay for its time.
 * @param storedBytes what it takes in the source, from which its ratio is estimated
 */
export async function packData(
  bytes: Uint8Array,
  storedBytes: number,
  deflate: DeflateCodec,
  level = OPTIMAL_LEVEL,
): Promise<Uint8Array> {
  const isFast = bytes.length > FLAT_RATIO * storedBytes || bytes.length > MAX_OPTIMAL_BYTES;
  const best = isFast ? PLAIN_LEVEL : level;
  const packed = await deflate.deflate(bytes, { format: 'zlib', level: best });
  if (best === PLAIN_LEVEL || bytes.length < packed.length * FLAT_RATIO) return packed;
  // Data that turns out flat once it is packed is often smaller with plain parsing, which is cheap there.
  const plain = await deflate.deflate(bytes, { format: 'zlib', level: PLAIN_LEVEL });
  return plain.length < packed.length ? plain : packed;
}

/** A stream with other bytes, packed. @returns undefined where that saves too little */
export async function packedInPlace(
  stream: PdfStream,
  bytes: Uint8Array,
  deflate: DeflateCodec,
): Promise<PdfStream | undefined> {
  const data = await packData(bytes, stream.data.length, deflate);
  if (data.length > stream.data.length * WORTHWHILE_SHARE) return undefined;
  const dict = stream.dict.clone();
  setFilters(dict, PdfName.of('FlateDecode'));
  return new PdfStream(dict, data);
}
