import { BLOCK_PIXELS, blockMeans, type BlockMeans } from '../../quality/metrics/block-means.ts';
import { isEvenBlock, meanLab } from '../../quality/metrics/area-shift.ts';
import { faultScore } from '../../quality/fault-score.ts';
import { AREA_SHIFT, BLOCK_SIDE_PX, MOST_SCORE } from '../../quality/thresholds.ts';
import { cie94 } from '../../quality/metrics/lab.ts';
import type { Tile } from '../../quality/metrics/ssimulacra2/sample-tiles.ts';
import { stackedParts } from '../../quality/metrics/stacked-parts.ts';
import type { Raster } from '../../base/raster.ts';
import { releaseRaster } from '../../base/release-raster.ts';
import { encodeOnTrial, type DisplayRequest, type Setting } from '../still/floor-request.ts';
import type { FaultForecast } from './fault-forecast.ts';
import { FORECAST_QUALITIES, MOST_PATCHES, SAME_PATCH_BITS } from '../tuning.ts';

/** Side of a patch, px: what JPEG with halved chroma codes as one are 16. */
const SIDE = 2 * BLOCK_SIDE_PX;

type ForecastAreas = FaultForecast<Setting>['score'];

/**
 * Whether an even area keeps its colour depends on where the colour falls between two steps of the quantisation table, and so leaps
 * from one quality to the next. A patch of each colour shows it at a hundredth of the work of the whole picture.
 * @returns null where the picture has no even areas
 */
export function forecastAreas(
  raster: Raster,
  { reference = raster, decodeForDisplay }: Pick<DisplayRequest, 'reference' | 'decodeForDisplay'>,
): ForecastAreas | null {
  const patches = frequentPatches(reference);
  if (patches.length === 0) return null;
  const pieces = patches.map(({ tile }) => tile);
  const [stored, displayed] = [stackedParts(raster, pieces), stackedParts(reference, pieces)];
  return async (setting, quality) => {
    const decoded = await decodeForDisplay(await encodeOnTrial(setting, stored, quality));
    const [blocks] = blockMeans(displayed, decoded);
    releaseRaster(decoded);
    const shift = patches.reduce((sum, { share }, at) => sum + share * moveOf(blocks, at) ** 4, 0) ** (1 / 4);
    return faultScore(shift, AREA_SHIFT);
  };
}

/** {@link forecastAreas}, looked for once it is asked; {@link MOST_SCORE} where there are no even areas. */
export function areaForecaster(...picture: Parameters<typeof forecastAreas>): FaultForecast<Setting> {
  let forecast: ForecastAreas | null | undefined;
  return {
    cause: 'areas',
    mostMisses: FORECAST_QUALITIES,
    score: async (setting, quality) => {
      if (forecast === undefined) forecast = forecastAreas(...picture);
      return forecast ? forecast(setting, quality) : MOST_SCORE;
    },
  };
}

interface Patch {
  readonly tile: Tile;
  /** Of the picture, that has this colour. */
  share: number;
}

/** A patch of each colour that even parts of a picture have, the most frequent ones. */
function frequentPatches(reference: Raster): Patch[] {
  const { width, height } = reference;
  const [blocks] = blockMeans(reference, reference);
  const share = (SIDE * SIDE) / (width * height);
  const patches = new Map<string, Patch>();
  for (let y = 0; y + SIDE <= height; y += SIDE)
    for (let x = 0; x + SIDE <= width; x += SIDE) {
      const colour = evenColour(blocks, x / BLOCK_SIDE_PX, y / BLOCK_SIDE_PX);
      if (colour === null) continue;
      const patch = patches.get(colour);
      if (patch) patch.share += share;
      else patches.set(colour, { tile: { x, y, width: SIDE, height: SIDE }, share });
    }
  return [...patches.values()].sort((a, b) => b.share - a.share).slice(0, MOST_PATCHES);
}

/** What stands for the colour of four blocks; null where one of them has none of its own. */
function evenColour(blocks: BlockMeans, column: number, row: number): string | null {
  const first = row * blocks.columns + column;
  const four = [first, first + 1, first + blocks.columns, first + blocks.columns + 1];
  if (!four.every((at) => isEvenBlock(blocks, at))) return null;
  const mean = (c: number): number =>
    four.reduce((sum, at) => sum + blocks.before[at * 3 + c]!, 0) / (4 * BLOCK_PIXELS);
  return [0, 1, 2].map((c) => Math.round(mean(c)) >> SAME_PATCH_BITS).join();
}

/** How far the colour of a patch has moved, as CIE94 counts. */
function moveOf({ before, after }: BlockMeans, patch: number): number {
  const sums = (of: Uint32Array): Uint32Array =>
    Uint32Array.from([0, 1, 2], (c) =>
      [0, 1, 2, 3].reduce((sum, block) => sum + of[(patch * 4 + block) * 3 + c]!, 0),
    );
  const [from, to] = [before, after].map((of) => meanLab(sums(of), 4 * BLOCK_PIXELS, 0));
  return cie94(from!, [to![0] - from![0], to![1] - from![1], to![2] - from![2]]);
}
