import { proportionOf } from '../../../budget/proportion.ts';
import { BYTES_PER_FORM, BYTES_PER_OPERATOR, WALKED_BYTES_PER_MB } from '../tuning.ts';

/** How much of a document's contents is walked. Counted by what was done and by the file's size: the same in every run. */
export class WalkBudget {
  private left: number;

  /** @param fileBytes size of the document, in bytes */
  constructor(fileBytes: number) {
    this.left = WALKED_BYTES_PER_MB * proportionOf(fileBytes);
  }

  /** Whether anything was refused: from then on nothing is worth its time. */
  get isSpent(): boolean {
    return this.left < 0;
  }

  /** @returns whether one more form may be walked */
  takeForm(): boolean {
    return this.takeBytes(BYTES_PER_FORM);
  }

  /** @returns whether one more operator may be run */
  takeOperator(): boolean {
    return this.takeBytes(BYTES_PER_OPERATOR);
  }

  /** @returns whether a content of so many bytes may be walked */
  takeBytes(count: number): boolean {
    this.left -= count;
    return !this.isSpent;
  }
}
