import { reachTarget, type Size } from '../../search/target/reach-target.ts';
import { NEAR_ENOUGH, NEAR_SHARE } from '../../search/target/tuning.ts';
import { fillRoom } from './fill-room.ts';
import type { DocumentPictures, PicturePlan, PictureVersion, PlansByEffort } from './plan-by-effort.ts';
import { MAX_EFFORTS } from './tuning.ts';

export interface PlanRequest {
  /** Bytes that the document may take. */
  readonly targetBytes: number;
  /** What a preset made, as an effort: more than the target. */
  readonly tooLarge: Size;
  /** What a lower preset made that fits, as an effort: efforts beyond it are not tried [no preset fits]. */
  readonly fitting?: Size | undefined;
}

/** A plan, and the effort that most of its pictures have. */
export interface ChosenPlan<Key, Version extends PictureVersion> {
  readonly effort: number;
  readonly plan: PicturePlan<Key, Version>;
  /** Bytes of the document: the sum of its parts. */
  readonly size: number;
}

/**
 * The gentlest plan for all pictures of a document within a size: one effort for all of them, then what that leaves is filled with
 * gentler versions of single ones.
 * @returns the smallest plan where none fits
 */
export async function planForTarget<Key, Version extends PictureVersion>(
  document: DocumentPictures<Key, Version>,
  plans: PlansByEffort<Key, Version>,
  request: PlanRequest,
): Promise<ChosenPlan<Key, Version>> {
  const { targetBytes, tooLarge, fitting } = request;
  const single = document.fitsPixels ? await fitSingle(document, plans, request) : null;
  if (single) return single;
  const tried: ChosenPlan<Key, Version>[] = [];
  const { result } = await reachTarget<ChosenPlan<Key, Version>>({
    targetBytes,
    attempt: async (effort) => {
      const plan = await plans.at(effort);
      const chosen = { effort, plan, size: plans.sizeOf(plan) };
      tried.push(chosen);
      return chosen;
    },
    sizeOf: ({ size }) => size,
    usual: tooLarge,
    fitting,
    maxAttempts: MAX_EFFORTS,
    isSpent: () => document.isSpent(),
  });
  const [nearest] = tried.filter(({ size }) => size > targetBytes).sort((a, b) => a.size - b.size);
  const isFull = result.size > targetBytes || result.size >= NEAR_ENOUGH * targetBytes;
  if (isFull) return result;
  const gentler = nearest ?? { effort: Math.min(tooLarge.effort, result.effort) };
  const plan = await fillRoom(result.plan, { document, gentler, targetBytes, size: result.size });
  return { ...result, plan, size: plans.sizeOf(plan) };
}

/**
 * The plan of a document with one picture: the picture is fitted to all of the room, since efforts in between alternate between
 * more pixels and more quality.
 * @returns null where there are several pictures, or the plan leaves more room than is promised
 */
async function fitSingle<Key, Version extends PictureVersion>(
  document: DocumentPictures<Key, Version>,
  plans: PlansByEffort<Key, Version>,
  { targetBytes, tooLarge, fitting }: PlanRequest,
): Promise<ChosenPlan<Key, Version> | null> {
  if (!fitting || document.count !== 1) return null;
  const { effort } = fitting;
  const present = await plans.at(effort);
  const size = plans.sizeOf(present);
  if (size > targetBytes) return null;
  const gentler = { effort: tooLarge.effort };
  const plan = await fillRoom(present, { document, gentler, targetBytes, size });
  const filled = { effort, plan, size: plans.sizeOf(plan) };
  return filled.size >= NEAR_SHARE * targetBytes ? filled : null;
}
