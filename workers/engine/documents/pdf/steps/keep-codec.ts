import type { DecodedStream } from '../filters/decode-stream.ts';
import { setFilters } from '../filters/set-filters.ts';
import { PdfDict, PdfName, type PdfObject, type PdfStream } from '../model/objects.ts';

/**
 * Leaves a picture codec alone where other filters stand around it, such as those that write bytes as letters.
 * @returns bytes saved, 0 where the stream stays
 */
export function keepCodec(stream: PdfStream, { bytes, rest }: DecodedStream): number {
  const before = stream.data.length + filterLength(stream.dict);
  const [step] = rest;
  if (rest.length !== 1 || !step || bytes.length >= stream.data.length) return 0;
  setFilters(stream.dict, PdfName.of(step.name), step.params);
  stream.data = bytes;
  return before - stream.data.length - filterLength(stream.dict);
}

/** About how many letters the filters of a stream take in its dictionary. */
export function filterLength(dict: PdfDict): number {
  const length = (object: PdfObject | undefined): number => {
    if (object instanceof PdfName) return object.value.length + 8;
    if (Array.isArray(object)) return 2 + object.reduce<number>((sum, item) => sum + length(item), 0);
    return object instanceof PdfDict ? 40 : object === undefined ? 0 : 8;
  };
  return length(dict.get('Filter')) + length(dict.get('DecodeParms'));
}
