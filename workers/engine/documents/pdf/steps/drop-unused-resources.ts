import type { Findings } from '../../../api/report/report.ts';
import type { Usage } from '../content/usage.ts';
import type { PdfDocument } from '../model/document.ts';
import { nameOf, PdfRef, PdfStream, type PdfObject } from '../model/objects.ts';
import { forEachDict } from '../model/walk.ts';
import { collectGarbage } from './drop-unreachable.ts';
import { counted } from './tidy-step.ts';

/**
 * Drops fonts, pictures and forms that resource dictionaries of pages and forms hold but no content asks for, as in pages
 * that were cut out of a larger document. Nothing is dropped when any content could not be read, and nothing that a
 * form field or annotation may ask for by name.
 */
export function dropUnusedResources(document: PdfDocument, usage: Usage): Partial<Findings> {
  if (usage.isIncomplete || usage.hasBorrowedResources) return {};
  const held = resourcesHeldElsewhere(document, usage);
  for (const dict of usage.seenResources) {
    if (held.has(dict) || usage.appearanceResources.has(dict)) continue;
    const asked = usage.askedNames.get(dict);
    const unused = [...dict.map.keys()].filter((name) => !asked?.has(name));
    if (unused.length === 0) continue;
    for (const name of unused) dict.delete(name);
    for (const page of usage.pagesOfResources.get(dict) ?? []) usage.trimmedPages.add(page);
  }
  return { changes: counted('unused-dropped', collectGarbage(document)) };
}

/**
 * Font and picture dictionaries that are shared with what was not walked: from a form's defaults viewers write what
 * people fill in, and icons of buttons or page templates come to a page by a script.
 */
function resourcesHeldElsewhere(document: PdfDocument, usage: Usage): Set<PdfObject> {
  const held = new Set<PdfObject>();
  const hold = (resources: PdfObject | undefined): void => {
    for (const value of document.dict(resources)?.map.values() ?? []) held.add(document.resolve(value));
  };
  hold(document.dict(document.catalog?.get('AcroForm'))?.get('DR'));
  forEachDict(document, (dict) => {
    if (usage.seenResources.has(dict)) return;
    if (nameOf(dict.get('Type')) === 'Template') hold(dict.get('Resources'));
    for (const value of dict.map.values()) {
      for (const item of Array.isArray(value) ? value : [value]) {
        const form = item instanceof PdfRef ? document.objects.get(item.num) : undefined;
        if (form instanceof PdfStream && !usage.walkedForms.has(form)) hold(form.dict.get('Resources'));
      }
    }
  });
  return held;
}
