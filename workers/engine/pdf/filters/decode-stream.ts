import type { DeflateCodec } from '../../codecs/deflate-codec.ts';
import { EngineError, isEngineError } from '../../errors.ts';
import type { PdfDocument } from '../model/document.ts';
import { nameOf, type PdfDict, type PdfStream } from '../model/objects.ts';
import { decodeAscii85, decodeAsciiHex } from './ascii.ts';
import { decodeLzw } from './lzw.ts';
import { undoPredictor } from './predictor.ts';
import { decodeRunLength } from './run-length.ts';

/** A filter of a stream with its parameters, the name in its long form. */
export interface FilterStep {
  readonly name: string;
  readonly params: PdfDict | undefined;
}

export interface DecodeOptions {
  readonly deflate: DeflateCodec;
  /** Counted while unpacking, for each filter of the chain. */
  readonly maxBytes: number;
  /** Refuse damaged deflate data instead of answering with what could be saved of it [false]. A wrong checksum alone is no damage. */
  readonly strict?: boolean;
}

export interface DecodedStream {
  readonly bytes: Uint8Array;
  /** Filters that are left because they are picture codecs of their own: DCTDecode, JPXDecode, CCITTFaxDecode, JBIG2Decode. */
  readonly rest: readonly FilterStep[];
}

const LONG_NAMES: Readonly<Record<string, string>> = {
  A85: 'ASCII85Decode',
  AHx: 'ASCIIHexDecode',
  CCF: 'CCITTFaxDecode',
  DCT: 'DCTDecode',
  Fl: 'FlateDecode',
  LZW: 'LZWDecode',
  RL: 'RunLengthDecode',
};

/** A stream longer than this many filters is an attack, not a file. */
const MAX_FILTERS = 8;

/** The filters of a stream in decoding order; short names are understood, as viewers do. */
export function filtersOf(dict: PdfDict, document: PdfDocument): FilterStep[] {
  const filter = document.resolve(dict.get('Filter'));
  const params = document.resolve(dict.get('DecodeParms'));
  const names = Array.isArray(filter) ? filter.map((item) => document.resolve(item)) : [filter];
  return names.flatMap((item, index) => {
    const name = nameOf(item);
    if (name === undefined) return [];
    const own = Array.isArray(params) ? params[index] : index === 0 ? params : undefined;
    return [{ name: LONG_NAMES[name] ?? name, params: document.dict(own) }];
  });
}

/**
 * Undoes a stream's general filters and stops at the first picture codec.
 * Damaged data gives what could be decoded, as viewers do.
 * @throws EngineError "unsupported" for an unknown filter (also Crypt), "limit-exceeded" past maxBytes, "damaged" where nothing decodes
 */
export async function decodeStream(
  stream: PdfStream,
  document: PdfDocument,
  options: DecodeOptions,
): Promise<DecodedStream> {
  const filters = filtersOf(stream.dict, document);
  if (filters.length > MAX_FILTERS)
    throw new EngineError('limit-exceeded', 'A stream in this PDF is packed too many times over.');
  let bytes = stream.data;
  for (const [index, filter] of filters.entries()) {
    if (PICTURE_FILTERS.has(filter.name)) return { bytes, rest: filters.slice(index) };
    bytes = await undoFilter(bytes, filter, document, options);
  }
  return { bytes, rest: [] };
}

const PICTURE_FILTERS = new Set(['DCTDecode', 'JPXDecode', 'CCITTFaxDecode', 'JBIG2Decode']);

async function undoFilter(
  bytes: Uint8Array,
  filter: FilterStep,
  document: PdfDocument,
  options: DecodeOptions,
): Promise<Uint8Array> {
  switch (filter.name) {
    case 'FlateDecode':
      return unpredict(await inflate(bytes, options), filter.params, document);
    case 'LZWDecode': {
      const early = document.number(filter.params?.get('EarlyChange')) ?? 1;
      return unpredict(decodeLzw(bytes, early, options.maxBytes), filter.params, document);
    }
    case 'ASCII85Decode':
      return decodeAscii85(bytes);
    case 'ASCIIHexDecode':
      return decodeAsciiHex(bytes);
    case 'RunLengthDecode':
      return decodeRunLength(bytes, options.maxBytes);
    default:
      throw new EngineError('unsupported', `This PDF uses a filter that is not known: ${filter.name}.`);
  }
}

async function inflate(bytes: Uint8Array, options: DecodeOptions): Promise<Uint8Array> {
  const { deflate, maxBytes: maxOutputBytes, strict } = options;
  if (!strict) return deflate.inflate(bytes, { format: 'zlib', maxOutputBytes, tolerant: true });
  try {
    return await deflate.inflate(bytes, { format: 'zlib', maxOutputBytes });
  } catch (error) {
    if (!isEngineError(error) || error.code === 'limit-exceeded') throw error;
    return deflate.inflate(bytes.subarray(2), { format: 'raw', maxOutputBytes });
  }
}

function unpredict(data: Uint8Array, params: PdfDict | undefined, document: PdfDocument): Uint8Array {
  const value = (key: string, fallback: number): number => document.number(params?.get(key)) ?? fallback;
  return undoPredictor(data, {
    predictor: value('Predictor', 1),
    colors: value('Colors', 1),
    bitsPerComponent: value('BitsPerComponent', 8),
    columns: value('Columns', 1),
  });
}
