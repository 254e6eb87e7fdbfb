/**
 * The numbers of policy of the codecs: how much memory, work and effort they take. Sizes in bytes; what a standard or a library
 * fixes stands beside its use.
 */

// Memory of WebAssembly, which never shrinks

/** Memory of OpenJPEG at most. A picture of 30 megapixels in three colours takes 0.8 GB: four bytes a sample, and all of it twice. */
export const MAX_JPX_MEMORY_BYTES = 2 ** 30;

/** An instance of a library that has grown beyond this is not kept for the next file. */
export const MAX_KEPT_MEMORY_BYTES = 128 * 1024 ** 2;

/** Data that libdeflate takes at levels below 10: larger data goes through zlib in pieces. */
export const MAX_LIBDEFLATE_BYTES = 16 * 1024 ** 2;

/** From here on samples are lent where that is asked for: smaller ones are worth their copy. */
export const LENT_FROM_PIXELS = 2_000_000;

/** Rows that libvips decodes at a time: less than a megabyte of a large picture, and whole blocks. */
export const BAND_ROWS = 64;

// Work of WebAssembly, in units of its meter

/** A round of a loop with a large body runs a small part of it, that of an interpreter one case: instructions that it counts at most. */
export const MAX_ROUND_UNITS = 150;

/** Bytes that a bulk instruction moves in the time of a usual one, as a power of two. */
export const BULK_BYTES_BITS = 4;

/** A document may be opened, to look at its structure, and closed when nothing is left for its pages; no regular one takes so much. */
export const STRUCTURE_UNITS = 1e9;

// Inflating and deflating on the server

/** A picture of 100 megapixels in three colours, which would not fit into memory twice: larger output comes in pieces. */
export const LARGEST_AT_ONCE_BYTES = 320 * 1024 ** 2;

/** Pieces handed to the inflater: small enough that a bomb is stopped soon after its limit. */
export const INPUT_PIECE_BYTES = 64 * 1024;

/** Pieces that come out: a scan has 25 MB, and each piece is an event. Streams of one piece, of which a document has thousands, are inflated at once. */
export const OUTPUT_PIECE_BYTES = 256 * 1024;

/** Pieces in which a broken stream is inflated in browsers: what lies before the damage is lost by less. */
export const SALVAGE_PIECE_BYTES = 64;

// Packing PNG

/** Levels of deflate for the finished rows, by effort. */
export const PACKING_LEVELS = { plain: 6, quick: 11, fast: 11, full: 12 } as const;

/** Rows above this are not packed at the highest level, which takes twice as long as the one below. */
export const HIGHEST_LEVEL_BYTES = 64 * 1024 * 1024;

/**
 * Share of its rows that a trial leaves from which on they are noise: level 12 left 0 to 0.12 % less than 11 of three such pictures,
 * and 0.2 to 8.5 % of those that repeat (18 development PNGs, November 2026).
 */
export const NOISE_SHARE = 0.3;
/** Rows above this: fewer are packed in a moment, and a picture of 2 KB took 3 % more. */
export const NOISE_BYTES = 512 * 1024;

/** The highest level leaves at least this share of what a trial leaves of all rows. */
export const LEAST_SHARE_OF_TRIAL = 0.8;

/**
 * And of what the first trial of all rows takes: two trials of a finer level are spared where not even this would be short enough, half
 * a second of an illustration of 0.7 megapixels.
 */
export const LEAST_SHARE_OF_WHOLE = 0.7;

/** Longer profiles stay as they are packed: regular ones have kilobytes. */
export const MOST_PROFILE_BYTES = 1_000_000;

/** What one filter for all rows takes of a sample of them may become a quarter: smooth gradients do when they are packed whole. */
export const LEAST_SHARE_OF_FILTERS = 0.25;

/** A palette that saves more bytes than this before deflate is smaller after it too. */
export const SURE_SAVING_BYTES = 20_000;

/** First trials are made on this much of a picture, and tell which ways are worth a trial of all rows. */
export const SAMPLE_BYTES = 1024 * 1024;

/** Of indexes a quarter will do: what it misses is next to nothing, and no second pass finds it either. */
export const INDEX_SAMPLE_BYTES = 256 * 1024;

/** Bands of that sample: each is longer than the window of deflate. */
export const SAMPLE_BANDS = 8;

/** Levels of deflate for trials, and for those that are near each other. */
export const TRIAL_LEVEL = 7;
export const FINE_LEVEL = 10;

/** Above this the finer level takes a second for each, and the quick one is trusted. */
export const FINE_LEVEL_BYTES = 4 * 1024 * 1024;

/**
 * Sizes that are at most this many times the smallest are near it, as guesses may err by as much; so many of them are packed better.
 */
export const NEAR_RATIO = 1.1;
export const MOST_NEAR = 2;

/**
 * Of 34 indexed pictures (development, November 2026) rows of commonest colours first, without filters, were the smallest at the
 * highest level or within 0.5 % of it in 24. Other orders were where both levels of trials found them smaller by this share: each level
 * by itself errs by 1 to 3 %, and of filters by 5.
 */
export const SURE_SHARE_OF_USUAL = 0.99;
export const SECOND_TRIAL_LEVEL = 9;

/** All rows are tried where the sample promises half of that. */
export const LIKELY_SHARE_OF_USUAL = 0.995;

/** Filters of indexes that won in the end were at most this many times the smallest in trials; others go on to lose. */
export const FILTERED_RATIO = 1.02;

/** Of what takes fewer bytes, lines of the same length again and again, the slower guess at filters is tried in any case. */
export const SHORT_INDEXES_BYTES = 2048;
