import type { PdfDocument } from '../model/document.ts';
import { nameOf, type PdfDict } from '../model/objects.ts';

/** Whether resources define what DeviceGray or DeviceRGB stand for (ISO 32000-1, 8.6.5.6). */
export function hasDefaultSpace(document: PdfDocument, resources: PdfDict | undefined): boolean {
  const spaces = document.dict(resources?.get('ColorSpace'));
  return spaces !== undefined && (spaces.has('DefaultGray') || spaces.has('DefaultRGB'));
}

/**
 * Whether a page or form mixes its colours in a space of which grey is not a part just as it is (ISO 32000-1, 11.6.6): the
 * black of DeviceCMYK made from DeviceGray is one ink, from DeviceRGB it may be four.
 */
export function hasOtherBlendingSpace(document: PdfDocument, dict: PdfDict): boolean {
  const space = document.resolve(document.dict(dict.get('Group'))?.get('CS'));
  return space !== null && !['DeviceGray', 'DeviceRGB'].includes(nameOf(space) ?? '');
}

/** Whether device colours mean those of an output condition: of the document, or of a page (ISO 32000-2, 14.11.5). */
export function hasOutputIntent(document: PdfDocument, dict: PdfDict | undefined): boolean {
  return (document.array(dict?.get('OutputIntents'))?.length ?? 0) > 0;
}

/** Whether a document is made for a printing condition (ISO 32000-2, table 401): its pictures end as plates. */
export function isForPrint(document: PdfDocument): boolean {
  const intents = document.array(document.catalog?.get('OutputIntents')) ?? [];
  return intents.some((intent) => nameOf(document.dict(intent)?.get('S')) === 'GTS_PDFX');
}
