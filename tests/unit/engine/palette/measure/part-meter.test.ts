import { describe, expect, it } from 'vitest';
import { renderPlain } from '#engine/palette/map/indexed-picture.ts';
import { PartMeter } from '#engine/palette/measure/part-meter.ts';
import { WorkBudget } from '#engine/budget/work-budget.ts';
import { photoLike } from '#tests/fixtures/pictures/generated-pictures.ts';
import { engineContext } from '#tests/support/engine-context.ts';
import { codecs } from '#tests/support/engine-run.ts';

function meterOf(width: number, height: number, effort: 'fast' | 'full', budget = new WorkBudget(Infinity)) {
  const raster = photoLike(width, height);
  const request = { floor: 71, reference: raster, render: renderPlain };
  return new PartMeter(raster, { ...request, effort, maxBytes: 1000 }, engineContext({ codecs, budget }));
}

describe('PartMeter', () => {
  it('ends a search sooner where the part is the whole picture and there are other ways to store it', () => {
    expect(meterOf(80, 60, 'fast').subject.tooLongBytes).toBe(1300);
    expect(meterOf(80, 60, 'full').subject.tooLongBytes).toBe(2500);
    const large = meterOf(1200, 1000, 'fast');
    expect(large.isWhole).toBe(false);
    expect(large.subject.tooLongBytes).toBeCloseTo(2500 * ((464 * 1856) / 1_200_000));
  });

  it('measures the tile in which the whole missed the floor as strictly as the whole is judged', async () => {
    const raster = photoLike(1200, 1000);
    const request = { floor: 71, orientation: 1, reference: raster, render: renderPlain };
    const context = engineContext({ codecs });
    const palette = Uint8Array.of(0, 0, 0, 255, 255, 255, 255, 255);
    const missed = { tile: { x: 704, y: 64, width: 448, height: 448 }, slackPoints: 10, palette };
    const scoreOf = async (meter: PartMeter) => (await meter.subject.measurerFor(palette, 0)(0)).score;
    const without = new PartMeter(raster, request, context);
    const withTile = new PartMeter(raster, request, context, missed);
    expect([without.hasTile, withTile.hasTile]).toEqual([false, true]);
    expect(await scoreOf(withTile)).toBeLessThanOrEqual((await scoreOf(without)) + 10);
  });

  it('measures once what another lambda maps to the same colours', async () => {
    const raster = {
      ...photoLike(40, 40),
      data: new Uint8Array(40 * 40 * 3).map((_, at) => (at % 6 < 3 ? 0 : 255)),
    };
    let shown = 0;
    const render: typeof renderPlain = (picture) => renderPlain(picture).finally(() => shown++);
    const { subject } = new PartMeter(
      raster,
      { floor: 71, reference: raster, render },
      engineContext({ codecs }),
    );
    const measure = subject.measurerFor(Uint8Array.of(0, 0, 0, 255, 255, 255, 255, 255), 0);
    const [first, second] = [await measure(0), await measure(7)];
    expect(shown).toBe(1);
    expect(second.score).toBe(first.score);
  });

  it('counts the budget as spent while there is still work left for packing the answer', () => {
    expect(meterOf(1000, 100, 'full', new WorkBudget(100)).isBudgetSpent).toBe(false);
    expect(meterOf(1000, 100, 'full', new WorkBudget(10)).isBudgetSpent).toBe(true);
  });
});
