import type { PdfDocument } from '../model/document.ts';
import type { PdfDict, PdfObject } from '../model/objects.ts';
import type { Area } from './area.ts';
import { multiply, type Matrix } from './matrix.ts';
import { MAX_INHERITED_LEVELS } from '../tuning.ts';

/** Turns of a square of side 1 whose y points down: by 0, 90, 180 and 270 degrees clockwise. */
const TURNS: readonly Matrix[] = [
  [1, 0, 0, 1, 0, 0],
  [0, 1, -1, 0, 1, 0],
  [-1, 0, 0, -1, 1, 1],
  [0, -1, 1, 0, 0, 1],
];

/**
 * Maps points of a page to the page as it is shown: its upper left corner is 0, 0 and its lower right corner 1, 1.
 * @returns undefined where its boxes are missing or empty
 */
export function pageFrame(document: PdfDocument, page: PdfDict): Matrix | undefined {
  const media = boxOf(document, page, 'MediaBox');
  const crop = boxOf(document, page, 'CropBox') ?? media;
  if (!media || !crop) return undefined;
  const unit = document.number(page.get('UserUnit')) ?? 1;
  const left = Math.max(media[0], crop[0]) * unit;
  const top = Math.min(media[3], crop[3]) * unit;
  const width = Math.min(media[2], crop[2]) * unit - left;
  const height = top - Math.max(media[1], crop[1]) * unit;
  const turn = TURNS[((((document.number(inherited(document, page, 'Rotate')) ?? 0) % 360) + 360) / 90) % 4];
  if (!turn || !(width > 0 && height > 0)) return undefined;
  return multiply([1 / width, 0, 0, -1 / height, -left / width, top / height], turn);
}

/** A box of a page with its corners in order. */
function boxOf(document: PdfDocument, page: PdfDict, key: string): Area | undefined {
  const [a, b, c, d] = document.numbers(inherited(document, page, key)) ?? [];
  if (a === undefined || b === undefined || c === undefined || d === undefined) return undefined;
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
}

function inherited(document: PdfDocument, page: PdfDict, key: string): PdfObject | undefined {
  let node: PdfDict | undefined = page;
  for (let level = 0; node && level < MAX_INHERITED_LEVELS; level++) {
    if (node.has(key)) return node.get(key);
    node = document.dict(node.get('Parent'));
  }
  return undefined;
}
