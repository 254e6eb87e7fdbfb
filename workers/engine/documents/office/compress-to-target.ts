import type { Outcome } from '../../api/report/report.ts';
import { deriveContext, type EngineContext, type SizeTarget } from '../../context.ts';
import { targetOutcome } from '../../search/target/keep-target.ts';
import { presetEfforts } from '../pictures/effort.ts';
import { PlansByEffort } from '../pictures/plan-by-effort.ts';
import { planForTarget } from '../pictures/plan-for-target.ts';
import { MAX_BUILDS } from '../pictures/tuning.ts';
import type { OfficePackage } from './office-package.ts';
import { DeckPictures } from './pictures/deck-pictures.ts';
import { qualityAt } from './pictures/picture-quality.ts';

type MakePicture = NonNullable<OfficePackage['makePicture']>;

/** Makes the whole deck, with its pictures as they are told. */
type MakeDeck = (
  context: EngineContext,
  pictures: Pick<OfficePackage, 'quality' | 'makePicture'>,
) => Promise<Outcome>;

/**
 * Finds the gentlest pictures with which a deck fits: the deck is made without its pictures, which tells what the rest of it takes,
 * and then with the pictures found.
 * @returns the largest result found within the target; the smallest acceptable one where the target cannot be met
 */
export async function compressToTarget(
  source: Uint8Array,
  target: SizeTarget,
  context: EngineContext,
  makeDeck: MakeDeck,
): Promise<Outcome> {
  const targetBytes = target.bytes;
  const make = (makePicture: MakePicture, from: number): Promise<Outcome> => {
    context.signal.throwIfAborted();
    const onProgress = (ratio: number): void => context.onProgress(from + ratio / 2);
    // Parts are packed alike each time: so much that each build has its share.
    const budget = context.budget.part(context.budget.leftMs / (1 + MAX_BUILDS));
    const own = deriveContext(context, { target: undefined, onProgress, budget });
    return makeDeck(own, { quality: qualityAt(0), makePicture });
  };
  const pictures = new DeckPictures(context);
  const plain = await make((task, path) => Promise.resolve(pictures.note(task, path)), 0);
  const ended = (deck: Outcome): Outcome => ({
    ...deck,
    target: targetOutcome(targetBytes, Math.min(deck.bytes.length, source.length)),
  });
  if (pictures.count === 0) return plain;
  pictures.otherBytes = plain.bytes.length;
  const plans = new PlansByEffort(pictures);
  let wanted = targetBytes;
  for (let builds = 1; ; builds++) {
    const { plan, size } = await planForTarget(pictures, plans, {
      targetBytes: wanted,
      ...presetEfforts(target),
    });
    const deck = await make((_, path) => Promise.resolve(pictures.pictureOf(plan, path)), 0.5);
    const { length } = deck.bytes;
    if (length <= targetBytes || size > wanted || builds === MAX_BUILDS) return ended(deck);
    wanted -= length - targetBytes;
  }
}
