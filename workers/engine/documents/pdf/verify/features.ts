import { kept } from '../../../api/report/findings.ts';
import type { FeatureCode } from '../../../api/report/report-codes.ts';
import type { Kept } from '../../../api/report/report.ts';
import type { PdfDocument } from '../model/document.ts';
import { nameOf, PdfDict, PdfRef, type PdfObject } from '../model/objects.ts';
import { pagesOf } from '../model/pages.ts';

/** The features that are counted; the report names them so. */
const PDF_FEATURES = [
  'pages',
  'links',
  'form-fields',
  'annotations',
  'outline-entries',
  'tags',
  'layers',
  'attachments',
  'page-labels',
  'named-destinations',
  'xfa-form',
  'language',
  'output-intents',
  'metadata',
] as const satisfies readonly FeatureCode[];
type PdfFeature = (typeof PDF_FEATURES)[number];

/** How many of each feature a document has; of what is there or not, 1 or 0. */
export type FeatureCounts = Readonly<Record<PdfFeature, number>>;

/** Counts the features of a document. Circles are bounded; broken parts count as absent. */
export function countFeatures(document: PdfDocument): FeatureCounts {
  const catalog = document.catalog ?? new PdfDict();
  const pages = pagesOf(document);
  const kinds = pages.flatMap(({ dict }) => annotationKinds(document, dict));
  const form = document.dict(catalog.get('AcroForm'));
  const names = document.dict(catalog.get('Names'));
  const layers = document.dict(catalog.get('OCProperties'));
  return {
    pages: pages.length,
    links: kinds.filter((kind) => kind === 'Link').length,
    'form-fields': kinds.filter((kind) => kind === 'Widget').length + countFields(document, form),
    annotations: kinds.filter((kind) => kind !== 'Link' && kind !== 'Widget').length,
    'outline-entries': countOutline(document, catalog.get('Outlines')),
    tags: countTree(document, document.dict(catalog.get('StructTreeRoot')), 'K'),
    layers: document.array(layers?.get('OCGs'))?.length ?? 0,
    attachments: countNames(document, names?.get('EmbeddedFiles')),
    'page-labels': countNames(document, catalog.get('PageLabels'), 'Nums'),
    'named-destinations':
      countNames(document, names?.get('Dests')) + (document.dict(catalog.get('Dests'))?.map.size ?? 0),
    'xfa-form': form?.has('XFA') ? 1 : 0,
    language: catalog.has('Lang') ? 1 : 0,
    'output-intents': document.array(catalog.get('OutputIntents'))?.length ?? 0,
    metadata: document.stream(catalog.get('Metadata')) ? 1 : 0,
  };
}

/** The features that a document has, for the report. */
export function keptFeatures(counts: FeatureCounts): Kept[] {
  return PDF_FEATURES.filter((feature) => counts[feature] > 0).map((feature) =>
    kept(feature, { count: counts[feature] }),
  );
}

/** The features of which the second document has fewer. */
export function lostFeatures(before: FeatureCounts, after: FeatureCounts): PdfFeature[] {
  return PDF_FEATURES.filter((feature) => after[feature] < before[feature]);
}

function annotationKinds(document: PdfDocument, page: PdfDict): string[] {
  const annotations = document.array(page.get('Annots')) ?? [];
  return annotations.flatMap((item) => {
    const dict = document.dict(item);
    return dict ? [nameOf(dict.get('Subtype')) ?? ''] : [];
  });
}

function countFields(document: PdfDocument, form: PdfDict | undefined): number {
  return document.array(form?.get('Fields'))?.filter((field) => document.dict(field)).length ?? 0;
}

function countOutline(document: PdfDocument, root: PdfObject | undefined): number {
  const seen = new Set<PdfDict>();
  const stack = [document.dict(root)?.get('First')];
  while (stack.length > 0) {
    const item = document.dict(stack.pop());
    if (!item || seen.has(item)) continue;
    seen.add(item);
    stack.push(item.get('First'), item.get('Next'));
  }
  return seen.size;
}

/** Structure elements below a node: its kids that are dictionaries, each once. */
function countTree(document: PdfDocument, root: PdfDict | undefined, kidsKey: string): number {
  const seen = new Set<PdfDict>();
  const stack: PdfObject[] = root ? [root.get(kidsKey) ?? null] : [];
  while (stack.length > 0) {
    const value = document.resolve(stack.pop());
    if (Array.isArray(value)) for (const item of value) stack.push(item);
    else if (value instanceof PdfDict && !seen.has(value)) {
      seen.add(value);
      if (value.has(kidsKey)) stack.push(value.get(kidsKey)!);
    }
  }
  return seen.size;
}

/** Entries of a name or number tree (ISO 32000-1, 7.9.6 and 7.9.7). */
function countNames(document: PdfDocument, root: PdfObject | undefined, key = 'Names'): number {
  const seen = new Set<PdfDict>();
  const stack = [document.dict(root)];
  let count = 0;
  while (stack.length > 0) {
    const node = stack.pop();
    if (!node || seen.has(node)) continue;
    seen.add(node);
    count += (document.array(node.get(key))?.length ?? 0) >> 1;
    for (const kid of document.array(node.get('Kids')) ?? [])
      if (kid instanceof PdfRef) stack.push(document.dict(kid));
  }
  return count;
}
