/**
 * File name that a Content-Disposition header carries; `filename*` wins over `filename`.
 * @returns null when there is none or when it cannot be decoded. Source: RFC 6266, RFC 8187.
 */
export function fileNameFrom(header: string | null): string | null {
  if (header === null) return null;
  const extended = /(?:^|;)\s*filename\*\s*=\s*([\w-]+)'[^']*'([^;\s]+)/i.exec(header);
  if (extended?.[1]?.toLowerCase() === 'utf-8') {
    try {
      return baseName(decodeURIComponent(extended[2] ?? ''));
    } catch {
      // Not percent-encoded as promised: the plain name below will do.
    }
  }
  const quoted = /(?:^|;)\s*filename\s*=\s*"((?:\\.|[^"\\])*)"/i.exec(header);
  if (quoted) return baseName((quoted[1] ?? '').replace(/\\(.)/g, '$1'));
  const token = /(?:^|;)\s*filename\s*=\s*([^;\s"]+)/i.exec(header);
  return baseName(token?.[1] ?? '');
}

/** A label, never a path. */
function baseName(name: string): string | null {
  return name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1).trim() || null;
}
