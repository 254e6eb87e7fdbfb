import { WorkBudget } from '../../../budget/work-budget.ts';
import type { PictureWork } from './remake-picture.ts';
import { LEAST_PICTURE_MS } from '../tuning.ts';

export interface SharedWork {
  /** Pictures to come. */
  readonly count: number;
  /** Bytes that all parts to come take in the deck, the pictures among them. */
  readonly bytes: number;
  /** Work that is left for what comes after the pictures. */
  readonly reserveMs: number;
}

/**
 * Shares out the work that a deck is worth by the bytes of its pictures, beside a little for each: what one can save goes by its
 * bytes, and what it takes by its pixels. What a picture leaves of its share, those after it have.
 */
export class WorkShares {
  private readonly budget: WorkBudget;
  private readonly reserveMs: number;
  private bytesLeft: number;
  private countLeft: number;

  constructor(budget: WorkBudget, { count, bytes, reserveMs }: SharedWork) {
    this.budget = budget;
    this.countLeft = count;
    this.bytesLeft = bytes;
    this.reserveMs = reserveMs;
  }

  /** The work of the last of several pictures to come where those before it take their shares. @param sizes of each, in bytes */
  foresee(sizes: readonly number[]): PictureWork {
    const { countLeft: count, bytesLeft: bytes, reserveMs } = this;
    const deck = new WorkBudget(this.budget.leftMs);
    const shares = new WorkShares(deck, { count, bytes, reserveMs });
    const works = sizes.map((size) => {
      const { leftMs } = deck;
      const { leftMs: ownMs } = shares.next(size);
      deck.charge(ownMs);
      return { ownMs, leftMs };
    });
    return works.at(-1)!;
  }

  /** Work that is left for all, in ms. */
  get leftMs(): number {
    return this.budget.leftMs;
  }

  /** The share of the next picture. @param bytes that it takes in the deck */
  next(bytes: number): WorkBudget {
    const freeMs = Math.max(0, this.budget.leftMs - this.reserveMs);
    const leastMs = Math.min(LEAST_PICTURE_MS, freeMs / 2 / this.countLeft);
    const share = Math.min(1, bytes / this.bytesLeft);
    const byBytesMs = share > 0 ? share * (freeMs - leastMs * this.countLeft) : 0;
    this.countLeft--;
    this.bytesLeft -= bytes;
    return this.budget.part(leastMs + byBytesMs);
  }
}
