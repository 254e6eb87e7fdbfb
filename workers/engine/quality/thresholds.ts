/**
 * All numbers by which a still is judged. Constants that a paper publishes stand beside its formula.
 * Where a line says "one to one", people looked at results beside their sources, a pixel of the picture for one of the screen.
 */
import { PRESET_INFO } from '../api/presets.ts';

/** How much of a fault there is to see, on the scale of scores. */
export interface FaultScale {
  /** Amount of the fault, in its metric's unit, that scores NOTICED_SCORE. */
  readonly noticed: number;
  /** Points that twice the amount costs. */
  readonly pointsPerDoubling: number;
}

/** Score of what shows no fault: the top of the scale. */
export const MOST_SCORE = 100;

/** Score of a fault that begins to be noticed one to one: the floor of "balanced". */
export const NOTICED_SCORE = PRESET_INFO.balanced.scoreFloor;

/** Bands, in levels of dark grey (4-norm). On skies, dark pages, fog and backdrops as palettes no edge stands out at 0.44; at 0.6 they do. */
export const BANDING: FaultScale = { noticed: 0.44, pointsPerDoubling: 43 };
/** Bands of blocks, whose edges are soft. Of dark and coloured slopes as WebP one to one, seams show at 0.55 and none at 0.5. */
export const CODED_BANDING: FaultScale = { noticed: 0.5, pointsPerDoubling: 43 };

/**
 * Colour of even areas that has moved, in CIE94 (4-norm). Up to 0.6 skies, skin and fog as palettes keep their colour; from 0.9 on
 * a blue sky is grey and a warm horizon white.
 */
export const AREA_SHIFT: FaultScale = { noticed: 0.75, pointsPerDoubling: 30 };

/**
 * Such colour in the part that has moved furthest. Of 112 PNGs as palettes, parts of 0.89 and more lost the pale tint of boxes, got
 * steps on bars or stains on walls; up to 0.8 none did. In JPEG colours move softly, and at 1.26 nothing shows.
 */
export const PART_SHIFT: FaultScale = { noticed: 0.85, pointsPerDoubling: 30 };

/**
 * Hues of all blocks that have moved, in a and b of CIELAB (4-norm). A photograph of autumn leaves moves by 0.84 as a JPEG of
 * quality 75, by 1.21 at 55 and by 1.71 in libvips' best palette; from 2 on its few greens and reds are brown.
 */
export const HUE_SHIFT: FaultScale = { noticed: 2, pointsPerDoubling: 30 };

/** Share of their contrast that strokes have lost where they have lost most. */
export const LOST_STROKES: FaultScale = { noticed: 0.52, pointsPerDoubling: 45 };

/** Largest move of the mean of 32 × 32 px, in levels of 255: beyond, a part of the picture is lost. */
export const LOST_PART_LEVELS = 12;
/** Largest such move where a grey picture keeps 4 or 16 levels: a faint area beside white has to stay. */
export const LOST_GREY_LEVELS = 3;

/**
 * Points below the floor at which the worst tile of a palette or of rounded samples may lie: a part of a picture at "balanced" looks
 * no worse than a picture does at "small".
 */
export const WORST_TILE_SLACK_POINTS = 10;
/**
 * Points for codecs of blocks. They lose most in detailed tiles: in 33 of 34 pictures at 71 the worst tile lay 1 to 15
 * points lower, and no difference showed. In one, a sheet of photographs and drawings, it lay 33 lower: the thin colours of
 * the drawings were gone.
 */
export const CODED_TILE_SLACK_POINTS = 20;

/** Pictures with fewer pixels are icons: every pixel shows, and a score over so few says less. */
export const TINY_PIXELS = 20_000;
/** Points more that are asked of an icon: its bytes are few, so that caution is cheap. */
export const TINY_EXTRA_POINTS = 10;
/** Least MS-SSIM of an icon: at a score of 93 faint contrast on transparent ground may be lost. */
export const TINY_STRUCTURE = 0.98;
/** Points for the whole of the structure: how steeply score and structure fall together on icons. */
export const POINTS_OF_STRUCTURE = 500;

