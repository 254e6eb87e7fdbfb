import { describe, expect, it } from 'vitest';
import { paletteLadder } from '#engine/palette/build/candidate-palettes.ts';
import { PaletteSearch } from '#engine/palette/choose/palette-search.ts';
import { renderPlain } from '#engine/palette/map/indexed-picture.ts';
import { PartMeter } from '#engine/palette/measure/part-meter.ts';
import { WholeMeter } from '#engine/palette/measure/whole-meter.ts';
import { STRONG_DITHERS } from '#engine/palette/tuning.ts';
import { WorkBudget } from '#engine/budget/work-budget.ts';
import { photoLike } from '#tests/fixtures/pictures/generated-pictures.ts';
import { engineContext } from '#tests/support/engine-context.ts';
import { codecs } from '#tests/support/engine-run.ts';

/** What the fullest palette of a photograph makes of it with more dithering than usual. */
function ditheredTo(floor: number, budget = new WorkBudget(Infinity)) {
  const raster = photoLike(240, 180);
  const context = engineContext({ codecs, budget });
  const request = { floor, reference: raster, render: renderPlain };
  const part = new PartMeter(raster, request, context);
  const ladder = paletteLadder(raster, budget);
  const search = new PaletteSearch(raster, part, new WholeMeter(request, context), ladder);
  return search.dithered(ladder.fullest);
}

describe('PaletteSearch.dithered', () => {
  it('brings the whole to the floor with the least dithering that does', async () => {
    const reduced = await ditheredTo(60);
    expect(reduced!.score).toBeGreaterThanOrEqual(60);
    expect(reduced!.colouring.dither).toBe(STRONG_DITHERS[0]);
  });

  it('finds nothing where no dithering does, and looks for nothing once the budget is spent', async () => {
    expect(await ditheredTo(101)).toBeNull();
    expect(await ditheredTo(60, new WorkBudget(0))).toBeNull();
  });
});
