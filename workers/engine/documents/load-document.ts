import type { FormatFacts } from '../api/format-facts.ts';
import type { DocumentKind } from '../api/kinds.ts';
import type { KindCompressor } from '../context.ts';

/** What the `index.ts` of a document's folder exports. */
export interface DocumentFormat {
  readonly facts: FormatFacts;
  readonly compress: KindCompressor;
}

/** Heavy code loads late: a presentation never pays for the parser of PDFs. */
const FORMATS: Readonly<Record<DocumentKind, () => Promise<DocumentFormat>>> = {
  pdf: () => import('./pdf/index.ts'),
  pptx: () => import('./office/index.ts'),
};

/** The code of a kind of document. */
export function loadDocument(kind: DocumentKind): Promise<DocumentFormat> {
  return FORMATS[kind]();
}
