import type { ImageCodec } from '../../codecs/ports/image-codec.ts';
import { readChunks, readHeader } from '../../containers/png/chunks.ts';
import { blockMeans } from '../../quality/metrics/block-means.ts';
import { hueShift } from '../../quality/metrics/hue-shift.ts';
import type { Raster } from '../../base/raster.ts';
import { releaseBytes } from '../../base/release-raster.ts';
import { WORK_MS } from '../../budget/work-costs.ts';
import type { WorkBudget } from '../../budget/work-budget.ts';
import { fullPalette } from './full-palette.ts';
import { rasterOf } from '../map/indexed-picture.ts';
import { withMainColours } from './main-colours.ts';
import { ColourMapper } from '../map/map-colours.ts';
import { BY_HUES, PaletteLadder } from './palette-ladder.ts';
import {
  COLOUR_STEPS,
  FIRST_LEVELS,
  HANDFUL_COLOURS,
  HANDFUL_LEVELS,
  MOST_COLOURS,
  PHOTO_COLOURS,
  PHOTO_LEVELS,
  QUANTISER_EFFORT,
  SAMPLED_PIXELS,
  VISIBLE_HUE_MOVE,
  STEP_POINTS,
  USUAL_LEVELS,
} from '../tuning.ts';

const QUANTISED = { quality: 100, effort: QUANTISER_EFFORT, dither: 0 };

/** Which palettes are tried: as many as pay, some until one will do, or the finest alone. */
export type CandidateRange = keyof typeof COLOUR_STEPS;

/**
 * The palettes of a picture, by their number of colours: the quantiser's, or of our own where those would lose hues. Of pictures
 * above a megapixel a part of the pixels is sampled: a palette hardly changes by it.
 * @returns null where the quantiser leaves the picture in true colours
 */
export async function paletteLadder(
  raster: Raster,
  codec: ImageCodec,
  budget: Pick<WorkBudget, 'charge'>,
): Promise<PaletteLadder | null> {
  const source = sampled(raster);
  const palette = readPalette(await codec.quantizePng(source, { ...QUANTISED, colors: MOST_COLOURS }));
  const usual = palette && new PaletteLadder(source, palette);
  if (!usual || !losesHues(source, usual)) return usual;
  budget.charge((source.width * source.height * WORK_MS.hueLadderPerMp) / 1e6);
  return new PaletteLadder(source, fullPalette(source), BY_HUES);
}

/** Whether a ladder that is merged by samples would lose hues: those of photographs, which need many colours. */
function losesHues(source: Raster, ladder: PaletteLadder): boolean {
  if (ladder.fewestWithin(PHOTO_LEVELS) < PHOTO_COLOURS) return false;
  const palette = ladder.of(ladder.fewestWithin(USUAL_LEVELS));
  const { width, height } = source;
  const indexes = new ColourMapper(source, palette).nearestIndexes();
  const shown = rasterOf({ width, height, palette, indexes });
  const move = Math.max(...blockMeans(source, shown).map(hueShift));
  for (const bytes of [indexes, shown.data]) releaseBytes(bytes);
  return move > VISIBLE_HUE_MOVE;
}

/** Palettes to try, RGBA. They are asked for with the points by which the one before missed the floor, or 0. */
export type CandidatePalettes = AsyncGenerator<Uint8Array, void, number | undefined>;

/** How palettes are tried. */
export interface CandidateRequest {
  readonly ladder: PaletteLadder;
  readonly range: CandidateRange;
  /** Colours to begin with at least [what usually reaches a floor]. */
  readonly fewest?: number;
}

/** Palettes to try, from few colours to the fullest, each made when it is asked for. */
export async function* candidatePalettes(
  raster: Raster,
  { ladder, range, fewest = 0 }: CandidateRequest,
  codec: ImageCodec,
): CandidatePalettes {
  const step = COLOUR_STEPS[range];
  if (step < Infinity) {
    const next = (colours: number, missing = 0): number =>
      Math.ceil(colours * step ** (1 + Math.floor(missing / STEP_POINTS)));
    let colours = Math.max(HANDFUL_COLOURS, ladder.fewestWithin(FIRST_LEVELS), fewest);
    const few =
      fewest <= HANDFUL_COLOURS && ladder.fewestWithin(HANDFUL_LEVELS) <= HANDFUL_COLOURS
        ? await handful(sampled(raster), codec)
        : null;
    if (few) {
      const missing = yield few;
      // Where one handful misses the floor, so does the other.
      if (missing && colours === HANDFUL_COLOURS) colours = next(colours, missing);
    }
    while (colours * Math.sqrt(step) < ladder.most) colours = next(colours, (yield ladder.of(colours)) ?? 0);
  }
  yield ladder.fullest;
}

async function handful(source: Raster, codec: ImageCodec): Promise<Uint8Array | null> {
  const palette = readPalette(await codec.quantizePng(source, { ...QUANTISED, colors: HANDFUL_COLOURS }));
  return palette && withMainColours(source, palette);
}

/** The palette of an indexed PNG as RGBA, or null when it has none. */
export function readPalette(png: Uint8Array): Uint8Array | null {
  const chunks = readChunks(png);
  const colours = chunks.find(({ type }) => type === 'PLTE')?.data;
  if (!colours || readHeader(chunks).colourType !== 3) return null;
  const alpha = chunks.find(({ type }) => type === 'tRNS')?.data;
  const palette = new Uint8Array((colours.length / 3) * 4);
  for (let i = 0; i * 3 < colours.length; i++) {
    palette.set(colours.subarray(i * 3, i * 3 + 3), i * 4);
    palette[i * 4 + 3] = alpha && i < alpha.length ? alpha[i]! : 255;
  }
  return palette;
}

/** Every n-th pixel of every n-th row, shifted from row to row so that thin lines are met wherever they run. */
function sampled(raster: Raster): Raster {
  const step = Math.ceil(Math.sqrt((raster.width * raster.height) / SAMPLED_PIXELS));
  if (step < 2) return raster;
  const { channels } = raster;
  const width = Math.floor(raster.width / step);
  const height = Math.floor(raster.height / step);
  const data = new Uint8Array(width * height * channels);
  for (let y = 0, to = 0; y < height; y++) {
    const row = (y * step + (y % step)) * raster.width;
    for (let x = 0; x < width; x++) {
      const from = (row + x * step + ((x + y) % step)) * channels;
      for (let c = 0; c < channels; c++) data[to++] = raster.data[from + c]!;
    }
  }
  return { ...raster, width, height, data };
}
