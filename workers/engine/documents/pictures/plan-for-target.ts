import { NEAR_SHARE } from '../../search/target/tuning.ts';
import { chooseVersions } from './choose-versions.ts';
import type { PresetEfforts } from './effort.ts';
import { fillRoom, type RoomRequest } from './fill-room.ts';
import type { DocumentPictures, PicturePlan, PictureVersion, PlansByEffort } from './plan-by-effort.ts';

export interface PlanRequest extends PresetEfforts {
  /** Bytes that the document may take. */
  readonly targetBytes: number;
}

/** A plan, and the strongest effort that its pictures have. */
export interface ChosenPlan<Key, Version extends PictureVersion> {
  readonly effort: number;
  readonly plan: PicturePlan<Key, Version>;
  /** Bytes of the document: the sum of its parts. */
  readonly size: number;
}

/**
 * The best plan for all pictures of a document within a size. All are made at the effort between two presets and at that of the one
 * on whose side the size lies, so that targets between two presets choose from the same versions, and a larger one gets no less.
 * Where this leaves more room than is promised, all are made at an effort in between.
 * @returns the smallest plan where none fits
 */
export async function planForTarget<Key, Version extends PictureVersion>(
  document: DocumentPictures<Key, Version>,
  plans: PlansByEffort<Key, Version>,
  { targetBytes, tooLarge, fitting }: PlanRequest,
): Promise<ChosenPlan<Key, Version>> {
  const strongest = fitting ?? 1;
  const middle = (tooLarge + strongest) / 2;
  // The fewest pixels are the last resort: scores tell quality, not the pixels that are gone.
  const efforts = fitting === undefined ? [tooLarge] : [tooLarge, fitting];
  const best = (tried: readonly number[]): Promise<ChosenPlan<Key, Version>> =>
    bestOf(plans, tried, { document, efforts, targetBytes });
  const isFull = ({ size }: ChosenPlan<Key, Version>): boolean =>
    size >= NEAR_SHARE * targetBytes || document.isSpent();
  if (document.count === 1 && fitting !== undefined) {
    // More pixels and more quality are found together, where efforts alternate between them.
    const fitted = await best([fitting]);
    if (fitted.size <= targetBytes && isFull(fitted)) return fitted;
  }
  const fits = plans.sizeOf(await plans.at(middle)) <= targetBytes;
  const other = fits ? tooLarge : strongest;
  const found = await best([middle, other]);
  // The preset that fits may take less than its effort does here.
  if (found.size > targetBytes) return strongest === 1 ? found : best([middle, other, (strongest + 1) / 2]);
  return isFull(found) ? found : best([middle, other, (middle + other) / 2]);
}

/** What the plans of some efforts give together, and single pictures for the room that this leaves. */
async function bestOf<Key, Version extends PictureVersion>(
  plans: PlansByEffort<Key, Version>,
  tried: readonly number[],
  request: RoomRequest<Key, Version>,
): Promise<ChosenPlan<Key, Version>> {
  const { document, targetBytes } = request;
  const made: ChosenPlan<Key, Version>[] = [];
  for (const effort of tried) {
    const plan = await plans.at(effort);
    made.push({ effort, plan, size: plans.sizeOf(plan) });
  }
  const smallest = made.reduce((least, other) => (other.size < least.size ? other : least));
  const pictures = made.map(({ plan }) => plan);
  const chosen = chooseVersions(pictures, targetBytes - document.otherBytes);
  if (!chosen) return smallest;
  const plan = await fillRoom(chosen, request);
  return { effort: smallest.effort, plan, size: plans.sizeOf(plan) };
}
