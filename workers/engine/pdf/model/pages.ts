import { EngineError } from '../../errors.ts';
import { ENGINE_LIMITS } from '../../limits.ts';
import type { PdfDocument } from './document.ts';
import { nameOf, PdfDict, PdfRef, type PdfObject } from './objects.ts';

export interface Page {
  readonly dict: PdfDict;
  /** Own or inherited resources. */
  readonly resources: PdfDict | undefined;
}

/**
 * The pages in reading order. Circles and broken branches of the tree are passed over, and a tree that is none has no pages.
 * @throws EngineError "limit-exceeded" past 10 000 pages
 */
export function pagesOf(document: PdfDocument): Page[] {
  const pages: Page[] = [];
  const seen = new Set<PdfObject>();
  type Branch = { node: PdfObject; inherited: PdfObject | undefined };
  const root = document.catalog?.get('Pages') ?? null;
  const stack: Branch[] = isTree(document.dict(root)) ? [{ node: root, inherited: undefined }] : [];
  while (stack.length > 0) {
    const { node, inherited } = stack.pop()!;
    const dict = document.resolve(node);
    // A page that stands twice in the tree is two pages to a viewer; a node that holds itself is not.
    if (!(dict instanceof PdfDict)) continue;
    const resources = dict.get('Resources') ?? inherited;
    const kids = document.array(dict.get('Kids'));
    if (kids && nameOf(dict.get('Type')) !== 'Page') {
      if (seen.has(dict)) continue;
      seen.add(dict);
      for (const kid of kids.toReversed()) stack.push({ node: kid, inherited: resources });
    } else {
      pages.push({ dict, resources: document.dict(resources) });
      if (pages.length > ENGINE_LIMITS.maxPages) throw tooManyPages();
    }
  }
  return pages;
}

/**
 * Whether the catalog names pages and not something else: viewers then find them elsewhere, by the hints of linearization
 * for one, and what they show may be out of reach from here. A single page without a tree is often taken for one.
 */
function isTree(root: PdfDict | undefined): boolean {
  return root !== undefined && ['Kids', 'Contents', 'Resources', 'MediaBox'].some((key) => root.has(key));
}

function tooManyPages(): EngineError {
  return new EngineError(
    'limit-exceeded',
    `This PDF has more than ${ENGINE_LIMITS.maxPages} pages. Split it and try again.`,
  );
}

/** The streams that make up a page's content, in order. */
export function contentRefs(document: PdfDocument, page: PdfDict): PdfObject[] {
  const contents = page.get('Contents');
  const value = document.resolve(contents);
  if (Array.isArray(value)) return value;
  return contents instanceof PdfRef || value !== null ? [contents ?? null] : [];
}
