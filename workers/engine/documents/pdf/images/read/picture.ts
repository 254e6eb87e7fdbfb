import { ENGINE_LIMITS } from '../../../../api/limits.ts';
import type { SkipCode } from '../../../../api/report/report-codes.ts';
import { filtersOf, type FilterStep } from '../../filters/decode-stream.ts';
import type { PdfDocument } from '../../model/document.ts';
import { PdfRef, PdfStream, type PdfDict } from '../../model/objects.ts';
import type { PdfJob } from '../../flow/pdf-job.ts';
import type { SkippedPicture } from '../plan/planned-picture.ts';
import { parseColourSpace, type ColourSpace } from './colour-space.ts';

/** An image XObject, understood well enough to be recompressed. */
export interface Picture {
  readonly num: number;
  readonly stream: PdfStream;
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  /** A stencil: one bit a pixel that lets the current colour through. */
  readonly isStencil: boolean;
  /** undefined only where a JPEG 2000 picture brings its own. */
  readonly space: ColourSpace | undefined;
  /** "default", "inverted" where every pair is exactly reversed, else "other". */
  readonly decode: 'default' | 'inverted' | 'other';
  /** A range of sample values that is transparent: samples must not change. */
  readonly hasColourKey: boolean;
  readonly softMask: number | undefined;
  /** The soft mask says that colours are mixed with a matte, in the picture's colour space: size and space must stay. */
  readonly hasMatte: boolean;
  /**
   * A soft mask that has a matte: its size must stay. Its samples may be lossy as those of other masks: unmixed and laid
   * over the page, a colour is off by the error of its opacity, times the distance between matte and page.
   */
  readonly isMatte: boolean;
  /** Another picture's mask, whose samples must be grey. */
  readonly isMask: boolean;
  /**
   * Its colour space must stay: default colour spaces, output intents or blending spaces give another one another meaning
   * where it is drawn, or not all places are known that draw it.
   */
  readonly keepsSpace: boolean;
  readonly filters: readonly FilterStep[];
}

/** Reads the dictionary of an image XObject. Rules for leaving it alone come first. */
export async function describePicture(job: PdfJob, num: number): Promise<Picture | SkippedPicture> {
  const { document } = job;
  const stream = document.objects.get(num);
  if (!(stream instanceof PdfStream)) return { skip: 'picture-unreadable' };
  const { dict } = stream;
  const width = document.number(dict.get('Width')) ?? 0;
  const height = document.number(dict.get('Height')) ?? 0;
  const reason = reasonToSkip(dict, width, height);
  if (reason) return { skip: reason };
  const filters = filtersOf(dict, document);
  const isStencil = document.resolve(dict.get('ImageMask')) === true;
  const space = isStencil ? STENCIL : await parseColourSpace(job, dict.get('ColorSpace'));
  if (!space && filters.at(-1)?.name !== 'JPXDecode') return { skip: 'picture-colour' };
  const bits = isStencil ? 1 : (document.number(dict.get('BitsPerComponent')) ?? 8);
  return {
    num,
    stream,
    width,
    height,
    bits,
    isStencil,
    space,
    decode: decodeKind(document.numbers(dict.get('Decode')), space, bits),
    ...maskOf(dict, document),
    isMatte: dict.has('Matte'),
    isMask: true,
    keepsSpace: true,
    filters,
  };
}

/** A soft mask wins over Mask (ISO 32000-1, table 89). */
function maskOf(
  dict: PdfDict,
  document: PdfDocument,
): Pick<Picture, 'softMask' | 'hasColourKey' | 'hasMatte'> {
  const smask = dict.get('SMask');
  if (smask instanceof PdfRef && document.stream(smask))
    return { softMask: smask.num, hasColourKey: false, hasMatte: document.dict(smask)!.has('Matte') };
  const hasColourKey = Array.isArray(document.resolve(dict.get('Mask')));
  return { softMask: undefined, hasColourKey, hasMatte: false };
}

function reasonToSkip(dict: PdfDict, width: number, height: number): SkipCode | undefined {
  const hasSize = Number.isInteger(width) && Number.isInteger(height) && width > 0 && height > 0;
  if (!hasSize) return 'picture-unreadable';
  if (width * height > ENGINE_LIMITS.maxPixels) return 'picture-too-large';
  if (dict.has('F')) return 'picture-external';
  return dict.has('OPI') || dict.has('Alternates') ? 'picture-for-print' : undefined;
}

const STENCIL: ColourSpace = { family: 'grey', components: 1, isDevice: true };

function decodeKind(
  decode: number[] | undefined,
  space: ColourSpace | undefined,
  bits: number,
): Picture['decode'] {
  if (!decode || decode.length === 0 || !space)
    return decode && decode.length > 0 && !space ? 'other' : 'default';
  const top = space.family === 'indexed' ? 2 ** bits - 1 : 1;
  if (space.family === 'other') return decode.every((value, i) => value === i % 2) ? 'default' : 'other';
  if (decode.length < space.components * 2) return 'other';
  if (decode.every((value, i) => value === (i % 2) * top)) return 'default';
  if (space.family !== 'indexed' && decode.every((value, i) => value === 1 - (i % 2))) return 'inverted';
  return 'other';
}

/** File type of the last filter, in short. */
export function codecOf(picture: Picture): 'jpeg' | 'jpx' | 'ccitt' | 'jbig2' | 'raw' {
  switch (picture.filters.at(-1)?.name) {
    case 'DCTDecode':
      return 'jpeg';
    case 'JPXDecode':
      return 'jpx';
    case 'CCITTFaxDecode':
      return 'ccitt';
    case 'JBIG2Decode':
      return 'jbig2';
    default:
      return 'raw';
  }
}
