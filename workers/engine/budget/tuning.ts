/** What a file is worth by its bytes; what work costs stands in work-costs.ts. */

/** Bytes of a megabyte, by which work is counted. */
export const MEGABYTE = 2 ** 20;

/** A file of up to this takes some 5 s of one usual core and 400 MB at most, whatever it unpacks to; large PNGs take twice the time. */
export const SMALL_FILE_BYTES = MEGABYTE;

/**
 * Samples of a still picture that may be decoded: in any file, and for each byte of it. Photographs of phones have 5 to 50 a
 * byte, screens 20 to 120. A file of up to 1 MB has 25 megapixels in colours at most.
 */
export const STILL_SAMPLES = 25e6;
export const STILL_SAMPLES_PER_BYTE = 200;
export const SMALL_FILE_SAMPLES = 80e6;

/**
 * Counted work after which progress stands half way to where it can come without a further step. Of 40 files of the dev corpus
 * (2026-11-26) JPEGs take 0.1 to 5 s after decoding, PNGs 0.4 to 9 s.
 */
export const HALF_WAY_MS = 2_000;
/** Share of what is left that counted work alone may show as done. */
export const MOST_COUNTED_SHARE = 0.9;
/** Less than that is not told: people see hundredths. */
export const LEAST_PROGRESS = 0.01;
