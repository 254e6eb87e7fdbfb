/**
 * The numbers of policy for PDFs: what is worth a change, what may change, how it is checked. Sizes in bytes, shares 0 to 1.
 * "32 files" are the PDFs of the development corpus; limits on hostile files stand with the budgets that they belong to.
 */

// Worth a change

/** Shorter streams save too little to be worth the proof that a page looks the same. With 1500, Piano.pdf takes a tenth more. */
export const MIN_STREAM_BYTES = 1000;

/** Shorter pictures lose no samples: with 1000, figures of tracemonkey.pdf fell from score 99.9 to 78.4 for 1.8 % of the file. */
export const MIN_LOSSY_BYTES = 1500;

/** Share of its bytes that a stream may take after a change: one that saves less is not worth it. */
export const WORTHWHILE_SHARE = 0.97;

// Deflate

/** Levels of deflate: optimal parsing takes about 150 ms for a megabyte, plain parsing 40 for one packed 4 % worse. */
export const OPTIMAL_LEVEL = 10;
export const PLAIN_LEVEL = 9;

/** Of large samples, since level 9 takes seconds for a megapixel of noise, and of those that foretell what all will take. */
export const QUICK_LEVEL = 7;
export const LARGE_SAMPLES_BYTES = 1_000_000;

/** A stream, and all streams of a document together, that are parsed optimally: 0.6 s. */
export const MAX_OPTIMAL_BYTES = 4 * 1024 ** 2;

/** What names row filters in a picture's dictionary: `/DecodeParms` with predictor, colours, columns and bits. */
export const ROW_FILTER_CHARS = 70;

/** Optimal parsing is very slow on data that packs better than this, and gains nothing there. */
export const FLAT_RATIO = 12;

// Structure

/** Rounds of merging: equal streams make the dictionaries that name them equal, and so on upwards. */
export const MAX_MERGE_ROUNDS = 4;

/** Objects to a stream: more packs tighter, fewer opens faster. Five readers open ten pages as fast as with 200. */
export const OBJECTS_PER_STREAM = 500;

/** How far a coordinate of a path may move, in points: a hundredth of a pixel at 1440 dpi. */
export const MAX_MOVE_POINTS = 0.0005;

/** What lines around a rectangle take more than `re`, about. */
export const BYTES_OF_LINES = 20;

/** Places of a colour's components: a fiftieth of a level of 255. */
export const COLOUR_PLACES = 4;

// Fonts

/** Glyphs of all subsets of a document together, empty ones counted: each takes 200 bytes of memory. */
export const MAX_SUBSET_GLYPHS = 400_000;

/** Programs of one name whose outlines differ: a subset is compared with so many. */
export const MAX_PROGRAMS_OF_NAME = 8;

// Pictures: what may change

/** JPEG quality up to which a picture is not encoded again at its own size; for a target size, the lowest there is. */
export const KEPT_QUALITY = 62;

// Pictures: drawing or photo

/** Share of pixels equal to their left neighbour above which a picture counts as drawn. */
export const DRAWN_SHARE = 0.6;

/** Bits a sample takes without loss in a drawing at most: what packs worse is a scan with clean paper. */
export const DRAWN_BITS_PER_SAMPLE = 0.8;

/**
 * Share of the pixels of line art that have one of so many colours: 0.9 and more of made text and frames of 400 ppi, half of a
 * photograph in black alone.
 */
export const LINE_ART_COLOURS = 16;
export const LINE_ART_SHARE = 0.8;

// Pictures: which encoding

/** Drawings larger than this are not stored in full before they are brought down. */
export const MAX_EXACT_PX = 2_000_000;

/** Samples that foretell what all will take when they are deflated: strips, and bytes of each. */
export const SAMPLE_STRIPS = 5;
export const SAMPLE_STRIP_BYTES = 32 * 1024;

/** Larger buffers are released at once; smaller ones are left to the garbage collector. */
export const RELEASED_BYTES = 64 * 1024 ** 2;

