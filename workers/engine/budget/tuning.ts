/** What a file is worth by its bytes; what work costs stands in work-costs.ts. */

/** Bytes of a megabyte, by which work is counted. */
export const MEGABYTE = 2 ** 20;

/** A file of up to this takes some 5 s of one usual core and 400 MB at most, whatever it unpacks to. */
export const SMALL_FILE_BYTES = MEGABYTE;

/**
 * Samples of a still picture that may be decoded: in any file, and for each byte of it. Photographs of phones have 5 to 50 a
 * byte, screens 20 to 120. A file of up to 1 MB has 25 megapixels in colours at most.
 */
export const STILL_SAMPLES = 25e6;
export const STILL_SAMPLES_PER_BYTE = 200;
export const SMALL_FILE_SAMPLES = 80e6;
