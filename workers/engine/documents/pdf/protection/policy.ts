import { skip } from '../../../api/report/findings.ts';
import type { Skip } from '../../../api/report/report.ts';
import { rigidStandard } from './claims.ts';
import type { PdfDocument } from '../model/document.ts';
import type { PdfDict } from '../model/objects.ts';
import { nameOf, PdfString } from '../model/objects.ts';
import { forEachDict } from '../model/walk.ts';

/**
 * Whether the document is signed: by a signature in a field, by certification or by usage rights; or follows a standard that
 * allows none of our changes. Any change breaks those.
 * @returns the reason to return it byte for byte, or undefined when it may be rewritten
 */
export function reasonToLeaveAlone(document: PdfDocument, source: Uint8Array): Skip | undefined {
  const permissions = document.dict(document.catalog?.get('Perms'));
  if (permissions && permissions.map.size > 0) return skip('signed');
  let isSigned = false;
  forEachDict(document, (dict) => {
    if (isSignature(document, dict)) isSigned = true;
  });
  if (isSigned) return skip('signed');
  const standard = rigidStandard(document, source);
  return standard === undefined ? undefined : skip('standard-kept', { values: { standard } });
}

/** Whether a dictionary is a signature or a time stamp over the document's bytes. */
export function isSignature(document: PdfDocument, dict: PdfDict): boolean {
  if (nameOf(dict.get('Type')) === 'DocTimeStamp') return true;
  const isRange = Array.isArray(document.resolve(dict.get('ByteRange')));
  return isRange && document.resolve(dict.get('Contents')) instanceof PdfString;
}
