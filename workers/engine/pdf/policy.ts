import type { PdfDocument } from './model/document.ts';
import type { PdfDict } from './model/objects.ts';
import { latin1, nameOf, PdfString } from './model/objects.ts';
import { forEachDict } from './model/walk.ts';

/** Why a document must be returned byte for byte as it came. */
export interface LeaveAlone {
  readonly code: string;
  readonly detail: string;
}

/**
 * Whether the document is signed: by a signature in a field, by certification or by usage rights. Any change breaks those.
 * @returns the reason, or undefined when the document may be rewritten
 */
export function reasonToLeaveAlone(document: PdfDocument): LeaveAlone | undefined {
  const permissions = document.dict(document.catalog?.get('Perms'));
  if (permissions && permissions.map.size > 0) return SIGNED;
  let signed = false;
  forEachDict(document, (dict) => {
    if (isSignature(document, dict)) signed = true;
  });
  return signed ? SIGNED : undefined;
}

/** Whether a dictionary is a signature or a time stamp over the document's bytes. */
export function isSignature(document: PdfDocument, dict: PdfDict): boolean {
  if (nameOf(dict.get('Type')) === 'DocTimeStamp') return true;
  const isRange = Array.isArray(document.resolve(dict.get('ByteRange')));
  return isRange && document.resolve(dict.get('Contents')) instanceof PdfString;
}

const SIGNED: LeaveAlone = {
  code: 'signed',
  detail:
    'The document carries a digital signature; any change would break it, so you get it back untouched.',
};

export const ENCRYPTED: LeaveAlone = {
  code: 'encrypted',
  detail: 'The document is protected against changes by its owner, so you get it back untouched.',
};

/**
 * The part of PDF/A that the document claims in its XMP packet, 0 when it claims none.
 * @param xmp the unpacked metadata stream of the catalog, UTF-8 or UTF-16
 */
export function pdfAPart(xmp: Uint8Array | undefined): number {
  if (!xmp) return 0;
  const text = latin1(xmp).replaceAll('\0', '');
  const match = /pdfaid:part\s*(?:=\s*["']|>)\s*(\d)/.exec(text);
  return match ? Number(match[1]) : 0;
}
