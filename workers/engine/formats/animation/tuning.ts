/**
 * The numbers of animations in the colours of one palette, whatever their format. Pixels count every frame; a point is one of the
 * visual score. Measured on the development animations at "balanced".
 */

// Memory

/**
 * Frames of so many pixels together are kept once composed or shown: 12 million take 0.7 GB at the worst. Longer animations are
 * composed anew for each pass over all frames, and passes are made only where one missed the floor.
 */
export const KEPT_FRAMES_PIXELS = 12_500_000;

// Palettes

/** Colours of a palette: one of 256 places marks unchanged pixels. */
export const MOST_COLOURS = 255;

/** Pixels of the frames from which palettes are made, and how many frames there are at most. */
export const SHEET_PIXELS = 3_000_000;
export const MOST_SHEETS = 12;

/** Leading palettes that are tried with dithering, and on all frames. */
export const LEADERS = 2;

// Frames that are measured

/** In a search, from the first to the last. */
export const TRIAL_FRAMES = 5;

/** Of the result: all of a shorter animation, else as many spread evenly as those with the largest error. */
export const MEASURED_FRAMES = 64;

// Search

/** Points above the floor that are near enough, and passes over all frames to come so near. */
export const NEAR_POINTS = 0.8;
export const MOST_PASSES = 3;

// Results that are too long

/** Times the useful bytes that a trial, packed quickly, may promise. */
export const TOO_LONG_FACTOR = 2;

/** Times the useful bytes that the best palette may promise: packed well it is a fifth to two fifths shorter. */
export const UNLIKELY_FACTOR = 1.4;
