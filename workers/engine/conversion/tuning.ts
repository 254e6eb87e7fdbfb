/** The numbers of policy for another format or size. */

/** Pixels of all pictures of an animation together that gets another format or size: decoded they take 160 MB. */
export const MOST_MOVING_PIXELS = 40_000_000;

/** Share of its bytes that an AVIF may take when it is compressed a second time, as with a lossy WebP. */
export const RECOMPRESSED_SHARE = 0.92;

/** Times that a PNG is shorter at most than when plainly packed: 7.3 above 0.3 MP, 11.4 below (85 PNGs of both sets, November 2026). */
export const MOST_PNG_GAIN = 8;
export const MOST_SMALL_PNG_GAIN = 16;
export const SMALL_PNG_PIXELS = 300_000;

/** Lobes of the Lanczos kernel: 3 is what image editors and libvips take for photographs. */
export const LANCZOS_LOBES = 3;

/**
 * Weights, and steps of linear light, are whole multiples of this: sine and power may differ by their last bit between engines of
 * JavaScript, sums and products do not.
 */
export const EXACT_STEPS = 2 ** 20;
