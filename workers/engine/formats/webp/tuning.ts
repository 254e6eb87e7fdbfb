/** The numbers of policy for WebP. Sizes in pixels and bytes, shares 0 to 1; efforts and qualities are libwebp's. */

// Effort

/** Of trials and of lossless packing: higher ones take up to twenty times as long with alpha. */
export const USUAL_EFFORT = 4;

/** Takes twice as long as the usual one for stills, eight times for animations, and saves 1 to 8 %. */
export const FULL_EFFORT = 6;

/** Of lossless packing, for pictures of up to so many pixels and for larger ones: it takes seconds a megapixel. */
export const PACKING_EFFORT = 5;
export const LARGE_PACKING_EFFORT = 2;
export const LARGE_PACKING_PIXELS = 1_500_000;

/** Quality, 1 to 100, of transparency beside lossy colours in animations. */
export const ALPHA_QUALITY = 90;

// What is worth a change

/** Share of its bytes that a lossless still may take, of the same samples or with loss, and an animation. */
export const LOSSLESS_SHARE = 0.98;

/** Share of its bytes that a lossy file may take when it is compressed with loss a second time. */
export const LOSSY_SHARE = 0.92;

/**
 * Share of the source that a lossy encode must take for packing to be tried: packing takes seconds a megapixel, and another packer
 * than the source's gains a tenth.
 */
export const WORTH_PACKING_SHARE = 0.6;

/** Share of what lossy frames promise below which fewer colours are sure to be smaller. */
export const CLEAR_SHARE = 0.8;

// Memory and time

/** Pixels that libwebp packs without loss: at 24 megapixels it holds 20 to 28 bytes a pixel, 0.75 to 0.85 GB in all. */
export const MAX_PACKED_PIXELS = 24_000_000;

/** Pixels of a still that is packed, and of all frames of an animation, of a file of up to 1 MB; larger ones have more by the byte. */
export const SMALL_FILE_PIXELS = 8_000_000;

/** Stills below this are searched in all variants: the slowest takes a third of a second. */
export const THOROUGH_PIXELS = 500_000;

/** Share of the work left that one encode with measured deblocking may take: it is mostly followed by another. */
export const DEBLOCKING_SHARE = 0.21;

// Searches

/** Where searches of animations begin. */
export const START_QUALITY = 72;

/** Share of a trial's bytes that full effort leaves. */
export const USUAL_GAIN = 0.93;

// Measuring animations

/** A frame may lie this many points below the floor as long as the mean reaches it. */
export const FRAME_SLACK_POINTS = 8;
