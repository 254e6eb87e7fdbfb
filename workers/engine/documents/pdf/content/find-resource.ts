import type { PdfDocument } from '../model/document.ts';
import { PdfRef, type PdfDict, type PdfObject } from '../model/objects.ts';
import type { Usage } from './usage.ts';

/** The resources that a content names. */
export interface ResourceScope {
  readonly resources: PdfDict | undefined;
  /** Inside a glyph or pattern the size on the page is not known. */
  readonly isMeasured: boolean;
  /** The content that draws this one, of a form with resources of its own. */
  readonly outer?: ResourceScope;
}

/** A name as an operator gives it. */
interface ResourceName {
  /** Such as "Font" or "XObject". */
  readonly kind: string;
  readonly name: string;
}

/**
 * What a name means in a content, noted as asked for. The standard stops at a form's own resources; where those lack the
 * name, poppler looks on in the content around the form and PDFium in the page, so that all of them count as asked.
 */
export function findResource(
  document: PdfDocument,
  usage: Usage,
  scope: ResourceScope,
  asked: ResourceName,
): PdfObject | undefined {
  const own = ask(document, usage, scope, asked);
  if (own !== undefined) return own;
  let found: PdfObject | undefined;
  for (let around = scope.outer; around; around = around.outer) {
    const borrowed = ask(document, usage, around, asked);
    if (borrowed === undefined) continue;
    found ??= borrowed;
    // Readers differ in which of two meanings they take.
    if (!isSame(found, borrowed)) usage.isIncomplete = true;
    // A glyph is walked on one page only, and others may lend it something else.
    if (!scope.isMeasured) usage.hasBorrowedResources = true;
  }
  return found;
}

function ask(
  document: PdfDocument,
  usage: Usage,
  { resources }: ResourceScope,
  { kind, name }: ResourceName,
): PdfObject | undefined {
  const dict = document.dict(resources?.get(kind));
  if (!dict) return undefined;
  usage.ask(dict, name);
  return dict.get(name);
}

function isSame(a: PdfObject, b: PdfObject): boolean {
  return a === b || (a instanceof PdfRef && b instanceof PdfRef && a.num === b.num);
}
