import type { WorkBudget } from '../../budget/work-budget.ts';
import type { PaletteLadder } from '../build/palette-ladder.ts';
import type { StillJudge } from '../../quality/judge.ts';
import type { LambdaRequest } from '../choose/lambda-search.ts';
import type { Measured } from '../choose/next-lambda.ts';

/** A measured use of a palette, and the work that it took, in ms. */
interface Known {
  readonly measured: Measured;
  readonly workMs: number;
}

/**
 * What searches of one picture at several floors share: its ladder, its spots, and what uses of palettes were measured. Nothing hangs
 * on it: what is known counts as the work that it took.
 */
export class PaletteMemory {
  /** The judge of the first part, whose spots the others share. */
  judge: StillJudge | undefined;
  private ladder: PaletteLadder | null = null;
  private readonly known = new WeakMap<Uint8Array, Map<string, Known>>();

  /** The ladder of the picture, made at first use. */
  ladderOf(make: () => PaletteLadder): PaletteLadder {
    return (this.ladder ??= make());
  }

  /** Measures what is not known yet. @param measure of a palette and a share of dithering, the same for all floors */
  remembering(
    { palette, dither }: { readonly palette: Uint8Array; readonly dither: number },
    measure: LambdaRequest['measure'],
    budget: Pick<WorkBudget, 'charge' | 'spentMs'>,
  ): LambdaRequest['measure'] {
    const uses = this.known.get(palette) ?? new Map<string, Known>();
    this.known.set(palette, uses);
    return async (lambda, isTooLong = () => false) => {
      const use = `${dither} ${lambda}`;
      const known = uses.get(use);
      if (known && !isTooLong(known.measured.bytes)) {
        budget.charge(known.workMs);
        return known.measured;
      }
      const before = budget.spentMs;
      const measured = await measure(lambda, isTooLong);
      if (!isTooLong(measured.bytes)) uses.set(use, { measured, workMs: budget.spentMs - before });
      return measured;
    };
  }
}
