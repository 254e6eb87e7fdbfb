/** The numbers of scanned pages taken apart into layers. Lengths in millimetres of paper, contrasts in levels of 0 to 255. */

/** Resolutions at which letters have enough pixels to be ink or paper, and which scanners make. */
export const LEAST_DPI = 140;
export const MOST_DPI = 620;

/** Below this masks have twice the pixels of the scan on each side: its smeared edges say where between pixels a stroke ends. */
export const FINE_DPI = 250;

/** Smaller pictures are no pages; strips of one are larger than this. */
export const LEAST_PAGE_PX = 250_000;
export const LEAST_STRIP_PX = 40_000;

/**
 * What layers save of the bytes that the picture takes as a whole, at least: of 35 made pages one saved less (7 %), and OCR read a tenth
 * of its words otherwise.
 */
export const LEAST_SAVED_SHARE = 0.1;

/** A4 at 600 dpi: larger pages take more memory than an engine has for one (260 MB for 34 megapixels). */
export const MOST_PAGE_PX = 40_000_000;

/** Side of the cells in which paper is looked for, and how many of them a dark stroke may cover: 6 mm. */
export const PAPER_CELL_MM = 1.25;
export const CLOSED_CELLS = 2;

/** Share of a cell's samples that are darker than what counts as its paper. */
export const PAPER_SHARE = 0.7;

/** Paper as dark as this is none: a photograph, a negative. */
export const LEAST_PAPER = 110;

/** Contrast with its paper from which a sample may be ink, and times of the grain around it. */
export const LEAST_CONTRAST = 14;
export const GRAIN_FACTOR = 8;

/** Contrast that the middle of a small stroke has at least. */
export const LEAST_CORE = 44;

/** Ink that covers no more than a square of this side is grain of dark paper. */
export const SPECK_MM = 0.12;

/** A fainter stroke covers at least a square of this side, and is so many times what may be ink there; less of it is grain. */
export const LEAST_FAINT_MM = 0.42;
export const FAINT_FACTOR = 1.5;

/** How far a scanner smears an edge. */
export const SMEARED_MM = 0.17;

/**
 * Thin parts of a stroke, smeared to less than its edge, have theirs near their crest, and less of it on both sides. They are ink down
 * to a share of the stroke's contrast: hairlines of printed letters have 0.29.
 */
export const CREST_SHARE = 0.85;
export const BESIDE_SHARE = 0.6;
export const THIN_SHARE = 0.28;

/**
 * How near the contrast of a pixel is to that of its stroke's edge, as a share of the stroke's contrast, for it to be in doubt: a third
 * of a pixel where edges are smeared over two. Masks take half as much as without.
 */
export const DOUBT_SHARE = 0.15;

/** Share of a stroke's contrast in its middle, whose colour it gets. */
export const CORE_SHARE = 0.92;

/** Inks whose samples differ by less are one, and how many a page may have: a chart with six curves has 12. */
export const SAME_INK = 20;
export const MOST_INKS = 16;

/** Side of the cells that are kept as pictures: those that are judged. Of twice that a page keeps three times as much. */
export const KEPT_MM = 1.25;

/**
 * Shorter side of a kept place up to which it holds letters rather than a photograph, and their resolution beside that of pictures:
 * 225 dpi at `balanced`. At 150 a letter is a blur beside sharp ones.
 */
export const LETTERS_MM = 8;
export const LETTERS_SHARE = 1.5;

/** Cells beside two pictures that cost no more in one than the head of a second. */
export const JOINED_CELLS = 8;

/** Share of a picture that a cut through it must save: it goes around the shadow of a table, not along the ragged edge of a photograph. */
export const LEAST_SPLIT_SHARE = 0.2;

/** Pieces of a page that may stay pictures: a form with an X-ray, a chart and tables has 60. */
export const MOST_PICTURES = 1_000;

/** Pieces of ink in a cell of this side above which it is a screen of dots. */
export const MOST_PIECES = 30;
export const SCREEN_MM = 2.5;

/** Share of a page that may stay a picture. */
export const MOST_KEPT_SHARE = 0.6;

/** Share of a cell's samples that must be paper for it to tell the background's colour. */
export const LEAST_PAPER_SHARE = 0.15;

// The judge

/** Side of the cells that are judged, and how far the mean reaches that a pixel is compared with. */
export const JUDGED_MM = 1.25;
export const NEAR_MM = 0.9;

/** Contrast from which a pixel belongs to a stroke, the share of it that must be there, and the area that may miss it: a dot of half that is grain. */
export const JUDGED_CONTRAST = 20;
export const KEPT_CONTRAST = 0.35;
export const MOST_BAD_MM2 = 0.06;

/** How far beside a gap in ink the strokes are that it parts: the eyes of an 8. */
export const GAP_MM = 0.2;

/** Largest difference of the mean colour of a cell, in levels, and pixels that its edges may be off together. */
export const MOST_SHIFT = 7;
export const EDGE_PIXELS = 1.5;

/** Largest difference of the hue of a cell's strokes, in levels: blue that turned teal has 25, a JPEG's letters on yellow paper 14. */
export const MOST_HUE = 16;

// Storing

/** Pixels around what stays a picture: without them readers smooth its edge with the fill, and a line shows beside digits. */
export const SMOOTHED_PX = 1;

/** Pixels of the scan by which ink goes on over the edge of a picture. */
export const RIM_PX = 2;

/**
 * How far the edges of a picture stay within their place, as a share of the scan's sides: some hundredths of a pixel. Poppler widens a
 * picture by all pixels that its edges touch, which moves what is in it.
 */
export const INSET_SHARE = 1e-5;

/** Resolution of the background beside that of pictures: 75 dpi at `balanced`. */
export const BACKGROUND_SHARE = 0.5;

/**
 * Quality of the background as a JPEG: paper and tints, no strokes. The visual score would keep the grain of the paper: 62 KB of a page
 * whose paper takes 4.
 */
export const PAPER_QUALITY = { small: 40, balanced: 50, high: 70, lossless: 70 } as const;

/** Quality of kept pictures. A search by the visual score mostly ended at 30 to 40, and asked 98 of a few strips of letters. */
export const KEPT_QUALITY = { small: 30, balanced: 36, high: 60, lossless: 60 } as const;
