import { expect, it, vi } from 'vitest';
import { WorkBudget } from '#engine/budget/work-budget.ts';
import { paletteLadder } from '#engine/palette/build/candidate-palettes.ts';
import { LambdaSearch } from '#engine/palette/choose/lambda-search.ts';
import { WholePicture } from '#engine/palette/choose/whole-picture.ts';
import { renderPlain } from '#engine/palette/map/indexed-picture.ts';
import { PartMeter } from '#engine/palette/measure/part-meter.ts';
import { WholeMeter } from '#engine/palette/measure/whole-meter.ts';
import { userInterface } from '#tests/fixtures/pictures/generated-pictures.ts';
import { engineContext } from '#tests/support/engine-context.ts';
import { codecs } from '#tests/support/engine-run.ts';

const FLOOR = 71;

/** The lambdas at which a whole picture is mapped once the budget is spent. @param lost points of a whole at the lambda that its part promised */
async function lambdasTried(lost: number): Promise<number[]> {
  const raster = userInterface(160, 120);
  const context = engineContext({ codecs, budget: new WorkBudget(0) });
  const request = { floor: FLOOR, reference: raster, render: renderPlain };
  const meter = new WholeMeter(request, context);
  const lambdas: number[] = [];
  const map = meter.map.bind(meter);
  vi.spyOn(meter, 'map').mockImplementation(async (mapper, palette, options) => {
    lambdas.push(options.lambda);
    return { ...(await map(mapper, palette, options)), score: lambdas.length === 1 ? FLOOR - lost : 90 };
  });
  const search = new LambdaSearch({
    floor: FLOOR,
    measure: (lambda) => Promise.resolve({ lambda, score: FLOOR, bytes: 1000 }),
    isBudgetSpent: () => true,
  });
  await search.at(30);
  const palette = paletteLadder(raster, context.budget).fullest;
  const whole = new WholePicture(raster, new PartMeter(raster, request, context), meter);
  await whole.smallestAcceptable([{ palette, dither: 0, search, bestScore: FLOOR }]);
  return lambdas;
}

it('tries a lower lambda for a whole that misses the floor by little, with the budget spent too', async () => {
  const [first, second, ...others] = await lambdasTried(0.5);
  expect(second).toBeGreaterThan(0);
  expect(second).toBeLessThan(first!);
  expect(others).toEqual([]);
});

it('takes the nearest colours for one that misses it by far, with the budget spent', async () => {
  const [first, ...others] = await lambdasTried(5);
  expect(first).toBeGreaterThan(0);
  expect(others).toEqual([0]);
});

it('takes what costs fewer bytes in the end, not what promised them', async () => {
  const raster = userInterface(160, 120);
  const context = engineContext({ codecs, budget: new WorkBudget(Infinity) });
  const request = { floor: FLOOR, reference: raster, render: renderPlain };
  const meter = new WholeMeter(request, context);
  const ladder = paletteLadder(raster, context.budget);
  const [optimistic, honest] = [ladder.fullest, ladder.of(40)];
  const map = meter.map.bind(meter);
  vi.spyOn(meter, 'map').mockImplementation(async (mapper, palette, options) => {
    const isMissed = palette === optimistic && options.lambda === 30;
    const judged = await map(mapper, palette, options);
    return { ...judged, isShifted: false, isFaded: false, score: isMissed ? FLOOR - 0.5 : FLOOR + 0.5 };
  });
  const trialOf = async (palette: Uint8Array, bytes: number) => {
    const search = new LambdaSearch({
      floor: FLOOR,
      measure: (lambda) => Promise.resolve({ lambda, score: FLOOR, bytes: lambda < 30 ? 2 * bytes : bytes }),
    });
    await search.at(30);
    return { palette, dither: 0, search, bestScore: FLOOR };
  };
  const part = new PartMeter(raster, request, context);
  const trials = [await trialOf(optimistic, 1000), await trialOf(honest, 1100)];
  const found = await new WholePicture(raster, part, meter).smallestAcceptable(trials);
  expect(found!.colouring.palette).toBe(honest);
});
