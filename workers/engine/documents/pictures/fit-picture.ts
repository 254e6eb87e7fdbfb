import { NEAR_ENOUGH } from '../../search/target/tuning.ts';

/** A picture encoded for a size. */
export interface Fitted<Picture> {
  readonly picture: Picture;
  readonly bytes: number;
  readonly score: number;
}

/** Bytes between which a picture has to lie, and its lowest score. */
export interface FitLimits {
  readonly mostBytes: number;
  /** Bytes of the present version: a shorter one is no better. */
  readonly leastBytes: number;
  readonly leastScore: number;
}

/**
 * Encodes a picture for the bytes that are left for it, where steps of the score are too coarse. Tries several ways in order until
 * one comes near, and returns the fullest.
 * @param ways each encodes the picture within the bytes that it is given, or returns null where it cannot
 * @returns null where none is fuller than the present version and good enough
 */
export async function fitPicture<Picture>(
  ways: readonly ((mostBytes: number) => Promise<Fitted<Picture> | null>)[],
  { mostBytes, leastBytes, leastScore }: FitLimits,
): Promise<Picture | null> {
  let best: Fitted<Picture> | null = null;
  for (const way of ways) {
    const found = await way(mostBytes);
    const isFuller = found !== null && found.bytes > (best?.bytes ?? leastBytes);
    if (isFuller && found.score >= leastScore) best = found;
    if (best && best.bytes >= NEAR_ENOUGH * mostBytes) break;
  }
  return best && best.picture;
}
