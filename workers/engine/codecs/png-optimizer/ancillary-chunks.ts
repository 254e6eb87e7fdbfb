import { equalBytes, latin1Bytes, concatBytes } from '../../base/bytes.ts';
import { isEngineError } from '../../api/errors.ts';
import type { DeflateCodec } from '../ports/deflate-codec.ts';
import type { Chunk } from '../../containers/png/chunks.ts';
import { isGrey, type PngLayout } from './png-image.ts';
import { MOST_PROFILE_BYTES } from '../tuning.ts';

/** Deflates to the zlib format. */
export type Pack = (bytes: Uint8Array) => Promise<Uint8Array>;

/** Whether colours may become grey: where a profile or another chunk defines their space, grey would be another colour. */
export function allowsGrey(chunks: readonly Chunk[]): boolean {
  return !chunks.some(({ type }) => type === 'sRGB' || type === 'iCCP');
}

/** The chunks with their first profile packed anew, where that makes it smaller. */
export async function withPackedProfile(
  chunks: readonly Chunk[],
  deflate: DeflateCodec,
  pack: Pack,
): Promise<readonly Chunk[]> {
  const at = chunks.findIndex(({ type }) => type === 'iCCP');
  if (at < 0) return chunks;
  const { data } = chunks[at]!;
  const profile = await profileOf(data, deflate);
  if (!profile) return chunks;
  const packed = await pack(profile);
  if (packed.length >= data.length) return chunks;
  // A name of a letter or more, its end, and the method of packing.
  return chunks.with(at, { type: 'iCCP', data: concatBytes([latin1Bytes('icc\0\0'), packed]) });
}

async function profileOf(chunk: Uint8Array, deflate: DeflateCodec): Promise<Uint8Array | null> {
  const end = chunk.indexOf(0);
  if (end < 0 || chunk[end + 1] !== 0) return null;
  const packed = chunk.subarray(end + 2);
  const maxOutputBytes = Math.min(MOST_PROFILE_BYTES, Math.max(1000, 10 * packed.length));
  return deflate.inflate(packed, { format: 'zlib', maxOutputBytes }).catch((error: unknown) => {
    if (isEngineError(error)) return null;
    throw error;
  });
}

/** What speaks of samples as they were. */
const OF_SAMPLES = new Set(['bKGD', 'sBIT', 'hIST']);
/** What speaks of grey, or of colours. */
const OF_COLOURS = new Set(['sRGB', 'iCCP']);

/** The chunks that are still right when a picture was stored in one way and is in another now. */
export function stillRight(chunks: readonly Chunk[], was: PngLayout, is: PngLayout): readonly Chunk[] {
  const isSame = was.depth === is.depth && was.colourType === is.colourType && hasSameColours(was, is);
  return chunks.filter(
    ({ type }) => (isSame || !OF_SAMPLES.has(type)) && (isGrey(was) === isGrey(is) || !OF_COLOURS.has(type)),
  );
}

function hasSameColours(was: PngLayout, is: PngLayout): boolean {
  return (
    equalBytes(was.palette ?? [], is.palette ?? []) && equalBytes(was.transparent ?? [], is.transparent ?? [])
  );
}
