import type { DeflateCodec } from '../../codecs/ports/deflate-codec.ts';
import { joinedData, readChunks, writeChunks } from '../../containers/png/chunks.ts';

/**
 * The compressed samples of a PNG, packed anew; the PNG itself when that is not smaller.
 * @param level of deflate, 1-12 [12]
 * @throws when the samples inflate to more than `maxBytes`
 */
export async function repackPng(
  png: Uint8Array,
  deflate: DeflateCodec,
  maxBytes: number,
  level = 12,
): Promise<Uint8Array> {
  const chunks = readChunks(png);
  const samples = await deflate.inflate(joinedData(chunks, 'IDAT'), {
    format: 'zlib',
    maxOutputBytes: maxBytes,
  });
  const data = await deflate.deflate(samples, { format: 'zlib', level });
  const first = chunks.findIndex(({ type }) => type === 'IDAT');
  const repacked = writeChunks([
    ...chunks.slice(0, first),
    { type: 'IDAT', data },
    ...chunks.slice(first).filter(({ type }) => type !== 'IDAT'),
  ]);
  return repacked.length < png.length ? repacked : png;
}
