import type { PdfDict, PdfName } from '../model/objects.ts';

/** Replaces the filters of a stream and their parameters; `undefined` removes them. */
export function setFilters(dict: PdfDict, filter: PdfName | undefined, params?: PdfDict): void {
  dict.delete('Filter');
  dict.delete('DecodeParms');
  if (filter) dict.set('Filter', filter);
  if (params) dict.set('DecodeParms', params);
}
