/** The numbers of policy for AVIF. Efforts are sharp's, 0 to 9; qualities 1 to 100; sizes in pixels. */

/** Of trials: 0.08 s a megapixel, and scores follow those of results more closely than at efforts 1 and 2 (12 pictures, November 2026). */
export const TRIAL_EFFORT = 0;

/** Points that a result scores above its trial: 1.0, deviation 0.3 (same set). */
export const TRIAL_GAIN_POINTS = 1;

/** Of results: 0.7 s a megapixel; 2 takes 0.42 s and 4 % more bytes, 4 takes 3 s and 2 % less (same set). */
export const RESULT_EFFORT = 3;

/** Of results of at most so many pixels: 5 % fewer bytes than 3 in four times its work (24 pictures, November 2026). */
export const SMALL_EFFORT = 4;
export const SMALL_PIXELS = 1_000_000;

/** Points above those of less effort, 0.8 with a deviation of 1.4, that a step lower is tried for (same set). */
export const SMALL_GAIN_POINTS = 0.3;

/** Trials of full chroma: one shows whether it leads, another reaches a floor that halved chroma does not. */
export const SECOND_CHROMA_TRIALS = 2;

/** Qualities with bytes of their own, the steps of the quantiser: those between give the bytes of the next (libheif 1.23.5). */
// prettier-ignore
export const QUALITIES: readonly number[] = [
  2, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31, 33, 34, 36, 38, 39, 41, 43, 44, 46, 48, 49, 51, 53, 54, 55, 57, 58,
  59, 61, 62, 63, 65, 66, 67, 69, 70, 71, 73, 74, 75, 77, 78, 79, 81, 82, 83, 85, 86, 87, 89, 90, 91, 93, 94, 95, 97, 98,
];

/** Step, of `QUALITIES`, where the search begins: photographs reach the floor of `balanced` at 28 to 34, drawings at 18 to 25. */
export const START_STEP = 28;

/** A step brings 0.8 to 1.4 points near the floor, where one of JPEG's 100 qualities brings 0.45 (12 pictures, November 2026). */
export const STEP_FACTOR = 2.5;

/** Of the AVIF that is returned where no other reaches the floor. */
export const FINEST = { quality: 100, effort: 0, chroma: '4:4:4', depth: 10 } as const;

/** Pixels of the largest AVIF: encoding takes half a second a megapixel at the least, several times over. */
export const MAX_PIXELS = 24_000_000;
