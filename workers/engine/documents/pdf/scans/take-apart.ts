import type { Raster } from '../../../base/raster.ts';
import { backgroundOf } from './background.ts';
import { contrastWith, refined, noiseOf } from './contrast.ts';
import { findRuns } from '../images/jbig2/marks.ts';
import { bitmapOfStrokes, coveredBy, inksOf, type Ink } from './ink.ts';
import type { Area } from './kept-areas.ts';
import { withLikeLetters } from './like-letters.ts';
import { findPaper } from './paper.ts';
import { middleOf } from './planes.ts';
import { findStrokes, type Stroke } from './strokes.ts';
import {
  LEAST_CONTRAST,
  LEAST_CORE,
  LEAST_FAINT_MM,
  LEAST_PAPER,
  MOST_PIECES,
  NOISE_FACTOR,
  PAPER_CELL_MM,
  SCREEN_MM,
  SMEARED_MM,
  SPECK_MM,
} from './tuning.ts';

/** A scanned page taken apart. */
export interface PageLayers {
  /** The paper without ink, at a lower resolution: each pixel stands for a square of `factor` pixels. */
  readonly background: Raster;
  readonly factor: number;
  /** In pixels of the masks, of which the page has so many `times` on each side. */
  readonly inks: readonly Ink[];
  readonly times: number;
  /** Strokes in doubt: they stay a picture. */
  readonly inDoubt: readonly Area[];
}

/** How a page is taken apart. */
export interface ApartSettings {
  /** Pixels of a length in millimetres. */
  readonly px: (millimetres: number) => number;
  /** Pixels of the page on a side of a pixel of the background. */
  readonly factor: number;
  /** Pixels of the masks on a side of a pixel of the page. */
  readonly times: number;
}

/**
 * Takes a scanned page apart.
 * @returns undefined where it is no page of text on paper
 */
export function takeApart(raster: Raster, settings: ApartSettings): PageLayers | undefined {
  const { px, factor, times } = settings;
  const paper = findPaper(raster, px(PAPER_CELL_MM));
  for (let channel = 0; channel < raster.channels; channel++)
    if (middleOf(paper, channel) < LEAST_PAPER) return undefined;
  const contrast = contrastWith(paper, raster);
  const least = Math.max(LEAST_CONTRAST, noiseOf(contrast) * NOISE_FACTOR);
  const found = findStrokes(raster, refined(contrast, times), { least, reach: px(SMEARED_MM) * times });
  if (!found) return undefined;
  const { strokes, doubt } = found;
  const speck = (px(1) * times * SPECK_MM) ** 2;
  const byColour = inksOf(strokes.filter(({ core, pixels }) => core >= LEAST_CORE && pixels > speck));
  const inks: Ink[] = [];
  for (const { colour, strokes: drawn } of byColour.inks) {
    const runs = findRuns(withLikeLetters(bitmapOfStrokes(drawn, doubt.width, doubt.height), doubt));
    if (!runs) return undefined;
    inks.push({ colour, runs });
  }
  if (inks.length === 0) return undefined;
  const background = backgroundOf(raster, coveredBy(inks, raster, { times, reach: 2 }), factor);
  return { background, factor, inks, times, inDoubt: areasInDoubt(strokes, byColour.others, settings) };
}

/** Strokes without an ink, faint ones, and screens of dots: more pieces in a place than letters have. */
function areasInDoubt(
  strokes: readonly Stroke[],
  others: readonly Stroke[],
  { px, times }: ApartSettings,
): Area[] {
  const [cell, least] = [px(SCREEN_MM) * times, (px(LEAST_FAINT_MM) * times) ** 2];
  const places = new Map<number, Stroke[]>();
  for (const stroke of strokes) {
    const place = Math.floor(stroke.top / cell) * 65_536 + Math.floor(stroke.left / cell);
    const pieces = places.get(place);
    if (pieces) pieces.push(stroke);
    else places.set(place, [stroke]);
  }
  const dense = [...places.values()].filter((pieces) => pieces.length > MOST_PIECES).flat();
  const faint = strokes.filter(({ core, pixels }) => core < LEAST_CORE && pixels >= least);
  return [...others, ...dense, ...faint].map(({ left, top, right, bottom }) => ({
    left: Math.floor(left / times),
    top: Math.floor(top / times),
    right: Math.ceil(right / times),
    bottom: Math.ceil(bottom / times),
  }));
}
