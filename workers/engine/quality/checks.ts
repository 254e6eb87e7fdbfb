import {
  BANDING,
  CODED_BANDING,
  CODED_TILE_SLACK_POINTS,
  LOST_GREY_LEVELS,
  LOST_PART_LEVELS,
  TILE_SIDE_PX,
  VIEWED_TILE_SIDE_PX,
  WORST_TILE_SLACK_POINTS,
  type FaultScale,
} from './thresholds.ts';

/**
 * How the samples of a candidate came to differ.
 * - palette: each pixel takes a colour of a palette
 * - rounded: samples are rounded to a step
 * - greys: a grey picture keeps 4 or 16 levels
 * - blocks: JPEG or WebP
 * - page: JPEG on a page, at the resolution it is viewed at
 * - frame: a frame of an animation, whatever its format
 */
export type Coding = 'palette' | 'rounded' | 'greys' | 'blocks' | 'page' | 'frame';

/**
 * Where bands count.
 * - on-ramps: where a picture is smooth and straight
 * - on-bends: on soft shadows as well
 * - on-bends-by-slope: less where it is steep, which hides the soft steps of blocks, but not the contours of a palette
 */
export type BandsAsked = 'on-ramps' | 'on-bends' | 'on-bends-by-slope';

export interface BandCheck {
  readonly where: BandsAsked;
  readonly scale: FaultScale;
}

export interface TileCheck {
  /** Points below the floor at which it may lie. */
  readonly slackPoints: number;
  /** Side of the tile, px. */
  readonly sidePx: number;
  /** Also where other faults miss the floor: its score shows which setting the picture needs, such as full chroma. */
  readonly isAlwaysAsked: boolean;
}

/** The faults that are looked for in candidates of a coding, beside structure and bands, which are measured in all. */
export interface Checks {
  /** A part that is missing or of another colour: the mean of 32 × 32 px has moved by more levels than this. */
  readonly lostPartLevels: number;
  /** Structure and bands all over the picture, beside the spots. */
  readonly cover: boolean;
  /** Where bands count, and how much. */
  readonly bands: BandCheck;
  /** Even areas of another colour: on the whole, or also in the part that has moved furthest. */
  readonly areas: 'in-parts' | 'on-the-whole' | 'never';
  /** Hues that are lost where there is structure. */
  readonly hues: 'trials-and-results' | 'results' | 'never';
  /** Faint text and lines that are lost, all over the picture. */
  readonly strokes: boolean;
  /** Contrast of an icon that is lost on transparent ground. */
  readonly smallStructure: boolean;
  /** The tile that has moved furthest, where the measured tiles miss parts of the picture. */
  readonly worstTile: TileCheck | null;
}

const WORST_TILE: TileCheck = {
  slackPoints: WORST_TILE_SLACK_POINTS,
  sidePx: TILE_SIDE_PX,
  isAlwaysAsked: false,
};
const CODED_TILE: TileCheck = {
  slackPoints: CODED_TILE_SLACK_POINTS,
  sidePx: TILE_SIDE_PX,
  isAlwaysAsked: true,
};

const SAMPLES: Checks = {
  lostPartLevels: LOST_PART_LEVELS,
  cover: true,
  bands: { where: 'on-bends', scale: BANDING },
  areas: 'in-parts',
  hues: 'results',
  strokes: true,
  smallStructure: true,
  worstTile: WORST_TILE,
};

export const CHECKS: Readonly<Record<Coding, Checks>> = {
  // A palette loses hues first: its trials are checked too, since a check of the whole alone would fail often and cost more.
  palette: { ...SAMPLES, hues: 'trials-and-results' },
  rounded: SAMPLES,
  greys: { ...SAMPLES, lostPartLevels: LOST_GREY_LEVELS },
  // With this check at 0.98 no icon could become a JPEG.
  blocks: {
    ...SAMPLES,
    bands: { where: 'on-bends-by-slope', scale: CODED_BANDING },
    areas: 'on-the-whole',
    smallStructure: false,
    worstTile: CODED_TILE,
  },
  page: {
    ...SAMPLES,
    bands: { where: 'on-ramps', scale: CODED_BANDING },
    areas: 'on-the-whole',
    smallStructure: false,
    worstTile: { ...CODED_TILE, sidePx: VIEWED_TILE_SIDE_PX },
  },
  // All frames share one palette, which is not mended by area, and each shows for a moment: only lost parts count.
  frame: {
    ...SAMPLES,
    bands: { where: 'on-ramps', scale: BANDING },
    cover: false,
    areas: 'never',
    hues: 'never',
    strokes: false,
    smallStructure: false,
    worstTile: null,
  },
};
