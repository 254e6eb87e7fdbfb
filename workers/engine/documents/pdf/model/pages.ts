import { EngineError } from '../../../api/errors.ts';
import { ENGINE_LIMITS } from '../../../api/limits.ts';
import type { PdfDocument } from './document.ts';
import { nameOf, PdfDict, PdfRef, type PdfObject } from './objects.ts';

export interface Page {
  readonly dict: PdfDict;
  /** Own or inherited resources. */
  readonly resources: PdfDict | undefined;
}

interface PageTree {
  /** In reading order. */
  readonly pages: readonly Page[];
  /** Whether readers number the pages differently: the tree has circles, shared branches or kids that are no nodes. */
  readonly isDisputed: boolean;
}

/**
 * The pages that the tree leads to. Every branch with kids is entered once, and a tree that is none has no pages. A branch without
 * kids may stand in it often, as some programs leave it of pages that they took out.
 * @throws EngineError "limit-exceeded" past 10 000 pages
 */
export function readPageTree(document: PdfDocument): PageTree {
  const pages: Page[] = [];
  const seen = new Set<PdfObject>();
  let isDisputed = false;
  type Node = { node: PdfObject; inherited: PdfObject | undefined };
  const root = document.dict(document.catalog?.get('Pages'));
  const stack: Node[] = isTree(root) ? [{ node: root, inherited: undefined }] : [];
  while (stack.length > 0) {
    const { node, inherited } = stack.pop()!;
    const dict = document.resolve(node);
    if (!(dict instanceof PdfDict)) {
      isDisputed = true;
      continue;
    }
    const resources = dict.get('Resources') ?? inherited;
    const kids = document.resolve(dict.get('Kids'));
    const isPage = dict !== root && nameOf(document.resolve(dict.get('Type'))) === 'Page';
    // A page may stand twice in the tree: to every reader it is two pages then.
    if (isPage || kids === null) {
      pages.push({ dict, resources: document.dict(resources) });
      if (pages.length > ENGINE_LIMITS.maxPages) throw tooManyPages();
    }
    if (kids === null) continue;
    if (isPage || !Array.isArray(kids) || seen.has(dict)) {
      isDisputed = true;
      continue;
    }
    for (const kid of kids.toReversed()) {
      seen.add(dict);
      stack.push({ node: kid, inherited: resources });
    }
  }
  return { pages, isDisputed };
}

/** The pages of `readPageTree`. @throws EngineError "limit-exceeded" past 10 000 pages */
export function pagesOf(document: PdfDocument): readonly Page[] {
  return readPageTree(document).pages;
}

/**
 * Whether the catalog names pages and not something else: viewers then find them elsewhere, by the hints of linearization
 * for one, and what they show may be out of reach from here. A single page without a tree is often taken for one.
 */
function isTree(root: PdfDict | undefined): root is PdfDict {
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
