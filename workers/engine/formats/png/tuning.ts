/**
 * The numbers of policy for PNG. Sizes in pixels and bytes, shares 0 to 1, levels are libdeflate's (1 to 12); a point is one of the
 * visual score. Measured on the development pictures at "balanced" where no other source is named. What follows from the format
 * itself stands beside the code that reads it.
 */

// Size of the picture

/** Up to here full effort takes less than a second or two, in documents too. */
export const FULL_EFFORT_PIXELS = 300_000;

/**
 * A larger picture gets quick row filters alone (all of them take 0.3 to 3 s a megapixel), none beside a palette and no rounding (a
 * second a step); its samples are let go while the optimiser works; a larger canvas is not composed.
 */
export const LARGE_PIXELS = 16_000_000;

/**
 * Pixels of a file of up to 1 MB that are sRGB as they are stored, where bytes allow them: a capture of 35 megapixels with alpha has
 * 0.93 MB. Rendered in bands it takes 374 MB and 10 s (November 2026).
 */
export const SMALL_PLAIN_PIXELS = 36e6;

/** A longer side can be read, but not written (libpng). */
export const MOST_SIDE_PX = 1_000_000;

/** Share of its rows above which a file is not deflated: photographs of 8 bits take up to 0.8. */
export const STORED_SHARE = 0.95;

/** Rows of a picture out of proportion that are packed anew: a second of work. */
export const REPACKED_BYTES = 16 * 1024 * 1024;
export const REPACKED_LEVEL = 9;

/** Rows that are packed at {@link BEST_LEVEL} undecoded: the bitmap of a page in 600 dpi. */
export const BITMAP_BYTES = 5 * 1024 * 1024;

/** Limits against files that unpack to more: a colour profile, XMP, a frame of an animation. */
export const MOST_PROFILE_BYTES = 16 * 1024 * 1024;
export const MOST_XMP_BYTES = 4 * 1024 * 1024;
export const MOST_FRAME_BYTES = 512 * 1024 * 1024;

// What is worth a change

/** Share of the bytes without loss that a palette may take, and where the source has one already. */
export const PALETTE_SHARE = 0.98;
export const SECOND_PALETTE_SHARE = 0.85;

/** The share for rounded samples: rounding touches every pixel. */
export const ROUNDED_SHARE = 0.9;

/**
 * A picture that packs in less than this share of its palette is a gradient, for which rounded samples are tried: 21 % and 11 % less of
 * two in `small`. Of 42 PNGs none was below.
 */
export const GRADIENT_SHARE = 0.5;

/** A palette that takes at most this share of the source is not compared with packing, which takes longest. */
export const CLEAR_SHARE = 0.6;

/** A palette of such a score is compared with packing all the same: it hardly changes anything, and greys may pack better without it. */
export const HARDLY_CHANGED_SCORE = 95;

/** So is a palette of fewer bytes: a ramp packs better, text on it too (2973 to 2105), and what is so short packs quickly. */
export const SHORT_BYTES = 4096;

/** Removed descriptions of more bytes than this have a line in the report. */
export const MENTIONED_BYTES = 20;

// Target sizes

/** The highest score that a search asks a palette for: above it the eye finds no difference. */
export const HIGHEST_SCORE = 96;

/** Palettes for a target, and mappings of each to fill it: every third halves the range. */
export const MAX_ATTEMPTS = 5;

/** Points within which a palette hardly changes. */
export const SAME_SCORE_POINTS = 0.25;

/** Lambdas closer together than this share of their range give the same result. */
export const SAME_LAMBDA_SHARE = 0.01;

// Packing palettes

/** The highest level gains up to 8 % on flat drawings over the one before, that 4 to 12 % over 9. */
export const BEST_LEVEL = 12;
export const NEXT_LEVEL = 11;

/** Bits a pixel below which the highest level takes 200 to 370 ms a megabyte (three drawings and screens of 3 to 11 megapixels), half of what others do. */
export const AREA_BITS = 1;

/** With fast effort a larger picture is packed at {@link NEXT_LEVEL}. */
export const FAST_BEST_LEVEL_PIXELS = 2_000_000;

/** Level at which indexes are written that are stored better afterwards: a tenth of what the trials take. */
export const ROUGH_LEVEL = 1;

/** Pixels for which each depth is tried at the highest level: a few milliseconds. */
export const TRY_ALL_DEPTHS_PIXELS = 65_536;

// Rounding

/** Rounding to even numbers saves a bit of eight, which a palette without a loss would often save as well. */
export const LEAST_STEP_LEVELS = 3;

// Photographs

/** Quality at which a photograph as WebP usually reaches the floor of the default preset, with some room. */
export const WEBP_QUALITY = 75;

/** Share of the bytes that a WebP may take to be worth a hint. */
export const HINT_SHARE = 0.8;

/** Pixels that are sampled, and the share of them that differ in a photograph. */
export const PHOTO_SAMPLES = 20_000;
export const PHOTO_SHARE = 0.25;

// Animations

/** Pixels of all frames together that are composed: the canvas is copied for each. */
export const MOST_COMPOSED_PIXELS = 200_000_000;

/** Pixels of all frames together that are reduced: each mapped frame is kept, a byte a pixel. */
export const MOST_REDUCED_PIXELS = 120_000_000;

/**
 * Pixels of all frames of a file of up to 1 MB that are reduced, composed, and packed as they are (a tenth and a hundredth of a second
 * a million for the last two); a larger file has more by the byte.
 */
export const SMALL_FILE_REDUCED_PIXELS = 10_000_000;
export const SMALL_FILE_COMPOSED_PIXELS = 24_000_000;
export const SMALL_FILE_PACKED_PIXELS = 40_000_000;

/** Level of frames of more pixels together: the last two levels gain 1 to 3 %, at more than a second a million noisy pixels. */
export const LONG_LEVEL = 10;
export const LONG_PIXELS = 12_000_000;

/** Level for comparing formats of pixels, and where the budget is spent. */
export const QUICK_LEVEL = 8;

/** Level for comparing row filters and regions of one frame. */
export const ESTIMATE_LEVEL = 6;

/** Frames on which formats of pixels are compared. */
export const PILOT_FRAMES = 6;

/** A base is not tried where this many times the pixels of the best one change. */
export const MOST_CHANGED_FACTOR = 1.5;

/** Opaque grey of more levels may be a photograph, which row filters suit better than a palette. */
export const PALETTE_GREYS = 64;
