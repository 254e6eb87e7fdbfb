import { AMPLE_SCORE } from '../../api/presets.ts';
import { scoreOf } from '../../search/target/keep-target.ts';
import { NEAR_ENOUGH } from '../../search/target/tuning.ts';
import type { ChosenVersions } from './choose-versions.ts';
import type { DocumentPictures, PicturePlan, PictureVersion } from './plan-by-effort.ts';
import { MAX_EFFORTS } from './tuning.ts';

export interface RoomRequest<Key, Version extends PictureVersion> {
  readonly document: DocumentPictures<Key, Version>;
  /** Single pictures may have the resolution of each. */
  readonly efforts: readonly number[];
  /** Bytes that the document may take. */
  readonly targetBytes: number;
}

/**
 * Fills the room that a plan leaves below a target: pictures whose next version is too long are encoded for the bytes that are left;
 * where there are none, the longest. No picture looks worse than in the plan.
 */
export async function fillRoom<Key, Version extends PictureVersion>(
  { plan, leaping, left: room }: ChosenVersions<Key, Version>,
  { document, efforts, targetBytes }: RoomRequest<Key, Version>,
): Promise<PicturePlan<Key, Version>> {
  const filled = new Map(plan);
  let left = room;
  const keys = leaping.length > 0 ? leaping : longestFirst(plan);
  for (const key of keys.slice(0, MAX_EFFORTS)) {
    if (left <= (1 - NEAR_ENOUGH) * targetBytes || document.isSpent()) break;
    const present = filled.get(key)!;
    const limits = {
      mostBytes: present.bytes + left,
      leastBytes: present.bytes,
      leastScore: leastFor(present),
    };
    const fitted = await document.fit(key, { ...limits, present, efforts });
    if (!fitted) continue;
    left -= fitted.bytes - present.bytes;
    filled.set(key, fitted);
  }
  return filled;
}

function longestFirst<Key>(plan: PicturePlan<Key, PictureVersion>): Key[] {
  return [...plan].sort(([, a], [, b]) => b.bytes - a.bytes).map(([key]) => key);
}

/** Lowest score of a replacement: above the ample score a fuller version need not score more. */
function leastFor(present: PictureVersion): number {
  return Math.min(scoreOf(present), AMPLE_SCORE);
}
