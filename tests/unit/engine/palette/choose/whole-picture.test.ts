import { expect, it, vi } from 'vitest';
import { WorkBudget } from '#engine/budget/work-budget.ts';
import { paletteLadder } from '#engine/palette/build/candidate-palettes.ts';
import { LambdaSearch } from '#engine/palette/choose/lambda-search.ts';
import type { Trial } from '#engine/palette/choose/palette-trials.ts';
import { WholePicture } from '#engine/palette/choose/whole-picture.ts';
import { renderPlain } from '#engine/palette/map/indexed-picture.ts';
import type { Colouring } from '#engine/palette/map/map-options.ts';
import { PartMeter } from '#engine/palette/measure/part-meter.ts';
import { WholeMeter, type Judged } from '#engine/palette/measure/whole-meter.ts';
import { userInterface } from '#tests/fixtures/pictures/generated-pictures.ts';
import { engineContext } from '#tests/support/engine-context.ts';
import { codecs } from '#tests/support/engine-run.ts';

const FLOOR = 71;

/** A whole picture, and palettes of it. @param judgedAs what is told of a colouring instead of what is measured */
function wholeWith(budget: WorkBudget, judgedAs: (colouring: Colouring) => Partial<Judged>) {
  const raster = userInterface(160, 120);
  const context = engineContext({ codecs, budget });
  const request = { floor: FLOOR, reference: raster, render: renderPlain };
  const meter = new WholeMeter(request, context);
  const map = meter.map.bind(meter);
  vi.spyOn(meter, 'map').mockImplementation(async (...args) => {
    const judged = await map(...args);
    return { ...judged, ...judgedAs(judged.colouring) };
  });
  const whole = new WholePicture(raster, new PartMeter(raster, request, context), meter);
  return { whole, ladder: paletteLadder(raster, budget) };
}

/** A trial of a part that reached the floor with a lambda of 30. @param bytesAt what it takes at a lambda */
async function trialOf(palette: Uint8Array, bytesAt: (lambda: number) => number): Promise<Trial> {
  const search = new LambdaSearch({
    floor: FLOOR,
    measure: (lambda) => Promise.resolve({ lambda, score: FLOOR, bytes: bytesAt(lambda) }),
    isBudgetSpent: () => true,
  });
  await search.at(30);
  return { palette, dither: 0, search, bestScore: FLOOR };
}

/** The lambdas at which a whole picture is mapped once the budget is spent. @param lost points of a whole at the lambda that its part promised */
async function lambdasTried(lost: number): Promise<number[]> {
  const lambdas: number[] = [];
  const { whole, ladder } = wholeWith(new WorkBudget(0), ({ lambda }) => {
    lambdas.push(lambda);
    return { score: lambdas.length === 1 ? FLOOR - lost : 90 };
  });
  await whole.smallestAcceptable([await trialOf(ladder.fullest, () => 1000)]);
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
  const { whole, ladder } = wholeWith(new WorkBudget(Infinity), ({ palette, lambda }) => {
    const isMissed = palette === ladder.fullest && lambda === 30;
    return { isShifted: false, isFaded: false, score: isMissed ? FLOOR - 0.5 : FLOOR + 0.5 };
  });
  const honest = ladder.of(40);
  const trials = [
    await trialOf(ladder.fullest, (lambda) => (lambda < 30 ? 2000 : 1000)),
    await trialOf(honest, () => 1100),
  ];
  expect((await whole.smallestAcceptable(trials))!.colouring.palette).toBe(honest);
});
