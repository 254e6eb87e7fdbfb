import { clamp } from '../../base/bytes.ts';
import { spreadEvenly } from '../../base/spread-evenly.ts';
import type { Raster } from '../../base/raster.ts';
import { releaseRaster } from '../../base/release-raster.ts';
import { faultScore } from '../../quality/fault-score.ts';
import {
  lostAt,
  strokeLosses,
  StrokeLossesByBands,
  type LossesOverBackgrounds,
} from '../../quality/metrics/lost-strokes.ts';
import type { Tile } from '../../quality/metrics/ssimulacra2/sample-tiles.ts';
import { stackedParts } from '../../quality/metrics/stacked-parts.ts';
import { findStrokes, type CellsOverBackgrounds } from '../../quality/metrics/stroke-cells.ts';
import { BLOCK_SIDE_PX, LOST_STROKES, MOST_SCORE } from '../../quality/thresholds.ts';
import { encodeOnTrial, type DisplayRequest, type Setting } from '../still/floor-request.ts';
import type { FaultForecast } from './fault-forecast.ts';
import { STROKE_PATCH_CELLS as SIDE_CELLS, STROKE_PATCHES } from '../tuning.ts';

/** Side of a patch, px. */
const SIDE = SIDE_CELLS * BLOCK_SIDE_PX;

/** Where a cell is tried, and which one of the patch it is. */
interface Patch {
  readonly tile: Tile;
  readonly cell: number;
}

/**
 * Whether a faint line survives depends on where it falls between two steps of the quantisation table: on one page it was there at
 * qualities 25 to 40, gone at 51, there at 69 and gone at 76. The cells that a result has lost show it at a few hundredths of the work
 * of a large picture.
 */
export class StrokeForecast implements FaultForecast<Setting> {
  readonly cause = 'strokes';
  readonly mostMisses = Infinity;
  private readonly raster: Raster;
  private readonly reference: Raster;
  private readonly decodeForDisplay: DisplayRequest['decodeForDisplay'];
  private readonly showInBands: DisplayRequest['showInBands'];
  private strokes: CellsOverBackgrounds | null = null;
  private readonly patches = new Map<number, Patch>();
  /** The patches as they are stored and displayed, and the strokes of the latter. */
  private stacked: { stored: Raster; displayed: Raster; strokes: CellsOverBackgrounds } | null = null;

  constructor(
    raster: Raster,
    {
      reference = raster,
      decodeForDisplay,
      showInBands,
    }: Pick<DisplayRequest, 'reference' | 'decodeForDisplay' | 'showInBands'>,
  ) {
    this.raster = raster;
    this.reference = reference;
    this.decodeForDisplay = decodeForDisplay;
    this.showInBands = showInBands;
  }

  async learn(result: Uint8Array, floor: number): Promise<void> {
    const { reference } = this;
    const losses = await this.lossesOf(result);
    const { columns, lost } = losses[0]!;
    const cells = Array.from(lost.keys()).filter(
      (at) => faultScore(lostOf(losses, at), LOST_STROKES) < floor,
    );
    for (const index of spreadEvenly(cells.length, STROKE_PATCHES)) {
      const cell = cells[index]!;
      const patch = patchAround(cell % columns, Math.floor(cell / columns), reference);
      if (patch) this.patches.set(cell, patch);
    }
    this.stacked = null;
  }

  /** {@link MOST_SCORE} before some were lost. */
  async score(setting: Setting, quality: number): Promise<number> {
    if (this.patches.size === 0) return MOST_SCORE;
    const { stored, displayed, strokes } = (this.stacked ??= this.stack());
    const decoded = await this.decodeForDisplay(await encodeOnTrial(setting, stored, quality));
    const losses = strokeLosses(displayed, decoded, strokes);
    releaseRaster(decoded);
    const lost = [...this.patches.values()].map(({ cell }, at) =>
      lostOf(losses, at * SIDE_CELLS ** 2 + cell),
    );
    return faultScore(Math.max(...lost), LOST_STROKES);
  }

  private async lossesOf(result: Uint8Array): Promise<LossesOverBackgrounds> {
    const strokes = (this.strokes ??= findStrokes(this.reference));
    const found = new StrokeLossesByBands(this.reference, strokes);
    const take = (band: Raster, y: number): void => found.add(band, y);
    if (this.showInBands) await this.showInBands(result, take);
    else {
      const shown = await this.decodeForDisplay(result);
      take(shown, 0);
      releaseRaster(shown);
    }
    return found.losses;
  }

  private stack(): NonNullable<StrokeForecast['stacked']> {
    const pieces = [...this.patches.values()].map(({ tile }) => tile);
    const displayed = stackedParts(this.reference, pieces);
    return { stored: stackedParts(this.raster, pieces), displayed, strokes: findStrokes(displayed) };
  }
}

/** What a cell has lost over any background, by luma or by hue. */
function lostOf(losses: LossesOverBackgrounds, at: number): number {
  return Math.max(
    ...losses.flatMap(({ columns, lost, lostHues }) =>
      [lost, lostHues].map((each) => lostAt(each, columns, at)),
    ),
  );
}

/** A cell with those around it, or beside it at the rim; null where the picture has too few, or a part of it alone. */
function patchAround(column: number, row: number, { width, height }: Raster): Patch | null {
  const [columns, rows] = [width, height].map((side) => Math.floor(side / BLOCK_SIDE_PX)) as [number, number];
  if (Math.min(columns, rows) < SIDE_CELLS || column >= columns || row >= rows) return null;
  const [left, top] = [clamp(column - 1, 0, columns - SIDE_CELLS), clamp(row - 1, 0, rows - SIDE_CELLS)];
  const tile = { x: left * BLOCK_SIDE_PX, y: top * BLOCK_SIDE_PX, width: SIDE, height: SIDE };
  return { tile, cell: (row - top) * SIDE_CELLS + column - left };
}
