/**
 * All numbers of the palettes but what work costs (`budget/work-costs.ts`). Measured on the development pictures at "balanced" and
 * "small" where no other source is named; a point is one of the visual score, a level one of 255 of a sample.
 */

// Metric --------------------------------------------------------------------------------------------------------------

/** What squared levels of red, green and blue count: three times their share of lightness. */
export const SAMPLE_WEIGHTS = [0.9, 1.5, 0.6] as const;

/**
 * Shares of red, green and blue in the lightness that hues are told from. With those of the samples, leaves of an autumn picture
 * lose a fifth more of their hues.
 */
export const HUE_WEIGHTS = [0.3, 0.59, 0.11] as const;

// Build ------------------------------------------------------------------------------------------------------------------

/** Pixels from which a palette is made, at least a quarter of this: a palette hardly changes by more. */
export const SAMPLED_PIXELS = 1_000_000;

/** Colours of the finest palette: as many as an index of eight bits tells apart. */
export const MOST_COLOURS = 256;

/** Fewest colours that are tried: what looks well with fewer has no more. */
export const FEWEST_COLOURS = 4;

/** Colours of a picture in groups, from which our own palette is merged: merging takes four times as long with twice as many, for results that are 0.1 to 1.2 % larger. */
export const MOST_GROUPS = 2000;

/** Rounds in which the groups of a palette are shared out anew: later ones move little. */
export const REFINED_ROUNDS = 5;

/**
 * How the colours of screens and of photographs are merged. Hues: what a squared level of them counts beside one of samples; more
 * costs smooth gradients of one hue up to a tenth. Roots of numbers of pixels keep the rare colours of a photograph; a screen has them
 * in its areas.
 */
export const SCREEN_WEIGHTS = { hue: 2, favoursRare: false } as const;
export const PHOTO_WEIGHTS = { hue: 0.5, favoursRare: true } as const;

/** Share of pixels that have the colour of all their neighbours, from which on a picture is a screen: photographs have 0 to 0.18, screens 0.5 to 0.95. */
export const SCREEN_AREAS = 1 / 4;

/** Share of its pixels that have the colour of one area, from which on a colour of the palette is that one. */
export const AREA_SHARE = 1 / 2;

/** Pages and screens may need no more colours; so few take half a byte a pixel. */
export const HANDFUL_COLOURS = 16;

/** Levels that pixels move by on average with the first palette that is tried: of 22 pictures two reached the floor of "balanced" at 8 to 9, the others at 4 to 8. */
export const FIRST_LEVELS = 8;

/** Times as many colours as the palette before, by how many palettes are tried. */
export const COLOUR_STEPS = { all: 1.4, few: 1.7, fewest: 4, one: Infinity } as const;

/** Points that a step to more colours may bring: where more are missing, steps are left out. */
export const STEP_POINTS = 25;

// Map --------------------------------------------------------------------------------------------------------------------

/** Largest lambda: about ten levels of error a channel, the most that faint lines survive. */
export const MAX_LAMBDA = 60;

/** Bits of a pixel that goes on with a run, with the row above or with a neighbour, and of any other. */
export const RUN_BITS = 1;
export const ABOVE_BITS = 1.5;
export const DIAGONAL_BITS = 3;
export const LITERAL_BITS = 6;

/** Lambda in locked blocks: grain of a level goes on with the run, a colour of its own does not. */
export const LOCKED_LAMBDA = 1;

/** Pixels of one colour on each side of a pixel of an area: one alone is noise, whose runs save bits. */
export const AREA_REACH_PX = 2;

/** Share of an error that dithering hands on: it smooths gradients at half strength and still packs. */
export const DITHER = 0.5;

/**
 * Such shares, one after the other, where no palette reaches the floor otherwise: hues, gradients and areas come out, and packing takes
 * a quarter more. With all of it, errors that no colour makes up for run on.
 */
export const STRONG_DITHERS = [0.75, 0.9] as const;

/** Deflate level for comparing mappings. */
export const ESTIMATE_LEVEL = 6;

/** Bytes up to which a level is used that needs no stream machine: making one of 400 KB took more than all else with icons. */
export const SMALL_BYTES = 20_000;
export const SMALL_LEVEL = 8;

/** What whole bytes take at the highest level of deflate where half bytes take 1 (4 to 9 % less on screens). */
export const WHOLE_BYTE_SHARE = 0.944;

/** Pixels of a row above which rows are mapped one by one: sixteen at once take 1 MB of this width. */
export const WIDE_PIXELS = 8192;

/** Memory that the kernels of mapping keep for the next palette, bytes: their tables take 4 MB, the lists of a photograph about 1. */
export const KEPT_KERNELS_BYTES = 16 << 20;

// Measure ----------------------------------------------------------------------------------------------------------------

/** Pixels above which palettes are compared on the spot tiles of a picture. */
export const PART_FROM_PIXELS = 900_000;

/** Times the work of pixels that are not opaque: they are seen over white and over black, and have four axes. */
export const TRANSPARENT_WORK = 1.5;

/** Deflate level that is paid for out of what is left of the budget. */
export const PACKING_LEVEL = 11;

// Repair -----------------------------------------------------------------------------------------------------------------

/** Colours that a palette gains at most. */
export const MOST_ADDED = 24;

/**
 * Squared levels within which a colour does for another one that is wanted; and for one in blocks that were locked before: a level of
 * strokes is a third of their contrast, and gradients missed the floor with colours so near, locked or not.
 */
export const ADDED_APART = 8;
export const AGAIN_APART = 2;

/** Squared levels within which missed colours are one: the shades of an icon have few pixels each. */
export const SHADES_APART = 600;

