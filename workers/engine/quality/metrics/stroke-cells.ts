import type { Raster } from '../../base/raster.ts';
import { BLOCK_SIDE_PX, FRINGE_PX } from '../thresholds.ts';
import { isSeeThrough, rgbRows } from './ssimulacra2/rgb-tile.ts';
import type { Cell } from './cell.ts';
import { StrokeReader } from './stroke-reader.ts';

/** The cells of a picture that have strokes, over one background; row by row. */
export interface StrokeCells {
  readonly background: 0 | 255;
  readonly columns: number;
  /** 1 for each of them. */
  readonly marks: Uint8Array;
}

/** Over white, and over black where that looks different. */
export type CellsOverBackgrounds = readonly [StrokeCells, ...StrokeCells[]];

/** Looks for strokes in all cells of a picture. */
export function findStrokes(picture: Raster): CellsOverBackgrounds {
  const { width, height } = picture;
  const overWhite = cellsOver(picture, 255);
  const isOneLook = !isSeeThrough(picture, { x: 0, y: 0, width, height });
  return isOneLook ? [overWhite] : [overWhite, cellsOver(picture, 0)];
}

function cellsOver(picture: Raster, background: 0 | 255): StrokeCells {
  const columns = Math.ceil(picture.width / BLOCK_SIDE_PX);
  const marks = new Uint8Array(columns * Math.ceil(picture.height / BLOCK_SIDE_PX));
  const reader = new StrokeReader();
  const rows = new CellRows(picture, background, FRINGE_PX);
  for (let row = 0, at = 0; at < marks.length; row++)
    for (let column = 0; column < columns; column++, at++)
      if (reader.read(rows.cell(column, row))) marks[at] = 1;
  return { background, columns, marks };
}

/** Shows the cells of a picture over a background, one row of them at a time. */
export class CellRows {
  private readonly picture: Raster;
  private readonly background: 0 | 255;
  private readonly apron: number;
  private readonly room: Uint8Array;
  private rgb: Uint8Array;
  private row = -1;

  /** @param apron px around cells that are shown as well */
  constructor(picture: Raster, background: 0 | 255, apron: number) {
    this.picture = picture;
    this.background = background;
    this.apron = apron;
    const isShownAsIs = picture.channels === 3;
    this.room = new Uint8Array(isShownAsIs ? 0 : picture.width * (BLOCK_SIDE_PX + 2 * apron) * 3);
    this.rgb = this.room;
  }

  /** A cell, until one of another row is asked for. */
  cell(column: number, row: number): Cell {
    const { apron, background, picture } = this;
    const left = column * BLOCK_SIDE_PX;
    const y = row * BLOCK_SIDE_PX;
    const first = Math.max(0, y - apron);
    const rows = Math.min(picture.height, y + BLOCK_SIDE_PX + apron) - first;
    if (row !== this.row) {
      this.rgb = rgbRows(picture, { y: first, height: rows }, background, this.room);
      this.row = row;
    }
    return {
      rgb: this.rgb,
      stride: picture.width,
      rows,
      left,
      top: y - first,
      width: Math.min(BLOCK_SIDE_PX, picture.width - left),
      height: Math.min(BLOCK_SIDE_PX, picture.height - y),
    };
  }
}
