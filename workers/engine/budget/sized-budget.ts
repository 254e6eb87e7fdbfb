/** How much a file may take of something: in any file, and for each byte of it. */
export interface SizedAllowance {
  readonly free: number;
  readonly perFileByte: number;
}

/** Counts what a file takes of something that it may have in proportion to its size: the same in every run. */
export class SizedBudget {
  private left: number;

  /** @param fileBytes size of the whole file */
  constructor({ free, perFileByte }: SizedAllowance, fileBytes: number) {
    this.left = free + fileBytes * perFileByte;
  }

  /** @returns whether so much is left; it is counted then. What is too large leaves room for what is smaller. */
  take(amount: number): boolean {
    if (amount > this.left) return false;
    this.left -= amount;
    return true;
  }
}
