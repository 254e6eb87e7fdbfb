/** What became of a file in one program's hands. */
export interface Verdict {
  /** Likeness to the source, 100 the same: SSIMULACRA2 of pictures, MS-SSIM × 100 of the worst page or slide. */
  readonly quality: number;
  /** What was lost or cannot be read any more, in words; none when all is well. */
  readonly losses: readonly string[];
}

/** Results below these count as damaged, whoever made them. */
export const FLOORS = { picture: 60, page: 97.5, slide: 95 } as const;

/** @returns the verdict with what falls below the floor named among the losses */
export function withFloor(verdict: Verdict, floor: number): Verdict {
  if (verdict.quality >= floor) return verdict;
  return { ...verdict, losses: [...verdict.losses, `looks worse (${verdict.quality.toFixed(1)})`] };
}
