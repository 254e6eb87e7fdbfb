import type { PdfDocument } from '../model/document.ts';
import { nameOf, type PdfDict } from '../model/objects.ts';
import { forEachDict } from '../model/walk.ts';

/**
 * Drops what only the program that made the file could use: private application data, page thumbnails,
 * and XMP packets of single pictures, fonts and pages. The document's own metadata stays.
 * @returns how many entries went
 */
export function stripPrivate(document: PdfDocument): number {
  let dropped = 0;
  const { catalog } = document;
  forEachDict(document, (dict) => {
    for (const key of privateKeys(dict)) {
      if (key === 'Metadata' && dict === catalog) continue;
      if (dict.delete(key)) dropped++;
    }
  });
  return dropped;
}

function privateKeys(dict: PdfDict): readonly string[] {
  const type = nameOf(dict.get('Type'));
  if (type === 'Page') return ['PieceInfo', 'Thumb', 'Metadata'];
  if (type === 'Catalog') return ['PieceInfo'];
  const subtype = nameOf(dict.get('Subtype'));
  if (type === 'XObject' || subtype === 'Image' || subtype === 'Form') return ['PieceInfo', 'Metadata'];
  if (type === 'Pattern' || type === 'FontDescriptor' || type === 'Font') return ['Metadata'];
  // Font programs, ICC profiles and the like: streams that carry an XMP packet beside their data.
  return dict.has('Length') && type !== 'EmbeddedFile' ? ['Metadata'] : [];
}
