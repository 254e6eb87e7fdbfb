import { latin1Bytes } from '../../../base/bytes.ts';
import { PdfDict, PdfName, PdfStream, type PdfObject, type PdfRef } from '../model/objects.ts';
import type { Edits } from '../model/edits.ts';
import type { PdfDocument } from '../model/document.ts';
import type { Picture } from '../images/read/picture.ts';
import type { Area } from './kept-areas.ts';
import type { EncodedPart, InkMask } from './layer-page.ts';
import { INSET_SHARE } from './tuning.ts';

/** A form XObject in place of a picture. */
export interface LayerForm {
  readonly stream: PdfStream;
  /** The objects that it draws. */
  readonly parts: Edits;
  /** Of the form and all that it draws. */
  readonly bytes: number;
}

/** The layers of a page as they are stored, in the order in which they are painted. */
export interface EncodedLayers {
  readonly parts: readonly EncodedPart[];
  readonly inks: readonly EncodedInk[];
}

interface EncodedInk extends InkMask {
  readonly jbig2: Uint8Array;
  /** What it shares with other masks: data for JBIG2Globals. */
  readonly symbols: PdfRef | undefined;
}

/**
 * The layers of a page as a form XObject: it fills the square that an image XObject fills, so that contents draw it with the same
 * operators. Background, pictures, then each ink through its stencil mask (ISO 32000-1, 8.9.6.2 and 8.10).
 * @param space colour space of the samples
 */
export function layerForm(
  document: PdfDocument,
  picture: Picture,
  layers: EncodedLayers,
  space: PdfObject,
): LayerForm {
  const objects = new PdfDict();
  const operators: string[] = [];
  const parts: Edits = new Map();
  let bytes = 0;
  const add = (stream: PdfStream): PdfRef => {
    const ref = document.reserve();
    parts.set(ref.num, stream);
    bytes += stream.data.length + OBJECT_BYTES;
    return ref;
  };
  for (const [index, part] of layers.parts.entries()) {
    objects.set(`P${index}`, add(imageOf(part, space)));
    operators.push(`q ${clipOf(part, picture)}${placeOf(part, picture)} cm /P${index} Do Q`);
  }
  if (layers.inks.length > 0) operators.push('/C cs');
  for (const [index, ink] of layers.inks.entries()) {
    objects.set(`M${index}`, add(maskOf(ink)));
    operators.push(`${ink.colour.map(levelOf).join(' ')} scn /M${index} Do`);
  }
  const data = latin1Bytes(operators.join('\n'));
  const stream = new PdfStream(formDict(picture, objects, space), data);
  return { stream, parts, bytes: bytes + data.length + OBJECT_BYTES };
}

/** What a dictionary and its entry in the cross-reference table take, about. */
const OBJECT_BYTES = 120;

function formDict(picture: Picture, objects: PdfDict, space: PdfObject): PdfDict {
  const resources = new PdfDict([
    ['XObject', objects],
    ['ColorSpace', new PdfDict([['C', space]])],
  ]);
  const dict = new PdfDict([
    ['Type', PdfName.of('XObject')],
    ['Subtype', PdfName.of('Form')],
    ['BBox', [0, 0, 1, 1]],
    ['Resources', resources],
  ]);
  // What both kinds of XObject may have, and what says something of this one.
  for (const key of ['OC', 'StructParent', 'Metadata']) {
    const value = picture.stream.dict.get(key);
    if (value !== undefined) dict.set(key, value);
  }
  return dict;
}

function imageOf({ data, isDeflated, width, height }: EncodedPart, space: PdfObject): PdfStream {
  const codec = PdfName.of('DCTDecode');
  return new PdfStream(
    new PdfDict([
      ...sized(width, height),
      ['ColorSpace', space],
      ['BitsPerComponent', 8],
      ['Filter', isDeflated ? [PdfName.of('FlateDecode'), codec] : codec],
    ]),
    data,
  );
}

function maskOf({ bitmap, jbig2, symbols }: EncodedInk): PdfStream {
  const dict = new PdfDict([
    ...sized(bitmap.width, bitmap.height),
    ['ImageMask', true],
    ['Filter', PdfName.of('JBIG2Decode')],
  ]);
  if (symbols) dict.set('DecodeParms', new PdfDict([['JBIG2Globals', symbols]]));
  return new PdfStream(dict, jbig2);
}

function sized(width: number, height: number): [string, PdfObject][] {
  return [
    ['Type', PdfName.of('XObject')],
    ['Subtype', PdfName.of('Image')],
    ['Width', width],
    ['Height', height],
  ];
}

/** The matrix that takes the unit square to an area of the picture, whose rows run downwards. */
function placeOf({ area }: EncodedPart, picture: Picture): string {
  const { left, bottom, width, height } = inUnits(area, picture);
  const numbers = [
    width - 2 * INSET_SHARE,
    0,
    0,
    height - 2 * INSET_SHARE,
    left + INSET_SHARE,
    bottom + INSET_SHARE,
  ];
  return numbers.map(decimals).join(' ');
}

/** Operators that show a part in its places only: one path of rectangles (ISO 32000-1, 8.5.4). */
function clipOf({ places }: EncodedPart, picture: Picture): string {
  if (places.length === 1) return '';
  const path = places.map((place) => {
    const { left, bottom, width, height } = inUnits(place, picture);
    return `${[left, bottom, width, height].map(decimals).join(' ')} re `;
  });
  return `${path.join('')}W n `;
}

/** An area in shares of the picture, from its lower left corner. */
function inUnits(area: Area, { width, height }: Picture) {
  return {
    left: area.left / width,
    bottom: 1 - area.bottom / height,
    width: (area.right - area.left) / width,
    height: (area.bottom - area.top) / height,
  };
}

const levelOf = (sample: number): string => decimals(sample / 255);

/** Up to six decimals: a sixteenth of a pixel of the largest page. */
function decimals(value: number): string {
  return String(Math.round(value * 1e6) / 1e6);
}
