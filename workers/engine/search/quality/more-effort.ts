import { slopeAt, type Trial } from './quality-search.ts';

export interface MoreEffort<T extends Trial> {
  readonly floor: number;
  /** Encodes at a quality with the encoder's full effort; null where the result is too long. */
  readonly encodeAt: (quality: number) => Promise<T | null>;
  /** Encodes at most [3]. */
  readonly maxTrials?: number;
  /** `found` itself was made with full effort: only lower qualities are tried [false]. */
  readonly isDone?: boolean;
  /** Points below the floor that more effort may cost [0]. */
  readonly tolerance?: number;
}

/**
 * Encodes what a search found once more, with more effort than each of its trials could take, and then at lower quality as
 * far as the floor allows.
 * @returns the smallest that reaches the floor; `found` itself where effort brought nothing
 */
export async function withMoreEffort<T extends Trial>(found: T, request: MoreEffort<T>): Promise<T> {
  const { floor, encodeAt, maxTrials = 3, tolerance = 0, isDone = false } = request;
  let best = found;
  let quality = isDone ? lower(found, floor) : found.quality;
  if (isDone && quality >= found.quality) return found;
  for (let trial = 0; trial < maxTrials && quality >= 1; trial++) {
    const encoded = await encodeAt(quality);
    if (!encoded || encoded.score < floor - tolerance) break;
    if (encoded.bytes.length < best.bytes.length) best = encoded;
    quality = lower(encoded, floor);
    if (quality >= best.quality) break;
  }
  return best;
}

/** The quality that a trial's score above the floor allows. */
function lower({ quality, score }: Trial, floor: number): number {
  return quality - Math.floor((score - floor) / slopeAt(score));
}
