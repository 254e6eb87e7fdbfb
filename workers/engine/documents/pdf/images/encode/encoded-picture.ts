import { PdfDict, PdfName, PdfStream, type PdfObject, type PdfRef } from '../../model/objects.ts';
import type { Bitmap } from '../jbig2/bitmap.ts';
import type { Picture } from '../read/picture.ts';

/** A picture encoded anew, and the entries of its dictionary that go with it. */
export interface EncodedPicture {
  readonly data: Uint8Array;
  readonly filter: 'DCTDecode' | 'FlateDecode' | 'JBIG2Decode';
  readonly params?: PdfDict;
  /** The data is deflated on top of its filter [false]. */
  readonly isDeflated?: boolean;
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  /** Samples of a pixel, where they are deflated. */
  readonly channels?: number;
  /** Left out when the colour space stays. */
  readonly colourSpace?: PdfObject;
  /** Decode array: numbers to set, "drop" to remove, left out to keep. */
  readonly decode?: readonly number[] | 'drop';
  readonly isLossy: boolean;
  /** Visual score of a lossy encoding against the samples it was made from, where it was measured. */
  readonly score?: number;
  /** A JPEG made here: its bytes before they are deflated, and whether more pixels may take fewer. */
  readonly jpeg?: { readonly bytes: number; readonly isUnusual: boolean };
}

/** The shortest of several, the first of equal ones; null where there is none. */
export function smallest(candidates: readonly (EncodedPicture | null | undefined)[]): EncodedPicture | null {
  let best: EncodedPicture | null = null;
  for (const candidate of candidates)
    if (candidate && candidate.data.length < (best?.data.length ?? Infinity)) best = candidate;
  return best;
}

/**
 * A bitmap as JBIG2. The Decode array of its picture keeps its meaning: JBIG2Decode gives 0 for black as well.
 * @param globals the stream of symbols that the data names
 */
export function asJbig2({ width, height }: Bitmap, data: Uint8Array, globals?: PdfRef): EncodedPicture {
  const params = globals && { params: new PdfDict([['JBIG2Globals', globals]]) };
  return { data, filter: 'JBIG2Decode', ...params, width, height, bits: 1, isLossy: false };
}

/** The image XObject with the new data; all other entries stay. */
export function withEncoding(picture: Picture, encoded: EncodedPicture): PdfStream {
  const dict = picture.stream.dict.clone();
  dict.set('Width', encoded.width);
  dict.set('Height', encoded.height);
  if (!picture.isStencil) dict.set('BitsPerComponent', encoded.bits);
  if (encoded.colourSpace !== undefined) dict.set('ColorSpace', encoded.colourSpace);
  if (encoded.decode === 'drop') dict.delete('Decode');
  else if (encoded.decode) dict.set('Decode', [...encoded.decode]);
  setFilter(dict, encoded);
  // The sizes were those of the old data (SMaskInData belongs to JPXDecode alone).
  dict.delete('Length');
  if (encoded.filter !== 'JBIG2Decode') dict.delete('SMaskInData');
  return new PdfStream(dict, encoded.data);
}

function setFilter(dict: PdfDict, { filter, params, isDeflated }: EncodedPicture): void {
  const name = PdfName.of(filter);
  dict.set('Filter', isDeflated ? [PdfName.of('FlateDecode'), name] : name);
  dict.delete('DecodeParms');
  if (params) dict.set('DecodeParms', isDeflated ? [null, params] : params);
}
