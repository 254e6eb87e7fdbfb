import type { DeflateCodec } from '../../../codecs/ports/deflate-codec.ts';
import { EngineError, isEngineError } from '../../../api/errors.ts';
import type { PdfDocument } from '../model/document.ts';
import { nameOf, type PdfDict, type PdfStream } from '../model/objects.ts';
import { decodeAscii85, decodeAsciiHex } from './ascii.ts';
import { decodeLzw } from './lzw.ts';
import { undoPredictor } from './predictor.ts';
import { decodeRunLength } from './run-length.ts';
import type { StreamBudget, StreamSize } from './stream-budget.ts';

/** A filter of a stream with its parameters, the name in its long form. */
export interface FilterStep {
  readonly name: string;
  readonly params: PdfDict | undefined;
}

export interface DecodeOptions extends StreamSize {
  readonly deflate: DeflateCodec;
  /** Counts all filters of the chain while unpacking. */
  readonly budget: StreamBudget;
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
 * @throws EngineError "unsupported" for an unknown filter (also Crypt), "limit-exceeded" past the budget, "damaged" where nothing decodes
 */
export async function decodeStream(
  stream: PdfStream,
  document: PdfDocument,
  options: DecodeOptions,
): Promise<DecodedStream> {
  const filters = filtersOf(stream.dict, document);
  if (filters.length > MAX_FILTERS)
    throw new EngineError('limit-exceeded', 'A stream in this PDF is packed too many times over.');
  const pictureAt = filters.findIndex(({ name }) => PICTURE_FILTERS.has(name));
  const general = pictureAt < 0 ? filters : filters.slice(0, pictureAt);
  const count = options.budget.open(stream, options);
  let bytes = stream.data;
  try {
    for (const filter of general) {
      const packed = bytes;
      bytes = await count.filter((maxBytes) =>
        undoFilter(packed, filter, document, { ...options, maxBytes }),
      );
    }
  } finally {
    count.close();
  }
  return { bytes, rest: filters.slice(general.length) };
}

type FilterOptions = DecodeOptions & { readonly maxBytes: number };

const PICTURE_FILTERS = new Set(['DCTDecode', 'JPXDecode', 'CCITTFaxDecode', 'JBIG2Decode']);

async function undoFilter(
  bytes: Uint8Array,
  filter: FilterStep,
  document: PdfDocument,
  options: FilterOptions,
): Promise<Uint8Array> {
  switch (filter.name) {
    case 'FlateDecode':
      return unpredict(await inflate(bytes, options), filter.params, document);
    case 'LZWDecode': {
      const early = document.number(filter.params?.get('EarlyChange')) ?? 1;
      return unpredict(decodeLzw(bytes, early, options.maxBytes), filter.params, document);
    }
    case 'ASCII85Decode':
      return decodeAscii85(bytes, options.maxBytes);
    case 'ASCIIHexDecode':
      return decodeAsciiHex(bytes, options.maxBytes);
    case 'RunLengthDecode':
      return decodeRunLength(bytes, options.maxBytes);
    default:
      throw new EngineError('unsupported', `This PDF uses a filter that is not known: ${filter.name}.`);
  }
}

async function inflate(bytes: Uint8Array, options: FilterOptions): Promise<Uint8Array> {
  const { deflate, maxBytes: maxOutputBytes, strict } = options;
  const size = { maxOutputBytes, isSizeKnown: options.declaredBytes !== undefined };
  if (!strict) return deflate.inflate(bytes, { format: 'zlib', ...size, tolerant: true });
  try {
    return await deflate.inflate(bytes, { format: 'zlib', ...size });
  } catch (error) {
    if (!isEngineError(error) || error.code === 'limit-exceeded') throw error;
    return deflate.inflate(bytes.subarray(2), { format: 'raw', ...size });
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
