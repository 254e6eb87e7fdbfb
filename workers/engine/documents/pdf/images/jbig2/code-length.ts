import type { BitCoder } from './bit-coder.ts';

/** What a context has seen is halved at this many, so that it goes on learning. */
const MAX_SEEN = 255;
const LOG2 = Float64Array.from({ length: 2 * MAX_SEEN }, (_, count) => Math.log2(count));

/** Measures what an adaptive arithmetic coder would take, in bits. */
export class CodeLength implements BitCoder {
  bits = 0;
  /** How often a context saw 0 and 1, two entries a context; each counts as seen once before. */
  private readonly seen: Uint8Array;
  /** Entries that changed and what they were before, where that is to be undone. */
  private undo: number[] | undefined;

  constructor(contexts: number) {
    this.seen = new Uint8Array(contexts * 2).fill(1);
  }

  encode(context: number, bit: number): void {
    const at = 2 * context;
    const [zeros, ones] = [this.seen[at]!, this.seen[at + 1]!];
    this.bits += LOG2[zeros + ones]! - LOG2[bit === 0 ? zeros : ones]!;
    this.undo?.push(at, zeros, ones);
    this.seen[at + bit]!++;
    if (zeros + ones + 1 < MAX_SEEN) return;
    this.seen[at] = (this.seen[at]! + 1) >> 1;
    this.seen[at + 1] = (this.seen[at + 1]! + 1) >> 1;
  }

  /** Bits that something would take as things are; nothing is learned from it. */
  lengthOf(code: (coder: BitCoder) => void): number {
    const before = this.bits;
    this.undo = [];
    code(this);
    for (let i = this.undo.length - 3; i >= 0; i -= 3) {
      const at = this.undo[i]!;
      this.seen[at] = this.undo[i + 1]!;
      this.seen[at + 1] = this.undo[i + 2]!;
    }
    this.undo = undefined;
    const length = this.bits - before;
    this.bits = before;
    return length;
  }
}
