import type { PdfDocument } from './document.ts';
import type { PdfObject } from './objects.ts';

/** New values for objects, by number. A step plans edits; nothing changes until they are applied. */
export type Edits = Map<number, PdfObject>;

/** Puts new values in place of old ones. */
export function applyEdits(document: PdfDocument, edits: Edits): void {
  for (const [num, object] of edits) document.objects.set(num, object);
}
