import type { DeflateCodec } from '../codecs/deflate-codec.ts';
import { isEngineError } from '../errors.ts';
import { countFeatures, type FeatureCounts } from './features.ts';
import { decodeStream } from './filters/decode-stream.ts';
import type { PdfDocument } from './model/document.ts';
import { nameOf, type PdfDict } from './model/objects.ts';
import { pagesOf } from './model/pages.ts';
import { forEachDict } from './model/walk.ts';
import { isSignature, pdfAPart } from './policy.ts';
import { readDocument } from './reading/read-document.ts';

/** All that a PDF carries, counted; what is there or not counts 1 or 0. */
export interface Inventory extends FeatureCounts {
  readonly widgets: number;
  readonly signatures: number;
  readonly encryption: number;
  /** 1 for a document that claims to be PDF/A. */
  readonly 'PDF/A': number;
}

const MAX_XMP_BYTES = 64 * 1024 ** 2;

/**
 * Takes stock of a PDF, for tables of what came through. Of an encrypted document what its structure shows.
 * @throws EngineError "damaged" or "limit-exceeded"
 */
export async function inventoryOf(bytes: Uint8Array, deflate: DeflateCodec): Promise<Inventory> {
  const { document } = await readDocument(bytes, deflate);
  return {
    ...countFeatures(document),
    widgets: countWidgets(document),
    signatures: countSignatures(document),
    encryption: document.trailer.has('Encrypt') ? 1 : 0,
    'PDF/A': (await claimsPdfA(document, deflate)) ? 1 : 0,
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

async function claimsPdfA(document: PdfDocument, deflate: DeflateCodec): Promise<boolean> {
  const metadata = document.stream(document.catalog?.get('Metadata'));
  if (!metadata || document.trailer.has('Encrypt')) return false;
  try {
    const { bytes } = await decodeStream(metadata, document, {
      deflate,
      maxBytes: MAX_XMP_BYTES,
      strict: false,
    });
    return pdfAPart(bytes) > 0;
  } catch (error) {
    if (isEngineError(error)) return false; // A packet that cannot be read claims nothing.
    throw error;
  }
}
