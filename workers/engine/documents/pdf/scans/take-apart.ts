import type { Raster } from '../../../base/raster.ts';
import { backgroundOf } from './background.ts';
import { contrastWith, noiseOf } from './contrast.ts';
import { differentCells } from './different-cells.ts';
import { findStrokes, grown, inkPlane, inksOf, type Ink, type Stroke } from './ink.ts';
import { KeptCells, pixelsOf, type Area } from './kept-areas.ts';
import { findPaper } from './paper.ts';
import { middleOf } from './planes.ts';
import {
  COMPARED_MM,
  KEPT_MM,
  LEAST_CONTRAST,
  LEAST_CORE,
  LEAST_FAINT_MM,
  LEAST_PAPER,
  MOST_INKS,
  MOST_KEPT_SHARE,
  MOST_PIECES,
  NOISE_FACTOR,
  PAPER_CELL_MM,
  SAME_INK,
  SMEARED_MM,
} from './tuning.ts';

/** A scanned page in layers, from the lowest to the highest. */
export interface PageLayers {
  /** The paper without ink, at a lower resolution: each pixel stands for a square of `factor` pixels. */
  readonly background: Raster;
  readonly factor: number;
  /** What stays a picture at full resolution: photographs, tints, and strokes in doubt. */
  readonly pictures: readonly Area[];
  readonly inks: readonly Ink[];
}

/** How a page is taken apart. */
export interface ApartSettings {
  /** Pixels of a length in millimetres. */
  readonly px: (millimetres: number) => number;
  /** Pixels of the page on a side of a pixel of the background. */
  readonly factor: number;
  /** Areas that stay pictures. */
  readonly kept: readonly Area[];
}

/**
 * Takes a scanned page apart.
 * @returns undefined where it is no page of text on paper
 */
export function takeApart(
  raster: Raster,
  { px, factor, kept: asked }: ApartSettings,
): PageLayers | undefined {
  const paper = findPaper(raster, px(PAPER_CELL_MM));
  for (let channel = 0; channel < raster.channels; channel++)
    if (middleOf(paper, channel) < LEAST_PAPER) return undefined;
  const contrast = contrastWith(paper, raster);
  const least = Math.max(LEAST_CONTRAST, noiseOf(contrast) * NOISE_FACTOR);
  const strokes = findStrokes(raster, contrast, { least, reach: px(SMEARED_MM) });
  if (!strokes) return undefined;
  const kept = new KeptCells(raster, px(KEPT_MM));
  for (const area of [...asked, ...areasInDoubt(strokes, px)]) kept.keep(area);
  const inks = inksOf(
    strokes.filter(({ core }) => core >= LEAST_CORE),
    SAME_INK,
    MOST_INKS,
  );
  const inkOf = inkPlane(inks, raster);
  const background = backgroundOf(raster, grown(inkOf, 2), factor);
  for (const area of differentCells(raster, contrast, { background, factor, inks, inkOf }, px(COMPARED_MM)))
    kept.keep(area);
  const pictures = kept.areas();
  if (pixelsOf(pictures) > raster.width * raster.height * MOST_KEPT_SHARE) return undefined;
  return { background, factor, pictures, inks };
}

/** Faint strokes, and screens of dots: more pieces in a place than letters have. */
function areasInDoubt(strokes: readonly Stroke[], px: ApartSettings['px']): Area[] {
  const [cell, least] = [px(KEPT_MM), px(LEAST_FAINT_MM) ** 2];
  const places = new Map<string, Stroke[]>();
  for (const stroke of strokes) {
    const place = `${Math.floor(stroke.left / cell)} ${Math.floor(stroke.top / cell)}`;
    const pieces = places.get(place);
    if (pieces) pieces.push(stroke);
    else places.set(place, [stroke]);
  }
  const dense = [...places.values()].filter((pieces) => pieces.length > MOST_PIECES).flat();
  return [...dense, ...strokes.filter(({ core, pixels }) => core < LEAST_CORE && pixels >= least)];
}
