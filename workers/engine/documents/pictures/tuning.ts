/** Numbers of the pictures of documents: the search for a size among them, and JPEGs as they are viewed. Sizes in bytes, efforts 0 to 1. */

/** Efforts for all pictures together at most, each of which encodes every picture, and single pictures that fill what is left. */
export const MAX_EFFORTS = 3;

/** How often a document is made anew because it is larger than the sum of its parts. */
export const MAX_BUILDS = 3;

/** Pixels to the inch as shown at effort 1. Past these, text in pictures is hard to read; programs take 96 for email. */
export const LEAST_PDF_DPI = 72;
export const LEAST_SLIDE_PPI = 96;

/** A picture is brought down where that leaves less than this share of its sides: more costs sharpness and saves little. */
export const RESIZING_SCALE = 0.8;

// JPEG: which pictures, and how good

/** Points of score that drawings get more: they show their edges. */
export const DRAWN_BONUS_POINTS = 4;

/** Highest floor of a JPEG, in points: above it, storing without loss takes no more. Efforts for a target come near it. */
export const MAX_JPEG_FLOOR_POINTS = 98;

/** Share of its bytes that a JPEG may take at its own size: a second lossy pass must be worth its loss. */
export const RECODED_SHARE = 0.8;

// JPEG: the search for a quality

/** Qualities that are tried; for a target size lower ones too. Smooth gradients score well at 5, where steps of twenty levels show as bands. */
export const MIN_QUALITY = 30;
export const MAX_QUALITY = 98;

/** Quality that the search begins with: pictures of 30 PDFs ended between 30 and 56 at `small` and `balanced`, half of them at 40. */
export const START_QUALITY = 40;

/**
 * A JPEG of this quality or more, or so many steps above that of its trials, is compared with those at the floor and with the pixels of
 * the next preset: scans of text that are brought down took 76 to 94 at `small`, and up to a fifth more bytes than at `balanced`.
 */
export const LEAST_UNUSUAL_QUALITY = 70;
export const UNUSUAL_STEPS = 10;

/** Level at which the trial of a drawing is deflated, to see what is left of it. */
export const SHARE_LEVEL = 6;

/** How many times fewer bytes a pixel a picture may take than its tiles. */
export const MOST_UNLIKE_RATIO = 4;

/** Pages are viewed at about this resolution; a reader does not see detail beyond it. */
export const VIEW_DPI = 100;

/** Where the three tiles of a probe lie, as shares of the room across and down. */
export const PROBE_PLACES = [
  [0.25, 0.3],
  [0.75, 0.7],
  [0.6, 0.15],
] as const;
