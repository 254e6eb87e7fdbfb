import type { DeflateCodec } from '../codecs/deflate-codec.ts';
import { joinedData, readChunks, writeChunks } from '../containers/png-chunks.ts';

/**
 * The compressed samples of a PNG, packed anew at the highest level; the PNG itself when that is not smaller.
 * @throws when the samples inflate to more than `maxBytes`
 */
export async function repackPng(
  png: Uint8Array,
  deflate: DeflateCodec,
  maxBytes: number,
): Promise<Uint8Array> {
  const chunks = readChunks(png);
  const samples = await deflate.inflate(joinedData(chunks, 'IDAT'), {
    format: 'zlib',
    maxOutputBytes: maxBytes,
  });
  const data = await deflate.deflate(samples, { format: 'zlib', level: 12 });
  const first = chunks.findIndex(({ type }) => type === 'IDAT');
  const repacked = writeChunks([
    ...chunks.slice(0, first),
    { type: 'IDAT', data },
    ...chunks.slice(first).filter(({ type }) => type !== 'IDAT'),
  ]);
  return repacked.length < png.length ? repacked : png;
}
