import type { PdfDocument } from './document.ts';
import { nameOf, PdfDict, PdfRef, PdfStream, type PdfObject } from './objects.ts';

/**
 * The objects of which one may stand for several that are equal: those that programs replace and never write into. A page
 * gets another font, picture or colour space by a new object under a new name; but programs that fill in a field write into its
 * appearance, and programs that edit or stamp a page into its contents, forms and resources: these stay apart.
 * @returns numbers of objects
 */
export function shareableNumbers(document: PdfDocument): Set<number> {
  const numbers = new Set<number>();
  const stack: PdfObject[] = [];
  for (const [num, object] of document.objects) {
    if (isShareable(object)) numbers.add(num);
    stack.push(object);
  }
  while (stack.length > 0) {
    const value = stack.pop()!;
    for (const part of partsOf(value, document)) if (part instanceof PdfRef) numbers.add(part.num);
    const items = Array.isArray(value) ? value : (dictOf(value)?.map.values() ?? []);
    for (const item of items) if (typeof item === 'object' && item !== null) stack.push(item);
  }
  return numbers;
}

/** Whether an object says of itself that it is shareable; parts of fonts and colour spaces are only known by their place. */
export function isShareable(object: PdfObject): boolean {
  const dict = dictOf(object);
  if (!dict) return isColourSpace(object);
  if (TYPES.has(nameOf(dict.get('Type')) ?? '')) return true;
  if (object instanceof PdfStream && nameOf(dict.get('Subtype')) === 'Image') return true;
  return ['FunctionType', 'ShadingType', 'PatternType', 'HalftoneType'].some((key) => dict.has(key));
}

const TYPES = new Set(['Font', 'FontDescriptor', 'Encoding', 'CMap', 'ExtGState', 'Pattern', 'Halftone']);
const COLOUR_SPACES = new Set(['ICCBased', 'Indexed', 'Separation', 'DeviceN', 'CalRGB', 'CalGray', 'Lab']);

function isColourSpace(object: PdfObject): object is PdfObject[] {
  return Array.isArray(object) && object.length > 1 && COLOUR_SPACES.has(nameOf(object[0]) ?? '');
}

/** What a value holds that is shareable for its place: font programs, widths, glyphs, ICC profiles, palettes. */
function partsOf(value: PdfObject, document: PdfDocument): PdfObject[] {
  if (isColourSpace(value)) return value;
  if (!(value instanceof PdfDict)) return [];
  switch (nameOf(value.get('Type'))) {
    case 'Font': {
      const glyphs = document.dict(value.get('CharProcs'));
      // The resources of Type 3 glyphs may be those of a page.
      const own = [...value.map].flatMap(([key, part]) => (key === 'Resources' ? [] : [part]));
      return glyphs ? [...own, ...glyphs.map.values()] : own;
    }
    case 'FontDescriptor':
      return [...value.map.values()];
    default:
      return ['JBIG2Globals', 'DestOutputProfile'].map((key) => value.get(key) ?? null);
  }
}

function dictOf(value: PdfObject): PdfDict | undefined {
  if (value instanceof PdfStream) return value.dict;
  return value instanceof PdfDict ? value : undefined;
}
