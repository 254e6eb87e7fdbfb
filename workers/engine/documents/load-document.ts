import type { FormatFacts } from '../api/format-facts.ts';
import { KIND_INFO, type DocumentKind, type FileKind } from '../api/kinds.ts';
import type { DeflateCodec } from '../codecs/ports/deflate-codec.ts';
import type { KindCompressor } from '../context.ts';

/** What the `index.ts` of a document's folder exports. */
export interface DocumentFormat {
  readonly facts: FormatFacts;
  readonly compress: KindCompressor;
}

/** The code of a kind of document. It loads late: a presentation never pays for the parser of PDFs. */
export function loadDocument(kind: DocumentKind): Promise<DocumentFormat> {
  return import(`./${kind}/index.ts`);
}

/** What a whole file is. */
export interface Identified {
  readonly kind: FileKind;
  /** Bytes by which the work on it goes: those of the file, of a package those of its parts as they are best packed, about. */
  readonly workBytes: number;
}

/**
 * What a whole file is, also where first bytes tell no more than that it is a package.
 * @param detected by its first bytes
 * @throws EngineError as the reader of zip archives
 */
export async function identifyPackage(
  source: Uint8Array,
  detected: FileKind,
  deflate: DeflateCodec,
): Promise<Identified> {
  if (!KIND_INFO[detected].isPackage) return { kind: detected, workBytes: source.length };
  const { identifyZip } = await import('./office/identify-document.ts');
  const { kind = detected, workBytes } = await identifyZip(source, deflate);
  return { kind, workBytes };
}
