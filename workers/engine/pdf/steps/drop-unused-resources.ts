import type { Usage } from '../content/usage.ts';
import type { PdfDocument } from '../model/document.ts';
import { PdfDict, type PdfObject } from '../model/objects.ts';
import { collectGarbage } from './collect-garbage.ts';

/**
 * Drops fonts, pictures and forms that resource dictionaries of pages and forms hold but no content asks for, as in pages
 * that were cut out of a larger document. Nothing is dropped when any content could not be read, and nothing that a
 * form field or annotation may ask for by name.
 * @returns how many objects went
 */
export function dropUnusedResources(document: PdfDocument, usage: Usage): number {
  if (usage.isIncomplete || usage.hasBorrowedResources) return 0;
  const forms = resourcesOfForm(document);
  for (const dict of usage.seenResources) {
    if (forms.has(dict) || usage.appearanceResources.has(dict)) continue;
    const asked = usage.askedNames.get(dict);
    const unused = [...dict.map.keys()].filter((name) => !asked?.has(name));
    if (unused.length === 0) continue;
    for (const name of unused) dict.delete(name);
    for (const page of usage.pagesOfResources.get(dict) ?? []) usage.trimmedPages.add(page);
  }
  return collectGarbage(document);
}

/** Dictionaries from which viewers take fonts when they write what people fill in. */
function resourcesOfForm(document: PdfDocument): Set<PdfObject> {
  const held = new Set<PdfObject>();
  const form = document.dict(document.catalog?.get('AcroForm'));
  for (const value of document.dict(form?.get('DR'))?.map.values() ?? []) {
    const dict = document.resolve(value);
    if (dict instanceof PdfDict) held.add(dict);
  }
  return held;
}