/** Pictures of at most so many pixels are measured as a whole: 0.03 s a megapixel. */
export const WHOLE_PIXELS = 300_000;
/** Side of a tile of larger pictures, px. */
export const TILE_SIDE_PX = 448;
/** Side of a tile of a picture in a document, as it is viewed: there are many of them. */
export const VIEWED_TILE_SIDE_PX = 192;
/** Blocks on a side of the cells that the worst tile is made of: a tile is whole cells. */
export const TILE_CELL_BLOCKS = 4;
/** Where spots lie, as shares of the room across and down: two on each diagonal. */
export const SPOT_PLACES = [
  [0.25, 0.25],
  [0.75, 0.75],
  [0.75, 0.25],
  [0.25, 0.75],
] as const;
/**
 * Side of a tile of the cover, px: the sums of such tiles tell the score of the whole picture within a point, those of 448 px
 * within three. A tile takes 40 MB.
 */
export const COVER_SIDE_PX = 896;
/** Tiles of a cover: 5 MP, or 0.1 s. */
export const MOST_COVER_TILES = 6;
/**
 * Points lost at the quarter points, where people look, for each lost in the whole picture. JPEG and WebP at 71 on a diagonal have
 * 64 to 73 in the whole, half of them 67 and less: 70.5 on the diagonals goes with 64 in the whole.
 */
export const SPOT_LOSS_SHARE = 1 / 1.22;

/** Sides of fewer pixels have no scale on which the published weights see anything. */
export const LEAST_SIDE_PX = 8;
/** From this side on a picture has all six scales; a thin one is magnified to it. */
export const FULL_SIDE_PX = 128;
/** Points taken off tiles below that side: the weights fall on other scales, and builds disagree by up to 1.8 points. */
export const SMALL_TILE_POINTS = 1.5;

/** Share of what is left to 100 by which the floor of a picture rises that is viewed at two thirds of its side or less: 79 there is about 70 in full. */
export const VIEWED_RISE_SHARE = 1 / 4;
/** Share of the side, below the whole, from which on the floor rises in full. */
export const VIEWED_RISE_SPAN = 1 / 3;

/** Side of a block whose mean is compared, px: grain and dither cancel out in it. */
export const BLOCK_SIDE_PX = 16;
/** Share of its pixels that a block at the right and the bottom needs to count. */
export const LEAST_BLOCK_SHARE = 0.5;

/** Levels between the means of blocks beside each other from which on they lie on a slope. */
export const LEAST_SLOPE_LEVELS = 0.5;

/** Standard deviation of luma, in levels, up to which a block has a colour of its own. */
export const EVEN_BLOCK_LEVELS = 10;
/** Blocks on each side of one over which moves are averaged, so that only those count that go on. */
export const AREA_REACH_BLOCKS = 1;
/** Even blocks among these nine from which on they are an area. */
export const AREA_BLOCKS = 4;
/** Blocks on a side of such a part: 128 px, which hold a button or a box of a drawing. */
export const AREA_PART_BLOCKS = 8;

/**
 * Levels off the ground of its cell from which on a pixel may belong to a stroke, and contrast in a cell above which structure tells.
 * Three levels are 0.8 in CIELAB on black, 1.2 on white; on a screen whose black reflects 0.5 % of its white they are seen best on black.
 */
