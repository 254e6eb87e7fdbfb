/**
 * A short text in what was compressed with loss here, so that a second pass does not add another generation of loss:
 * "fp71" means that the picture was encoded to a visual score of at least 71.
 */
export function generationMarker(floor: number): string {
  return `fp${Math.round(floor)}`;
}

/** The marker of a picture that was also fitted to its place on a slide: "fs71". */
export function placementMarker(floor: number): string {
  return `fs${Math.round(floor)}`;
}

/** The floor that a marker of either kind names, or null when the text is no marker. */
export function readMarker(text: string): number | null {
  const match = /^f[ps](\d{1,2})$/.exec(text);
  return match ? Number(match[1]) : null;
}

/** A floor this much lower than that of the earlier pass is worth another generation. */
const WORTH_A_GENERATION = 3;

/**
 * Whether an earlier pass already brought a picture down to a floor, or close to it.
 * @param previousFloor of its marker; null without one
 */
export function isAlreadyCompressed(previousFloor: number | null, floor: number): boolean {
  return previousFloor !== null && previousFloor <= floor + WORTH_A_GENERATION;
}
