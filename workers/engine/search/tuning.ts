/**
 * Numbers of the searches for the smallest encode that reaches a floor. Bytes are compared as logarithms, less what points of score
 * are worth. Those of searches for a size stand in target/tuning.ts.
 */

/** Points above the floor that end a search: a trial costs little, a result as much as several; a step of quality brings half a point. */
export const TOLERANCE_POINTS = { trials: 0.4, results: 1 } as const;
/** Pictures of at most so many pixels are searched in a third of a second. */
export const QUICK_PIXELS = 300_000;
/** Trials of a setting at most. */
export const MAX_TRIALS = 8;
/** Points that a step of quality usually brings: more where the score is low. */
export const POINTS_PER_STEP = [
  { below: 40, points: 1.2 },
  { below: 60, points: 0.7 },
  { below: Infinity, points: 0.45 },
] as const;

/** Times that a measured step may differ from a usual one: scores leap. */
export const MOST_UNUSUAL_FACTOR = 2;

/** Share of the way to the highest quality that a step up takes at most: a score that fell off a cliff is up again before its slope says so. */
export const MOST_SHARE_UP = 2 / 3;

/** Points between two trials at least, so that the share between them is a number. */
export const LEAST_GAIN_POINTS = 0.01;
/** Quality, 1 to 100, at which a quantisation table of JPEG usually reaches a score of 70, and steps that a point more takes. */
export const USUAL_QUALITY = { klein: 61, 'ms-ssim': 62 } as const;
export const STEPS_OF_A_POINT = 1.6;
/** That score. */
export const USUAL_SCORE = 70;

/** Logarithm of bytes that a point of score is worth near the floor: of photographs and screens, where none is learnt, and its limits. */
export const USUAL_RATE = 0.028;
export const LEAST_RATE = 0.005;
export const MOST_RATE = 0.06;
/** Logarithm of bytes that have to lie between a miss and a hit where work is spent, for one more result. */
export const LEAST_LEFT = 0.2;
/** Logarithm of bytes that a step of quality takes: 0.016 to 0.027 of JPEGs. */
export const LOG_BYTES_OF_A_STEP = 0.02;
/** Points around the floor within which bytes rise evenly with the score. */
export const EVEN_RATE_POINTS = 20;
/** Share of bytes by which a setting's trial may lie behind the leader and still be followed. */
export const USUAL_MARGIN_SHARE = 0.08;
/** That share for effort "fast": other tables and full chroma get one trial, unless it comes close. */
export const FAST_MARGIN_SHARE = 0.01;
/** That share for variants of WebP beside the plain one: their scores are so close that one trial shows which is smaller. */
export const VARIANT_MARGIN_SHARE = 0.005;
/** That share for the slowest variant of WebP, which has to lead. */
export const SLOW_VARIANT_MARGIN_SHARE = -0.02;

/**
 * Times its share of the longest result at which a trial ends its search, by how well it predicts the whole: a trial of the whole
 * (a finished encode may be a little shorter), of a mosaic whose share of the bytes is known, and of one of which only the
 * share of the pixels is known.
 */
export const TOO_LONG = { whole: 1.15, learnt: 1.25, sampled: 1.8 } as const;
/** Most that another setting gains: none makes less than two thirds of the bytes of another. */
export const MOST_SETTING_GAIN = 1.5;

/** Lowest quality to try, where a request names none: coarse quantisation shows as bands in gradients. */
export const LEAST_QUALITY = 5;
/** Points within which a fault stays that has nothing to do with quality: coarse transparency is as banded at any. */
export const STUCK_POINTS = 0.2;
/** Points below the floor up to which a little more quality is cheaper than another setting. */
export const NEAR_MISS_POINTS = 3;
/** Qualities over which one is looked for at which areas keep their colour. */
export const FORECAST_QUALITIES = 16;
/** Patches of areas that a forecast encodes at most, and low bits in which their colours may differ and be one. */
export const MOST_PATCHES = 48;
export const SAME_PATCH_BITS = 2;
/** Patches of strokes that a result has lost, of some hundred cells where a rule or a watermark crosses a page. */
export const STROKE_PATCHES = 24;
/** Cells on a side of such a patch: one, and those around it, with which its loss counts. */
export const STROKE_PATCH_CELLS = 3;

/** Pictures with more pixels than this are searched on a mosaic of their spot tiles. */
export const MOSAIC_FROM_PIXELS = 1_200_000;
/**
 * Above this an encode takes so long, and so much memory, that 50 MB of the reference are computed again for each: a still gets
 * variants that a mosaic tells apart, and no full effort.
 */
export const LARGE_PIXELS = 4_000_000;
/** Above this one more encode takes seconds. */
export const HUGE_PIXELS = 20_000_000;
/** Progress at which a still is encoded with loss; packing without loss takes the rest. */
export const LOSSY_PROGRESS = 0.75;

/** Encodes of the whole that a search on a mosaic leaves work for: what was found, and two that mend it. */
export const RESERVED_ENCODES = 3;