export const STROKE_LEVELS = 3;
export const MOST_STROKE_LEVELS = 18;
/** Levels up to which a pixel has the colour of the ground, and share of the pixels of a cell that have it where it is even. */
export const GROUND_LEVELS = 2;
export const GROUND_SHARE = 0.5;
/** What pixels off the ground add up to, as a share of their moves, where they lie to one side of it: waves lie to both. */
export const STROKE_SIDE_SHARE = 0.7;
/** Reach of the blur of lines, px, and width of the widest line between two grounds: what lies off the ground so near to strong contrast is no stroke. */
export const FRINGE_PX = 3;
/** Length that pixels off the ground hang together over at least: specks of dust on scanned paper and of noise are shorter. */
export const LEAST_STROKE_PX = 5;
/** How far strokes lie off the ground, beside what that differs in itself (root of the mean square): the tail of noise has 3 to 4. */
export const STROKE_TO_GROUND = 5;
/** Share of the pixels of strokes that have such on all sides: more of them are an area. */
export const MOST_INSIDE_SHARE = 0.4;
/** How far a line between two grounds lies off the nearer one at least, as a share of their step: beside more of it none is missed, and ringing has 0.1. */
export const LEAST_RULE_SHARE = 0.5;
/** Cells around one that have lost their strokes as well: a word, where one cell may be a speck. */
export const LOST_STROKE_CELLS = 2;
/**
 * Such cells a megapixel that may go: a photograph of 8 MP lost two specks in its dark, and took a third more bytes to keep them; of
 * faint outlines and lines of text 8 to 365 went.
 */
export const SPARED_CELLS = 1;

/** Mean difference of neighbouring pixels, in levels, up to which a cell has no texture; the noise of a camera has 1 to 2. */
export const SMOOTH_TEXTURE_LEVELS = 3;
/** Levels by which a smooth cell may lie off the line between its neighbours. */
export const SMOOTH_BEND_LEVELS = 1;
/** Such levels in soft shadows, whose pixels lie within a few levels of the line between their neighbours: grain and edges do not. */
export const SHADOW_BEND_LEVELS = 6;
export const CLEAN_BEND_LEVELS = 2;
/** Cells around a smooth one that are smooth too. */
export const SMOOTH_SURROUNDINGS_CELLS = 2;
/** Pictures with less smooth area count as having this share of it: a few smooth cells show no bands. */
export const LEAST_SMOOTH_SHARE = 0.25;
/**
 * What each level a pixel that the reference rises by adds to 1, by which steps of blocks are divided. At 1 a soft shadow as WebP got steps
 * of 13 levels for 4, at 0.75 of 6.
 */
export const HIDDEN_BY_SLOPE = 0.75;
/** Cells between the two of a pair: wherever a step lies in a cell, one pair has all of it. */
export const BAND_PAIR_CELLS = 2;
/** One level of grey in XYB: between 0.0043 in the dark and 0.0031 in the light. */
export const LEVEL_IN_XYB = 0.0042;
/**
 * What the square of a difference of X and of B counts beside one of Y. The default weights of JPEG XL's 8 × 8 transform:
 * 3150 / 14 for X as it is scaled here, 560 for Y, 512 / 3 from the second band on for B (libjxl, quant_weights.cc).
 */
export const BAND_WEIGHTS = [
  ['y', 1],
  ['x', (3150 / 14 / 560) ** 2],
  ['b', (512 / 3 / 560) ** 2],
] as const;
/** The scale of the meter whose pixels are the cells, of 4 px a side: small enough for a sharp step, too large for dither to show. */
export const BAND_CELL_SCALE = 2;
/** Side of a cell: the lanes of a vector, in which its texture is summed up. */
export const CELL_PX = 2 ** BAND_CELL_SCALE;

/** Blocks on a side of the part that may be lost: 32 px. */
export const LOST_PART_BLOCKS = 2;

/** Half the side of a box window of MS-SSIM, px: windows of 6 px every 3 px, so that each pixel is added up once. */
export const BOX_BLOCK_PX = 3;

/**
 * The builds of SSIMULACRA2 in common use blur by a recursive filter in single precision. What that once rounds differently it
 * carries on along the whole row and column, and it looks like lost structure: nothing in textures, several points where most of a
 * picture is flat and light. Shares of the squared means stand for it: for its mean, and for its fourth powers (of one half of a
 * normal distribution). It grows as a random walk does, with the root of the length. Fitted by `npm run bench -- meter`.
 */
export const ROUNDING = 5.5e-8;
export const ROUNDING_4 = 2.77;

/** Memory of the meter that is kept for the next picture; one measured as a whole may take more. */
export const KEPT_METER_BYTES = 64 * 1024 ** 2;