/** Data that a picture may have beyond the samples that it declares. */
export const SPARE_SAMPLE_BYTES = 65_536;

// Bitmaps

/**
 * Bitmaps that share symbols. A reader that shows one of them decodes the symbols of all: those of eight pages of noisy type take
 * about as long as a page.
 */
export const MAX_GROUP = 8;
export const MAX_GROUP_PIXELS = 80_000_000;

/** Sides of a symbol in pixels: what is larger seldom comes again. */
export const MAX_SYMBOL_SIDE_PX = 200;

/** Twice the runs and marks of a page of small type at 600 dpi. A dithered picture has more, and nothing that comes again. */
export const MAX_RUNS = 1_500_000;
export const MAX_MARKS = 40_000;

/** A shape found once becomes a symbol when it differs from all others by more of its area than this. */
export const LIKE_SHARE = 0.15;

/** A symbol may differ from a shape by so many pixels in its sides, and lie so far off. */
export const SYMBOL_REACH_PX = 3;

// The check against renders

/** Enough to notice a missing glyph; a quarter of the work of 100 dpi. */
export const RENDER_DPI = 50;
export const MAX_RENDER_PX = 1_000_000;

/** Side of the blocks whose mean difference is measured, and of JPEG's blocks with halved chroma. */
export const BLOCK_PX = 16;

/**
 * Mean difference, 0 to 255, that a block of a page may have where only structure and fonts changed. A second render can differ
 * by a level or two because of the renderer's glyph caches; the smallest missing dot differs by four times this.
 */
export const EQUAL_TOLERANCE = 0.05;

/** With coordinates rounded or pictures stored anew without loss: a line at the edge of a pixel may fall to its other side. */
export const LOSSLESS_TOLERANCE = 1;

/**
 * With pictures recompressed. Valid results of 134 files stayed below 9.2; a missing glyph moves its block by 18, a colour
 * mistake by 180.
 */
export const PICTURE_TOLERANCE = 12;

/** With less quality asked for: between what artefacts and what mistakes do. */
export const COARSE_TOLERANCE = 22;

/** With a scanned page in layers: the reader thins strokes of stencil masks when it draws them at an eighth (target-rotation.pdf 48). */
export const LAYERS_TOLERANCE = 90;

/** Up to so many pages all are compared; of more so many. */
export const MAX_PAGES_OF_SHORT = 20;
export const PAGES_OF_LONG = 12;

// Pictures: palettes

/**
 * What takes more times the useful bytes without loss than this does not get below them as a palette: of 40 pictures with areas those
 * up to 6.7 did, those from 12 on did not.
 */
export const MAX_PALETTE_RATIO = 8;

/** Of deflated samples in few colours, the share that the optimiser of PNG leaves at best. */
export const LEAST_PACKED_SHARE = 0.85;

// Bitmaps: the choice of symbols

/**
 * What comparing may take for each pixel of shapes, in pixels. Eight pages of noisy type take 400; noise of thousands of alike specks
 * would take for ever.
 */
export const COMPARED_PER_PIXEL = 1000;

/** What a comparison takes besides its pixels, in pixels. */
export const COMPARISON_PIXELS = 64;

// Contents: limits on hostile files

/**
 * Bytes of contents that are walked for each megabyte of a file, those of a form for each of its walks. An operator and a form take
 * more than their bytes; a map draws a symbol, a form of its own, with 8 bytes of the file.
 */
export const WALKED_BYTES_PER_MB = 64 * 1024 ** 2;
export const BYTES_PER_OPERATOR = 16;
export const BYTES_PER_FORM = 320;

/** Forms inside forms. */
export const MAX_FORM_DEPTH = 24;

/** Nodes of the page tree that are asked for a page's box and turn. Below more of them all pictures of a page are put back together. */
export const MAX_INHERITED_LEVELS = 32;

/** States that are saved and not restored: regular pages save tens. */
export const MAX_SAVED_STATES = 10_000;

/** Side of the area that a pattern fills, in points: more than most pages. */
export const FILLED_SIDE_POINTS = 1000;
