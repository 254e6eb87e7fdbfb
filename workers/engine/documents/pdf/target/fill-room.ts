import type { PictureSettings } from '../images/encode/picture-settings.ts';
import type { PicturePlan, PicturePlanner } from '../images/plan/plan-pictures.ts';
import type { PlannedPicture } from '../images/plan/planned-picture.ts';

/** Bytes that a picture's dictionary may grow by when it is taken from another plan. */
const DICTIONARY_BYTES = 40;

/** Room below this share of the pictures' bytes is left as it is. */
const NEGLIGIBLE_SHARE = 0.02;

/** Pictures that are fitted one by one at most, each in about as long as it takes in a plan or two. */
const MAX_FITTED = 3;

export interface FillRequest {
  readonly planner: PicturePlanner;
  /** A plan with less effort, whose document is too large. */
  readonly gentler: PicturePlan;
  /** Of the gentler plan, for pictures encoded with loss. */
  readonly settings: PictureSettings;
  /** Bytes that the document may grow by. */
  readonly room: number;
}

/**
 * Fills what a plan leaves below a target: with pictures of a gentler plan as long as they fit, the largest first, then with
 * single pictures encoded for the bytes that are left.
 */
export async function fillRoom(
  plan: PicturePlan,
  { planner, gentler, settings, room }: FillRequest,
): Promise<PicturePlan> {
  const pictures = new Map(plan.pictures);
  const bytes = [...pictures.values()].reduce((sum, { stream }) => sum + stream.data.length, 0);
  let left = room;
  const take = (num: number, picture: PlannedPicture | undefined, added: number): void => {
    left -= added;
    if (picture) pictures.set(num, picture);
    else pictures.delete(num);
  };
  const tooLarge: number[] = [];
  for (const { num, added } of gains(plan, gentler)) {
    if (added <= left) take(num, gentler.pictures.get(num), added);
    else tooLarge.push(num);
  }
  for (const num of tooLarge.slice(0, MAX_FITTED)) {
    if (left < NEGLIGIBLE_SHARE * bytes) break;
    const { stream, score } = pictures.get(num)!;
    const leastBytes = stream.data.length;
    const mostBytes = leastBytes + left - DICTIONARY_BYTES;
    const fitted = await planner.fit(num, { mostBytes, leastBytes, score, settings });
    if (fitted) take(num, fitted, fitted.stream.data.length - leastBytes + DICTIONARY_BYTES);
  }
  return { ...plan, pictures };
}

/** What pictures would add to the document if they came from the gentler plan, the most first. */
function gains(plan: PicturePlan, gentler: PicturePlan): { num: number; added: number }[] {
  return [...plan.pictures]
    .map(([num, { savedBytes }]) => {
      const kept = gentler.pictures.get(num)?.savedBytes ?? 0;
      return { num, added: savedBytes - kept + DICTIONARY_BYTES };
    })
    .filter(({ added }) => added > DICTIONARY_BYTES)
    .sort((a, b) => b.added - a.added);
}
