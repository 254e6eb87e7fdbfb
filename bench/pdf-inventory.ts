import type { Codecs } from '../workers/engine/codecs/ports/codecs.ts';
import { readClaims } from '../workers/engine/documents/pdf/protection/claims.ts';
import { countFeatures, type FeatureCounts } from '../workers/engine/documents/pdf/verify/features.ts';
import type { PdfDocument } from '../workers/engine/documents/pdf/model/document.ts';
import { nameOf, type PdfDict } from '../workers/engine/documents/pdf/model/objects.ts';
import { pagesOf } from '../workers/engine/documents/pdf/model/pages.ts';
import { forEachDict } from '../workers/engine/documents/pdf/model/walk.ts';
import { isSignature } from '../workers/engine/documents/pdf/protection/policy.ts';
import { readDocument } from '../workers/engine/documents/pdf/reading/read-document.ts';

/** All that a PDF holds, counted; of what is there or not, 1 or 0. */
export interface Inventory extends FeatureCounts {
  readonly widgets: number;
  readonly signatures: number;
  readonly encryption: number;
  /** 1 for a document that claims to be PDF/A. */
  readonly 'pdf-a': number;
}

/**
 * Counts what a PDF holds, for tables of what came through. Of a document that needs a password, what its structure shows.
 * @throws EngineError "damaged" or "limit-exceeded"
 */
export async function inventoryOf(
  bytes: Uint8Array,
  { deflate, ciphers }: Pick<Codecs, 'deflate' | 'ciphers'>,
): Promise<Inventory> {
  const { document, budget } = await readDocument(bytes, deflate, ciphers);
  const { standards } = await readClaims(document, deflate, budget);
  return {
    ...countFeatures(document),
    widgets: countWidgets(document),
    signatures: countSignatures(document),
    encryption: document.encryption || document.trailer.has('Encrypt') ? 1 : 0,
    'pdf-a': standards.some((name) => name.startsWith('PDF/A-')) ? 1 : 0,
  };
}

function countWidgets(document: PdfDocument): number {
  const isWidget = (dict: PdfDict | undefined): boolean => nameOf(dict?.get('Subtype')) === 'Widget';
  return pagesOf(document).reduce((sum, { dict }) => {
    const annotations = document.array(dict.get('Annots')) ?? [];
    return sum + annotations.filter((item) => isWidget(document.dict(item))).length;
  }, 0);
}

function countSignatures(document: PdfDocument): number {
  let count = 0;
  forEachDict(document, (dict) => {
    if (isSignature(document, dict)) count++;
  });
  return count;
}
