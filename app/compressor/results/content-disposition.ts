import { parse } from 'content-disposition';

/**
 * File name that a Content-Disposition header carries, without any path; `filename*` wins over `filename`.
 * @returns null when there is none. Source: RFC 6266, RFC 8187.
 */
export function fileNameFrom(header: string | null): string | null {
  const name = header === null ? '' : (parse(header).parameters.filename ?? '');
  return name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1).trim() || null;
}
