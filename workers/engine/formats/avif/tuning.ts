/** The numbers of policy for AVIF. Efforts are sharp's, 0 to 9; qualities 1 to 100; sizes in pixels. */

/** Of trials, and of large results: a photograph of 0.34 MP takes 52.3 KB at 2, 50.7 at 3 and 48.5 at 4 (held set, November 2026). */
export const TRIAL_EFFORT = 2;

/** Of results, by the pixels up to which they are worth it: 4 takes some 2 s a megapixel, 3 a third of that, 2 a sixth. */
export const RESULT_EFFORTS = [
  { effort: 4, upToPixels: 200_000 },
  { effort: 3, upToPixels: 2_000_000 },
] as const;

/** Trials of full chroma: one shows whether it leads. */
export const SECOND_CHROMA_TRIALS = 2;

/** Qualities where the search begins: photographs reach the floor of `balanced` at 57 to 61, drawings at 28 to 46 (same set). */
export const START_QUALITY = 56;
export const MOST_QUALITY = 98;

/** Of the AVIF that is returned where no other reaches the floor. */
export const FINEST = { quality: 100, effort: 0, chroma: '4:4:4' } as const;

/** Pixels of the largest AVIF: encoding takes half a second a megapixel at the least, several times over. */
export const MAX_PIXELS = 24_000_000;
