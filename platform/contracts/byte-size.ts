/** Sizes as people read and write them: base 1024 everywhere in the product. Free of Node, so that pages use it too. */

const FACTORS: Readonly<Record<string, number>> = { '': 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 };

/**
 * @param text a number of bytes, or a number with a unit in any case: `B` or `Bytes`, `K` or `KB`, `M` or `MB`, `G` or `GB`
 * @returns    whole bytes, rounded down, at least 1; null for anything that is not such a size
 */
export function parseBytes(text: string): number | null {
  const match = /^(\d{1,15}(?:\.\d{1,15})?)\s*(?:bytes?|([kmg]?)b?)$/i.exec(text.trim());
  if (!match) return null;
  const factor = FACTORS[match[2]?.toLowerCase() ?? ''] ?? NaN;
  const bytes = Math.floor(Number(match[1]) * factor);
  return Number.isSafeInteger(bytes) && bytes >= 1 ? bytes : null;
}

const UNITS = ['Bytes', 'KB', 'MB', 'GB'] as const;

/** A size for people: two decimals from KB up, e.g. "1.46 MB"; bytes stay whole. Source: specification, section 9. */
export function formatBytes(bytes: number): string {
  const size = Math.abs(bytes);
  let unit = size < 1024 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log(size) / Math.log(1024)));
  // 1 048 575 bytes are 1.00 MB, not 1024.00 KB.
  if (unit > 0 && unit < UNITS.length - 1 && Number((size / 1024 ** unit).toFixed(2)) >= 1024) unit++;
  const amount = unit === 0 ? String(Math.round(size)) : (size / 1024 ** unit).toFixed(2);
  return `${bytes < 0 ? '-' : ''}${amount} ${UNITS[unit]}`;
}
