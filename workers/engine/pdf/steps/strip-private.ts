import type { PdfDocument } from '../model/document.ts';
import { nameOf, type PdfDict } from '../model/objects.ts';
import { forEachDict } from '../model/walk.ts';

/**
 * Drops what only the program that made the file could use: private application data, page thumbnails,
 * and XMP packets of single pictures, fonts, pages and marked parts of them. The document's own metadata stays.
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
  if (type === 'XObject' || subtype === 'Image' || subtype === 'Form') return PRIVATE_OF_XOBJECTS;
  if (type === 'Pattern' || type === 'FontDescriptor' || type === 'Font') return ['Metadata'];
  // A property list of marked content that holds nothing else: where a placed picture came from.
  if (type === undefined && dict.map.size === 1) return ['Metadata'];
  // Font programs, ICC profiles and the like: streams that carry an XMP packet beside their data.
  return dict.has('Length') && type !== 'EmbeddedFile' ? ['Metadata'] : [];
}

/**
 * The PTEX keys are pdfTeX's notes on where an included page came from, file path and all. A name was asked for by PDF 1.0
 * and means nothing since (ISO 32000-1, tables 89 and 95); with it equal pictures look different on each page.
 */
const PRIVATE_OF_XOBJECTS = [
  'PieceInfo',
  'LastModified',
  'Name',
  'Metadata',
  'PTEX.FileName',
  'PTEX.InfoDict',
  'PTEX.PageNumber',
];
