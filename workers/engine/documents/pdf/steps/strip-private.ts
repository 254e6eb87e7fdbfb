import type { Findings } from '../../../api/report/report.ts';
import type { PdfJob } from '../flow/pdf-job.ts';
import { nameOf, type PdfDict } from '../model/objects.ts';
import { forEachDict } from '../model/walk.ts';
import { counted } from './tidy-step.ts';

/**
 * Drops what only the program that made the file could use: private application data, page thumbnails,
 * and XMP packets of single pictures, fonts, pages and marked parts of them. The document's own metadata stays.
 */
export function stripPrivate({ document, claims }: PdfJob): Partial<Findings> {
  let dropped = 0;
  const { catalog } = document;
  const ownKeys = claims.rules.keepsPieceInfo ? [] : ['PieceInfo'];
  forEachDict(document, (dict) => {
    const keys = dict === catalog ? ownKeys : privateKeys(dict);
    for (const key of keys) if (dict.delete(key)) dropped++;
  });
  return { changes: counted('private-data-dropped', dropped) };
}

function privateKeys(dict: PdfDict): readonly string[] {
  const type = nameOf(dict.get('Type'));
  if (type === 'Page') return ['PieceInfo', 'Thumb', 'Metadata'];
  const subtype = nameOf(dict.get('Subtype'));
  if (type === 'XObject' || subtype === 'Image' || subtype === 'Form')
    return dict.has('Ref') ? PRIVATE_OF_REFERENCES : PRIVATE_OF_XOBJECTS;
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

/** The metadata of a reference XObject names the document that may take its place (ISO 32000-1, 8.10.4; ISO 15930-8). */
const PRIVATE_OF_REFERENCES = PRIVATE_OF_XOBJECTS.filter((key) => key !== 'Metadata');
