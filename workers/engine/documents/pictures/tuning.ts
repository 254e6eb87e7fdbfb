/** Numbers of the search for a size among the pictures of a document. Sizes in bytes, efforts 0 to 1. */

/** Efforts for all pictures together at most: each encodes every picture of the document, and single ones fill what is left. */
export const MAX_EFFORTS = 3;

/** Pictures that are fitted one by one at most, each in about as long as at one or two efforts. */
export const MAX_FITTED = 3;

/** Room below this share of the target is left as it is: dictionaries and entries of an archive may grow by some of it. */
export const NEGLIGIBLE_SHARE = 0.01;

/** Score that a version for a size may lie below the present one: two sizes of a picture differ by as much where both look alike. */
export const SCORE_SLACK_POINTS = 1;

/** How often a document is made anew because it is larger than the sum of its parts. */
export const MAX_BUILDS = 3;

/** Pixels to the inch as shown at effort 1. Past these, text in pictures is hard to read; programs take 96 for e-mail. */
export const LEAST_PDF_DPI = 72;
export const LEAST_SLIDE_PPI = 96;
