import { orIfRefused } from '../../../api/errors.ts';
import { isKept, type Keep } from '../../../api/keep.ts';
import { concatBytes, latin1 } from '../../../base/bytes.ts';
import type { DeflateCodec } from '../../../codecs/ports/deflate-codec.ts';
import type { Chunk } from '../../../containers/png/chunks.ts';
import { MOST_XMP_BYTES } from '../tuning.ts';
import { MARKER_KEYWORD } from './marker-chunk.ts';

/** Of the text that holds a packet of XMP. */
export const XMP_KEYWORD = 'XML:com.adobe.xmp';

/** Keywords of text by what they describe. Source: PNG specification, third edition, 11.3.3.1. */
const KEYWORDS: Readonly<Record<string, Keep>> = {
  Author: 'copyright',
  Copyright: 'copyright',
  'Creation Time': 'date',
};

/** The keyword of a chunk of text; null for other chunks. */
export function keywordOf({ type, data }: Chunk): string | null {
  const isText = type === 'tEXt' || type === 'zTXt' || type === 'iTXt';
  return isText ? latin1(data, 0, Math.max(0, data.indexOf(0))) : null;
}

/** Whether the groups that stay include a chunk. */
export function isKeptText(chunk: Chunk, keep?: readonly Keep[]): boolean {
  const keyword = keywordOf(chunk);
  if (keep?.includes('all')) return (keyword !== null && keyword !== MARKER_KEYWORD) || chunk.type === 'tIME';
  const group = KEYWORDS[keyword ?? ''];
  return group !== undefined && isKept(keep, group);
}

/** A packet of XMP as text that is neither compressed nor in a language. */
export function xmpChunk(packet: Uint8Array): Chunk {
  const head = new TextEncoder().encode(`${XMP_KEYWORD}\0\0\0\0\0`);
  return { type: 'iTXt', data: concatBytes([head, packet]) };
}

/** A packet of XMP: text of iTXt, or, as libvips writes it, of zTXt. */
export async function xmpIn(
  chunks: readonly Chunk[],
  deflate: DeflateCodec,
): Promise<Uint8Array | undefined> {
  const chunk = chunks.find((each) => keywordOf(each) === XMP_KEYWORD);
  return chunk && textIn(chunk, deflate);
}

/** Texts that say whose a picture is and when it was taken, by keyword: those that EXIF has fields for. */
export async function textsForExif(
  chunks: readonly Chunk[],
  deflate: DeflateCodec,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const chunk of chunks) {
    const keyword = keywordOf(chunk) ?? '';
    const text = KEYWORDS[keyword] && !texts.has(keyword) ? await textIn(chunk, deflate) : undefined;
    if (text) texts.set(keyword, chunk.type === 'iTXt' ? new TextDecoder().decode(text) : latin1(text));
  }
  return texts;
}

/** Whether a chunk is one of {@link textsForExif}. */
export function isTextForExif(chunk: Chunk): boolean {
  return KEYWORDS[keywordOf(chunk) ?? ''] !== undefined;
}

/** The text of a chunk; undefined where it is broken. */
function textIn({ type, data }: Chunk, deflate: DeflateCodec): Promise<Uint8Array | undefined> {
  const start = data.indexOf(0) + 1;
  if (type === 'tEXt') return Promise.resolve(data.subarray(start));
  const isCompressed = type === 'zTXt' || data[start] === 1;
  // iTXt: a flag, the method, and two texts before the text itself; zTXt: the method.
  const language = data.indexOf(0, start + 2);
  const text = data.subarray(type === 'zTXt' ? start + 1 : data.indexOf(0, language + 1) + 1);
  const options = { format: 'zlib', maxOutputBytes: MOST_XMP_BYTES, tolerant: true } as const;
  return isCompressed ? deflate.inflate(text, options).catch(orIfRefused(undefined)) : Promise.resolve(text);
}
