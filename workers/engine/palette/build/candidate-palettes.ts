import type { Raster } from '../../base/raster.ts';
import { WORK_MS } from '../../budget/work-costs.ts';
import type { WorkBudget } from '../../budget/work-budget.ts';
import type { PaletteMemory } from '../measure/palette-memory.ts';
import { colourHistogram } from './colour-histogram.ts';
import { PaletteLadder } from './palette-ladder.ts';
import { COLOUR_STEPS, FIRST_LEVELS, HANDFUL_COLOURS, SAMPLED_PIXELS, STEP_POINTS } from '../tuning.ts';

/** Which palettes are tried: as many as pay, some until one will do, or the finest alone. */
export type CandidateRange = keyof typeof COLOUR_STEPS;

/** The palettes of a picture, by their number of colours. @param known of the picture [nothing] */
export function paletteLadder(
  raster: Raster,
  budget: Pick<WorkBudget, 'charge'>,
  known?: PaletteMemory,
): PaletteLadder {
  budget.charge((Math.min(SAMPLED_PIXELS, raster.width * raster.height) * WORK_MS.ladderPerMp) / 1e6);
  const make = (): PaletteLadder => new PaletteLadder(colourHistogram(raster));
  return known ? known.ladderOf(make) : make();
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
export async function* candidatePalettes({ ladder, range, fewest = 0 }: CandidateRequest): CandidatePalettes {
  const step = COLOUR_STEPS[range];
  let colours = Math.max(HANDFUL_COLOURS, ladder.fewestWithin(FIRST_LEVELS), fewest);
  while (colours * Math.sqrt(step) < ladder.most) {
    const missing = (yield ladder.of(colours)) ?? 0;
    colours = Math.ceil(colours * step ** (1 + Math.floor(missing / STEP_POINTS)));
  }
  yield ladder.fullest;
}
