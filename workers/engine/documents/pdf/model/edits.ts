import { copyObject, type PdfDocument } from './document.ts';
import type { PdfObject } from './objects.ts';

/** New values for objects, by number. A step plans edits; nothing changes until they are applied. */
export type Edits = Map<number, PdfObject>;

/** Edits that make one thing smaller; they can be taken back on their own. */
export interface Saving {
  readonly edits: Edits;
  /** Pages on which it shows. */
  readonly pages: ReadonlySet<number>;
  readonly savedBytes: number;
}

/** Puts copies of new values in place of old ones: writing changes the document, and edits may be applied again. */
export function applyEdits(document: PdfDocument, edits: Edits): void {
  for (const [num, object] of edits) document.objects.set(num, copyObject(object));
}
