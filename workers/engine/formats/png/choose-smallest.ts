import { outcome, skip, unchanged } from '../../api/report/findings.ts';
import type { Outcome } from '../../api/report/report.ts';
import { candidateFindings, metadataChanges } from './png-findings.ts';
import type { PngSource } from './png-source.ts';
import type { LossyPng, PackedPng, PngCandidate } from './png-strategies.ts';
import { PALETTE_SHARE, ROUNDED_SHARE, SECOND_PALETTE_SHARE } from './tuning.ts';

/** Colour type of indexes into a palette. */
const PALETTE = 3;

/** Share of the bytes without loss that a lossy candidate may take: a loss of quality must pay. 0 to 1 */
export function lossyShare({ header }: PngSource, { kind }: LossyPng): number {
  if (kind === 'rounded') return ROUNDED_SHARE;
  return header.colourType === PALETTE ? SECOND_PALETTE_SHARE : PALETTE_SHARE;
}

/**
 * The smallest lossy candidate where it is small enough beside all without loss, else the smallest without loss; the source where
 * neither is smaller.
 * @param mostShare of the bytes without loss that the lossy one may take [{@link lossyShare}]
 */
export function chooseSmallest(
  source: PngSource,
  candidates: readonly (PngCandidate | null)[],
  mostShare: (source: PngSource, lossy: LossyPng) => number = lossyShare,
): Outcome {
  const { bytes } = source;
  const lossy = smallestCandidate(
    candidates.filter((each): each is LossyPng => each !== null && !isPacked(each)),
  );
  const packed = smallestCandidate(candidates.filter(isPacked));
  const exactBytes = Math.min(bytes.length, packed?.bytes.length ?? Infinity);
  const isPaying = lossy !== null && lossy.bytes.length <= mostShare(source, lossy) * exactBytes;
  const chosen = isPaying ? lossy : packed;
  if (!chosen || chosen.bytes.length >= bytes.length)
    return unchanged(bytes, { skips: [skip('not-smaller')] });
  return outcome(
    chosen.bytes,
    { changes: metadataChanges(source) },
    candidateFindings(source, chosen, bytes.length - chosen.bytes.length),
  );
}

/** The shortest candidate, the first of several. */
export function smallestCandidate<C extends PngCandidate>(candidates: readonly (C | null)[]): C | null {
  return candidates.reduce(
    (best, each) => (each && (!best || each.bytes.length < best.bytes.length) ? each : best),
    null,
  );
}

function isPacked(candidate: PngCandidate | null): candidate is PackedPng {
  return candidate?.kind === 'packed';
}
