import type { EngineContext, Helpers } from '../../../context.ts';
import { LEAST_SHARED_BYTES, LEAST_SHARED_PICTURES } from '../tuning.ts';
import type { NewPicture } from './new-picture.ts';
import { offerPicture } from './offered-picture.ts';
import type { PictureTask } from './picture-task.ts';
import { recompressDeckPicture } from './recompress-deck-picture.ts';
import type { WorkShares } from './work-shares.ts';
import { isAsWith, remakePicture, type LonePicture, type RemadePicture } from './remake-picture.ts';

/** A picture that may be made before its turn. */
export type EarlyPicture = Omit<PictureTask, 'context' | 'crop'>;

/**
 * The pictures of a deck, made by all engines that are idle. Each is made before its turn with the work that it will likely have,
 * and taken at its turn where the work that it has then would have made the same: the result does not depend on how many engines
 * there are.
 */
export class PicturesAhead {
  private readonly context: EngineContext;
  private readonly helpers: Helpers | undefined;
  private readonly pictures: readonly (EarlyPicture | null)[];
  private readonly shares: WorkShares;
  private readonly sizes: readonly number[];
  private readonly made = new Map<number, Promise<RemadePicture | null>>();
  private readonly ended = new Set<number>();
  /** Pictures whose turn has come. */
  private taken = 0;
  private next = 0;
  private isOffering = false;

  /**
   * @param pictures in the order of their turns; null for what has to wait for its turn
   * @param shares   the work of the deck, which each takes its share of before its turn
   * @param sizes    by which they take it, in bytes
   */
  constructor(
    pictures: readonly (EarlyPicture | null)[],
    { shares, sizes }: { readonly shares: WorkShares; readonly sizes: readonly number[] },
    context: EngineContext,
  ) {
    const large = pictures.map((each) => (each && each.bytesToBeat >= LEAST_SHARED_BYTES ? each : null));
    const isWorthwhile = large.filter((each) => each !== null).length >= LEAST_SHARED_PICTURES;
    this.helpers = isWorthwhile ? context.helpers : undefined;
    this.context = context;
    this.pictures = large;
    this.shares = shares;
    this.sizes = sizes;
  }

  /** Makes a picture smaller at its turn, or takes what was made of it: as {@link recompressDeckPicture}. */
  async make(index: number, task: PictureTask): Promise<NewPicture | null> {
    const { budget } = task.context;
    const work = { ownMs: budget.leftMs, leftMs: this.shares.leftMs };
    this.taken = index + 1;
    const made = this.helpers && (await this.madeOf(index, this.helpers));
    if (!made || !isAsWith(work, made)) return recompressDeckPicture(task);
    budget.charge(made.spentMs);
    return made.picture;
  }

  /** What was made of a picture. While another engine is at it, this one makes those that come after it. */
  private async madeOf(index: number, helpers: Helpers): Promise<RemadePicture | null> {
    const isEarly = this.made.has(index);
    this.next = Math.max(this.next, this.taken);
    void this.offerNext(helpers);
    if (!isEarly) return null;
    while (!this.ended.has(index)) {
      const other = this.claim();
      if (other === null) break;
      const picture = remakePicture(this.lone(other), helpers.codecs, this.context.signal).catch(() => null);
      this.note(other, picture);
      await picture;
    }
    return this.made.get(index)!;
  }

  /** Offers one picture after the other until no engine is idle, and goes on when one of them is done. */
  private async offerNext(helpers: Helpers): Promise<void> {
    if (this.isOffering) return;
    this.isOffering = true;
    for (let index = this.claim(); index !== null; index = this.claim()) {
      const offer = offerPicture(this.lone(index), helpers);
      this.note(
        index,
        offer.then((taken) => taken && taken.answer),
      );
      const taken = await offer;
      if (!taken) {
        this.made.delete(index);
        this.next = Math.max(this.taken, Math.min(this.next, index));
        break;
      }
      void taken.answer.then(() => this.offerNext(helpers));
    }
    this.isOffering = false;
  }

  private note(index: number, picture: Promise<RemadePicture | null>): void {
    this.made.set(index, picture);
    void picture.then(() => this.ended.add(index));
  }

  private lone(index: number): LonePicture {
    const { preset, score, keep } = this.context;
    return {
      ...this.pictures[index]!,
      options: { preset, score, keep },
      work: this.shares.foresee(this.sizes.slice(this.taken, index + 1)),
    };
  }

  private claim(): number | null {
    const index = this.pictures.findIndex((picture, at) => at >= this.next && picture !== null);
    if (index === -1) return null;
    this.next = index + 1;
    return index;
  }
}
