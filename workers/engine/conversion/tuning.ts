/** The numbers of policy for another format or size. */

/** Pixels of all pictures of an animation together that gets another format or size: decoded they take 160 MB. */
export const MOST_MOVING_PIXELS = 40_000_000;

/** Share of its bytes that an AVIF may take when it is compressed a second time, as with a lossy WebP. */
export const RECOMPRESSED_SHARE = 0.92;

/** A plainly packed PNG that takes more, of more pixels, is a photograph: screens and drawings, scaled ones too, take 0.05 to 0.9. */
export const PHOTOGRAPH_BYTES_PER_PIXEL = 1;
export const SMALL_PNG_PIXELS = 300_000;

/**
 * Times that another format is shorter than a plainly packed PNG so that no PNG can be the shortest: photographs are longer as PNG at
 * any, and all others gain 11.4 at most (111 PNGs, November 2026).
 */
export const MOST_PHOTOGRAPH_GAIN = 8;
export const MOST_DRAWING_GAIN = 16;

/** Lobes of the Lanczos kernel: 3 is what image editors and libvips take for photographs. */
export const LANCZOS_LOBES = 3;

/**
 * Weights, and steps of linear light, are whole multiples of this: sine and power may differ by their last bit between engines of
 * JavaScript, sums and products do not.
 */
export const EXACT_STEPS = 2 ** 20;
