/** Whole percent of the original that is gone, 100 only of all; negative when the result grew, 0 for an empty original. */
export function reductionPercent(sourceBytes: number, outputBytes: number): number {
  if (sourceBytes <= 0) return 0;
  const percent = Math.round(((sourceBytes - outputBytes) / sourceBytes) * 100);
  if (percent === 100 && outputBytes > 0) return 99;
  // Math.round(-0.3) is -0, which would be shown as "-0".
  return percent === 0 ? 0 : percent;
}
