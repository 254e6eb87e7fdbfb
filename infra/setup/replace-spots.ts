/** A piece of a script, and what takes its place. */
export interface Spot {
  readonly from: string;
  readonly to: string;
}

/** @throws Error when a spot is not found once: another version of the script */
export function replaceSpots(script: string, spots: readonly Spot[]): string {
  return spots.reduce((text, { from, to }) => {
    const parts = text.split(from);
    if (parts.length !== 2) throw new Error(`Expected this once in the script of libvips: ${from}`);
    return parts.join(to);
  }, script);
}
