const UNITS = ['Bytes', 'KB', 'MB', 'GB'] as const;

/** A size for people: base 1024, two decimals from KB up, e.g. "1.46 MB"; bytes stay whole. */
export function formatBytes(bytes: number): string {
  const size = Math.abs(bytes);
  let unit = size < 1024 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log(size) / Math.log(1024)));
  // 1 048 575 bytes are 1.00 MB, not 1024.00 KB.
  if (unit > 0 && unit < UNITS.length - 1 && Number((size / 1024 ** unit).toFixed(2)) >= 1024) unit++;
  const amount = unit === 0 ? String(Math.round(size)) : (size / 1024 ** unit).toFixed(2);
  return `${bytes < 0 ? '-' : ''}${amount} ${UNITS[unit]}`;
}

/** Whole percent of the original that is gone; negative when the result grew, 0 for an empty original. */
export function reductionPercent(originalBytes: number, compressedBytes: number): number {
  if (originalBytes <= 0) return 0;
  const percent = Math.round(((originalBytes - compressedBytes) / originalBytes) * 100);
  // Math.round(-0.3) is -0, which would be shown as "-0".
  return percent === 0 ? 0 : percent;
}