/** Pixels that a missed colour has at least. */
export const LEAST_MISSED_PIXELS = 12;

/** Groups of missed pixels that are looked at, the worst first: noise has tens of thousands. */
export const MISSED_GROUPS = 1000;

/** Squared levels that show in any area, about 40 of grey; and those that count in a block whose mean has moved. */
export const MISSED_ERROR = 4500;
export const MISSED_IN_BLOCK_ERROR = 200;

/** Squared levels of hue at which a thin line is tinted. */
export const MISSED_HUE_ERROR = 1600;

/** Levels by which the mean of a block of 16 px moves in a channel where an icon is missed: a red and yellow house of 20 px was grey. */
export const MOVED_LEVELS = 6;

/** How far, as CIE94 counts, an even area has moved that is locked: less is not seen, and its edges would be. */
export const SHIFTED_DELTA_E = 0.4;

/** Share of its contrast that a stroke has lost that gets a colour of its own and is locked: half of what is seen. */
export const MISSED_STROKE_SHARE = 0.25;

/** Low bits in which colours of strokes, and of areas, may differ and be wanted as one: a sky has hundreds. */
export const ALIKE_BITS = 1;
export const AREA_BITS = 3;

// Choose -----------------------------------------------------------------------------------------------------------------

/**
 * Pixels above which few palettes are tried (a screen of 12 megapixels has 0.27 of its source by them, 0.34 by the finest alone), and
 * results are looked at in bands of so many: else rendering takes most memory.
 */
export const LARGE_PIXELS = 12_000_000;
export const BAND_PIXELS = 1_000_000;

/** Points above the floor that are near enough for comparing palettes, for the best one, and on the whole picture. */
export const COMPARED_POINTS = 0.7;
export const FINISHED_POINTS = 0.25;
export const WHOLE_POINTS = 1.2;

/** Measures of a palette after its first one, and of one that another leads: half a point less near, and a measure less. */
export const MEASURES = 4;
export const CHALLENGER_MEASURES = 3;

/** Measures that may take more than the budget where the first search missed a tile: else its first palette would be taken. */
export const TILE_MEASURES = 20;

/** Measures after which the time may be up. */
export const LATEST_MEASURES = 3;

/** Points below the floor up to which one more lambda is tried although the budget is spent: the nearest colours take up to a sixth more. */
export const NEAR_FLOOR_POINTS = 3;

/** Measures of the whole picture with one palette. */
export const WHOLE_MEASURES = 5;

/** Rounds in which blocks that have another colour are locked and get colours of their own. */
export const LOCKED_ROUNDS = 2;

/** Bytes, as a logarithm, that locking may take before its colours are tried alone: it takes half as much again in grain, which has no areas. */
export const DEAR_LOCKS = 0.05;

/** Best palettes that are dithered too. */
export const DITHERED_LEADERS = 2;

/** Points above the floor up to which the best palettes are dithered: of 193 attempts beyond, or with more colours than the best, none won (19 development and 97 foreign PNGs, November 2026). */
export const DITHERED_POINTS = 10;

/** Points that dithering may bring. */
export const DITHER_POINTS = 25;

/**
 * Share of what a point below the floor takes with nearest colours that it takes with dithering (gradients: 0.4): one of them came out
 * with 66 407 or 88 441 bytes, by how it was turned.
 */
export const DITHERED_SLOPE_SHARE = 1 / 2;

/** Score of nearest colours from which on a palette needs neither more colours nor dithering. */
export const AMPLE_SCORE = 95;

/** Share of its colours with which the best palette is tried again. */
export const FEWER_SHARE = 0.75;

/** Lambda that a palette begins with at least when another one leads. */
export const CHALLENGER_LAMBDA = 4;

/** Share by which a palette may seem larger than the best one after one measure, and still be followed. */
export const MARGIN_SHARE = 0.04;

/** Times the longest result above which the first palette ends the search; and of whole small pictures with known alternatives. */
export const TOO_LONG = 2.5;
export const TOO_LONG_WHOLE = 1.3;

/** Bytes, as a logarithm, that a point of score is worth above the floor: scores may fall where bytes do, and not for nothing. */
export const LOG_BYTES_OF_A_POINT = 0.004;

/** Bytes, as a logarithm, that a point of score usually takes near the floor. */
export const USUAL_SLOPE = 0.03;

/**
 * Bytes, as a logarithm, that lie between a hit and a miss for each point that is near enough, and are not worth another measure: 7 %
 * fewer measures and 0.998 of the bytes of 112 PNGs (November 2026).
 */
export const SETTLED_SLOPE = 0.06;

/** Points around the floor within which bytes fall evenly with the score. */
export const CURVE_POINTS = 12;

/** Points that doubling lambda usually costs. */
export const POINTS_OF_A_DOUBLING = 6;

/** Doublings of lambda at least and at most from one measure to the next; nearer ones differ by next to nothing. */
export const CLOSEST_DOUBLINGS = 0.25;
export const LONGEST_DOUBLINGS = 3;

/** Times what the last doubling cost that each one below it may cost. */
export const MOST_BENT = 2;

/** Points by which a score may fall where it does not fall with lambda: further on there is a cliff. */
export const LEVEL_POINTS = 0.7;

/** Doublings by which a step below a missed floor goes at least and at most. */
export const STEP_DOWN_DOUBLINGS = { least: 0.5, most: 8 } as const;

/** Share of the range between a hit and a miss that a step ends at, least and most: scores of screens fall off cliffs. */
export const STEP_BETWEEN = { least: 0.2, afterCliff: 0.5, most: 0.8 } as const;

/** Smallest lambda that differs from none. */
export const LEAST_LAMBDA = 0.4;
