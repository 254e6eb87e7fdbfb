import type { JobOptions } from '../../../api/options.ts';
import { StepTimer } from '../../../api/report/step-timer.ts';
import { WorkBudget } from '../../../budget/work-budget.ts';
import { meteredCodecs } from '../../../codecs/metered-codecs.ts';
import type { Codecs } from '../../../codecs/ports/codecs.ts';
import type { NewPicture } from './new-picture.ts';
import type { PictureTask } from './picture-task.ts';
import { recompressDeckPicture } from './recompress-deck-picture.ts';

/** One picture of a deck apart from it. */
export interface LonePicture extends Omit<PictureTask, 'context' | 'crop'> {
  readonly options: Pick<JobOptions, 'preset' | 'score' | 'keep'>;
  readonly work: PictureWork;
}

/** Work that a picture may take, in ms: what it has of its own, and what is left of the deck's. */
export interface PictureWork {
  readonly ownMs: number;
  readonly leftMs: number;
}

/** What was made of a picture, and for which work the same would have been made. */
export interface RemadePicture {
  /** Null where it stays as it was. */
  readonly picture: NewPicture | null;
  readonly spentMs: number;
  /** As it was asked for. */
  readonly work: PictureWork;
  readonly ownAlike: WorkBudget['answersAlike'];
  readonly leftAlike: WorkBudget['answersAlike'];
}

/**
 * Makes a picture smaller away from its deck, with the work that it likely has.
 * @throws as {@link recompressDeckPicture}
 */
export async function remakePicture(
  { options, work, ...task }: LonePicture,
  codecs: Codecs,
  signal: AbortSignal,
): Promise<RemadePicture> {
  const deck = new WorkBudget(work.leftMs);
  const budget = deck.part(work.ownMs);
  const context = {
    ...options,
    signal,
    codecs: meteredCodecs(codecs, budget),
    steps: new StepTimer(),
    onProgress: () => {},
    budget,
  };
  const picture = await recompressDeckPicture({ ...task, context });
  const { spentMs, answersAlike } = budget;
  return { picture, spentMs, work, ownAlike: answersAlike, leftAlike: deck.answersAlike };
}

/** Whether the same would have been made with other work. */
export function isAsWith(work: PictureWork, { work: asked, ownAlike, leftAlike }: RemadePicture): boolean {
  return isWithin(ownAlike, work.ownMs - asked.ownMs) && isWithin(leftAlike, work.leftMs - asked.leftMs);
}

function isWithin({ lessMs, moreMs }: WorkBudget['answersAlike'], change: number): boolean {
  return -change < lessMs && change <= moreMs;
}
