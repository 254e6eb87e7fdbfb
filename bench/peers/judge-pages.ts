import { msSsim, type Grey } from './ms-ssim.ts';
import type { Verdict } from './verdict.ts';

/** Compares pages that were drawn before and after; the worst counts. @param what page or slide, for the losses */
export function judgePages(before: readonly Grey[], after: readonly Grey[], what: string): Verdict {
  const losses: string[] = [];
  if (before.length !== after.length) losses.push(`${what}s ${before.length} → ${after.length}`);
  let quality = 100;
  for (const [at, page] of before.entries()) {
    const other = after[at];
    if (!other) break;
    if (page.width !== other.width || page.height !== other.height)
      losses.push(`${what} ${at + 1} has another size`);
    else quality = Math.min(quality, 100 * msSsim(page, other));
  }
  return { quality, losses };
}
