/**
 * A short mark in what we compressed with loss, so that a second pass does not lose more: "fp71" says that the picture
 * was brought down to a visual score of 71.
 */
export function markFor(floor: number): string {
  return `fp${Math.round(floor)}`;
}

/** The mark of a picture that was also made for the size at which a slide shows it: "fs71". */
export function shownMarkFor(floor: number): string {
  return `fs${Math.round(floor)}`;
}

/** The floor that a mark of either kind speaks of, or null when the text is no mark of ours. */
export function readMark(text: string): number | null {
  const match = /^f[ps](\d{1,2})$/.exec(text);
  return match ? Number(match[1]) : null;
}
