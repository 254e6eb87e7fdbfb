/** Numbers of the searches for a size, of stills and documents alike. Shares are of the target's bytes. */

/** A result that takes this share of its target ends a search. */
export const NEAR_ENOUGH = 0.95;

/** What is promised: a result that takes less is worth another way. */
export const NEAR_SHARE = 0.9;

/** Where a search aims: in the middle of what is near enough. */
export const AIM_SHARE = (1 + NEAR_ENOUGH) / 2;

/** Attempts at most [searches whose attempts take seconds name fewer]. Qualities that come up again are not encoded again. */
export const MAX_ATTEMPTS = 8;

/** Efforts closer together than this give the same result. */
export const SAME_EFFORT = 0.002;

/** By how much sizes usually fall from the settings of a preset to the smallest acceptable. */
export const USUAL_FALL = 2.5;

/** Share of the way to the smallest acceptable that a first step goes at least: less would say next to nothing. */
export const LEAST_FALL = 0.1;

/** Share of the way between two efforts that a step ends at, least and most: nearer to one of them it would tell little. */
export const LEAST_STEP = 0.08;
export const MOST_STEP = 0.92;

/** Logarithm between two sizes below which they are one, so that a share between them is a number. */
export const LEAST_LOG_BYTES = 1e-6;

/** How much larger than the smallest acceptable a still of the highest quality usually is. */
export const USUAL_RANGE = 10;

/** Power of the share of that range that an effort goes by: sizes rise slowly at low quality and steeply towards the highest. */
export const RANGE_POWER = 0.6;

/** Effort at which a JPEG of halved chroma is first tried: mostly a little stronger than one that fits. */
export const FIRST_JPEG_EFFORT = 0.3;

/** Efforts between which rounded samples are first tried: at the ends little is rounded, or all. */
export const LEAST_ROUNDING_EFFORT = 0.05;
export const MOST_ROUNDING_EFFORT = 0.9;

/** Qualities below the largest that are looked at where its colours have moved: a step may round a flat colour elsewhere. */
export const FURTHER_QUALITIES = 3;

/** Qualities of a JPEG within a size, and the one from which on full chroma is worth its bytes. */
export const LEAST_JPEG_QUALITY = 10;
export const FULL_CHROMA_QUALITY = 90;
export const MOST_JPEG_QUALITY = 100;

/** Shares of the progress at which the preset asked for, and those below it, are done. */
export const PRESET_PROGRESS = 0.3;
export const PRESETS_PROGRESS = 0.5;

/** A target that is missed: a result that loses more must save this share of the bytes, as another generation must. */
export const WORTH_LOSS_SHARE = 0.01;
