import type { Findings } from '../../../api/report/report.ts';
import type { PdfJob } from '../flow/pdf-job.ts';
import type { PdfDocument } from '../model/document.ts';
import { nameOf, PdfStream, type PdfDict } from '../model/objects.ts';
import { counted } from './tidy-step.ts';

/**
 * Drops entries of image and form XObjects that are redundant: those with their default value, and the optional
 * Type. Dictionaries of streams are the only ones that are never packed (ISO 32000-1, tables 89 and 95).
 */
export function dropDefaults({ document }: Pick<PdfJob, 'document'>): Partial<Findings> {
  let dropped = 0;
  const odd = oddMasks(document);
  for (const object of document.objects.values()) {
    if (!(object instanceof PdfStream) || odd.has(object)) continue;
    for (const key of redundantKeys(object.dict, document)) if (object.dict.delete(key)) dropped++;
  }
  return { changes: counted('defaults-dropped', dropped) };
}

/** Masks of pictures that do not say that they are: Poppler takes them for masks by their Type. */
function oddMasks(document: PdfDocument): Set<PdfStream> {
  const masks = new Set<PdfStream>();
  for (const object of document.objects.values()) {
    const mask = object instanceof PdfStream ? document.stream(object.dict.get('Mask')) : undefined;
    if (mask && document.resolve(mask.dict.get('ImageMask')) !== true) masks.add(mask);
  }
  return masks;
}

function redundantKeys(dict: PdfDict, document: PdfDocument): string[] {
  const subtype = nameOf(document.resolve(dict.get('Subtype')));
  const type = nameOf(document.resolve(dict.get('Type')));
  if ((subtype !== 'Image' && subtype !== 'Form') || (type !== undefined && type !== 'XObject')) return [];
  const flags = ['Interpolate', 'ImageMask'].filter((key) => document.resolve(dict.get(key)) === false);
  if (subtype === 'Image') return ['Type', ...flags];
  const matrix = document.numbers(dict.get('Matrix'));
  const isIdentity = matrix?.length === 6 && IDENTITY.every((value, i) => matrix[i] === value);
  const isUsualForm = document.number(dict.get('FormType')) === 1;
  return ['Type', ...(isIdentity ? ['Matrix'] : []), ...(isUsualForm ? ['FormType'] : [])];
}

const IDENTITY = [1, 0, 0, 1, 0, 0];
