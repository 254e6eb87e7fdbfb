import { AMPLE_SCORE } from '../../api/presets.ts';
import type { DocumentPictures, PicturePlan, PictureVersion } from './plan-by-effort.ts';
import { NEAR_ENOUGH } from '../../search/target/tuning.ts';
import { MAX_EFFORTS } from './tuning.ts';

export interface RoomRequest<Key, Version extends PictureVersion> {
  readonly document: DocumentPictures<Key, Version>;
  /** A smaller effort, and its plan with which the document is too large, where that is known. */
  readonly gentler: { readonly effort: number; readonly plan?: PicturePlan<Key, Version> };
  /** Bytes that the document may take, and those that it takes. */
  readonly targetBytes: number;
  readonly size: number;
}

/**
 * Fills the room that a plan leaves below a target. Pictures of a gentler plan come first, in the order of the bytes that they add,
 * as long as they fit; then single pictures are encoded for the bytes that are left. No picture looks worse than in the plan.
 */
export async function fillRoom<Key, Version extends PictureVersion>(
  plan: PicturePlan<Key, Version>,
  { document, gentler, targetBytes, size }: RoomRequest<Key, Version>,
): Promise<PicturePlan<Key, Version>> {
  const filled = new Map(plan);
  let left = targetBytes - size;
  const take = (key: Key, version: Version): void => {
    left -= version.bytes - filled.get(key)!.bytes;
    filled.set(key, version);
  };
  const leaping: Key[] = [];
  for (const { key, version, added } of gains(plan, gentler.plan)) {
    if (!version || added > left) leaping.push(key);
    else if ((version.score ?? 100) >= leastFor(filled.get(key)!)) take(key, version);
  }
  for (const key of leaping.slice(0, MAX_EFFORTS)) {
    if (left <= (1 - NEAR_ENOUGH) * targetBytes || document.isSpent()) break;
    const present = filled.get(key)!;
    const limits = {
      mostBytes: present.bytes + left,
      leastBytes: present.bytes,
      leastScore: leastFor(present),
    };
    const fitted = await document.fit(key, { ...limits, present, gentlerEffort: gentler.effort });
    if (fitted) take(key, fitted);
  }
  return filled;
}

interface Gain<Key, Version> {
  readonly key: Key;
  readonly version: Version | undefined;
  readonly added: number;
}

/**
 * What pictures would add to the document if they came from the gentler plan, the most first; where there is none, the largest are
 * taken to add most.
 */
function gains<Key, Version extends PictureVersion>(
  plan: PicturePlan<Key, Version>,
  gentler: PicturePlan<Key, Version> | undefined,
): Gain<Key, Version>[] {
  return [...plan]
    .map(([key, { bytes }]) => {
      const version = gentler?.get(key);
      return { key, version, added: version ? version.bytes - bytes : bytes };
    })
    .filter(({ added }) => added > 0)
    .sort((a, b) => b.added - a.added);
}

/** Lowest score of a replacement: above the ample score a fuller version need not score more. */
function leastFor({ score }: PictureVersion): number {
  return Math.min(score ?? 100, AMPLE_SCORE);
}
