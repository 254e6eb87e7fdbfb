import type { Raster } from '../../../base/raster.ts';
import { backgroundOf } from './background.ts';
import { contrastWith, refined } from './contrast.ts';
import { findRuns } from '../images/jbig2/marks.ts';
import { bitmapOfStrokes, coveredBy, inksOf, type Ink } from './ink.ts';
import type { Area } from './kept-areas.ts';
import { withLikeLetters } from './like-letters.ts';
import { findNoise, findPaper } from './paper.ts';
import { middleOf, type Grid, type Plane } from './planes.ts';
import { findStrokes, type Stroke } from './strokes.ts';
import {
  FAINT_FACTOR,
  GRAIN_FACTOR,
  LEAST_CONTRAST,
  LEAST_CORE,
  LEAST_FAINT_MM,
  LEAST_PAPER,
  MOST_PIECES,
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
  const fine = refined(contrast, times);
  const grain = leastInk(contrast, paper, times);
  const reach = px(SMEARED_MM) * times;
  // Grain of photographs has more pieces than a page of text.
  const coarser = { ...grain, data: grain.data.map((level) => level * 2) };
  let least = grain;
  let found = findStrokes(raster, fine, { least, reach });
  if (!found) found = findStrokes(raster, fine, { least: (least = coarser), reach });
  if (!found) return undefined;
  const { strokes, doubt } = found;
  const byColour = inksOf(strokes.filter((stroke) => isInk(stroke, fine, least, settings)));
  const inks: Ink[] = [];
  for (const { colour, strokes: drawn } of byColour) {
    const runs = findRuns(withLikeLetters(bitmapOfStrokes(drawn, doubt.width, doubt.height), doubt));
    if (!runs) return undefined;
    inks.push({ colour, runs });
  }
  if (inks.length === 0) return undefined;
  const background = backgroundOf(raster, coveredBy(inks, raster, { times, reach: 2 }), factor);
  return { background, factor, inks, times, inDoubt: areasInDoubt(strokes, settings) };
}

/**
 * The contrast of ink at least, from place to place: more than the grain of the paper has. There is none where the paper is too dark
 * to be any, as beside a book.
 * @param times pixels of the masks on a side of a pixel of the page
 */
function leastInk(contrast: Plane, { cell, channels, data }: Grid, times: number): Grid {
  const grain = findNoise(contrast, cell);
  const least = grain.data.map((level, at) => {
    const isPaper = Math.max(...data.subarray(at * channels, (at + 1) * channels)) >= LEAST_PAPER;
    return isPaper ? Math.max(LEAST_CONTRAST, level * GRAIN_FACTOR) : 255;
  });
  return { ...grain, cell: cell * times, data: least };
}

/** Whether a stroke is ink: no speck, and where it is faint neither grain nor a stain. */
function isInk(stroke: Stroke, contrast: Plane, least: Grid, { px, times }: ApartSettings): boolean {
  const { core, pixels, runs } = stroke;
  const covers = (millimetres: number): boolean => pixels > (px(1) * times * millimetres) ** 2;
  if (core >= LEAST_CORE) return covers(SPECK_MM);
  if (!covers(LEAST_FAINT_MM)) return false;
  const place = Math.floor(runs[0]! / least.cell) * least.columns + Math.floor(runs[1]! / least.cell);
  const isClear = core >= FAINT_FACTOR * least.data[place]!;
  return isClear && !isBroad(stroke, contrast, px(PAPER_CELL_MM / 2) * times);
}

/** Whether most of a stroke has its own a little way off on all sides, as a stain or the shadow of a fold: the background shows it. */
function isBroad({ runs, pixels }: Stroke, { width, height, data }: Plane, reach: number): boolean {
  let inside = 0;
  for (let i = 0; i < runs.length; i += 3) {
    const y = runs[i]!;
    if (y < reach || y >= height - reach) continue;
    const end = Math.min(width - reach, runs[i + 2]!);
    for (let x = Math.max(reach, runs[i + 1]!), at = y * width + x; x < end; x++, at++) {
      const around = [at - reach, at + reach, at - reach * width, at + reach * width];
      if (around.every((near) => data[near]! >= LEAST_CONTRAST)) inside++;
    }
  }
  return inside > pixels / 2;
}

/** Screens of dots: more pieces in a place than letters have. */
function areasInDoubt(strokes: readonly Stroke[], { px, times }: ApartSettings): Area[] {
  const cell = px(SCREEN_MM) * times;
  const places = new Map<number, Stroke[]>();
  for (const stroke of strokes) {
    const place = Math.floor(stroke.top / cell) * 65_536 + Math.floor(stroke.left / cell);
    const pieces = places.get(place);
    if (pieces) pieces.push(stroke);
    else places.set(place, [stroke]);
  }
  const dense = [...places.values()].filter((pieces) => pieces.length > MOST_PIECES).flat();
  return dense.map(({ left, top, right, bottom }) => ({
    left: Math.floor(left / times),
    top: Math.floor(top / times),
    right: Math.ceil(right / times),
    bottom: Math.ceil(bottom / times),
  }));
}
