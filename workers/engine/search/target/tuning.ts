/** Numbers of the searches for a size, of stills and documents alike. Shares are of the target's bytes. */

/** A result that takes this share of its target ends a search. */
export const NEAR_ENOUGH = 0.95;

/** What is promised: a result that takes less is worth another way. */
export const NEAR_SHARE = 0.9;

/** Where a search aims: in the middle of what is near enough. */
export const AIM_SHARE = (1 + NEAR_ENOUGH) / 2;

/** Share of the way between two efforts that a step leaves on either side: nearer to one of them it would tell little. */
export const LEAST_STEP = 0.08;

/** Qualities below the largest that are looked at where its colours have moved: a step may round a flat colour elsewhere. */
export const FURTHER_QUALITIES = 3;

/** Lowest quality of a JPEG within a size; that from which on full chroma is worth its bytes; and the highest there is. */
export const LEAST_JPEG_QUALITY = 10;
export const FULL_CHROMA_QUALITY = 90;
export const MOST_JPEG_QUALITY = 100;

/** A target that is missed: a result that loses more must save this share of the bytes, as another generation must. */
export const WORTH_LOSS_SHARE = 0.01;
