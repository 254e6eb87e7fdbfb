import { describe, expect, it } from 'vitest';
import { renderPlain } from '#engine/palette/map/indexed-picture.ts';
import { PictureProbe } from '#engine/palette/choose/picture-probe.ts';
import { WorkBudget } from '#engine/budget/work-budget.ts';
import { photoLike } from '#tests/fixtures/pictures/generated-pictures.ts';
import { engineContext } from '#tests/support/engine-context.ts';
import { codecs } from '#tests/support/engine-run.ts';

function probeOf(width: number, height: number, effort: 'fast' | 'full', budget = new WorkBudget(Infinity)) {
  const raster = photoLike(width, height);
  const request = { floor: 71, orientation: 1, reference: raster, render: renderPlain };
  return new PictureProbe(
    raster,
    { ...request, effort, usefulBytes: 1000 },
    engineContext({ codecs, budget }),
  );
}

describe('PictureProbe', () => {
  it('ends a search sooner where the part is the whole picture and there are other ways to store it', () => {
    expect(probeOf(80, 60, 'fast').subject.hopelessBytes).toBe(1300);
    expect(probeOf(80, 60, 'full').subject.hopelessBytes).toBe(2500);
    const large = probeOf(1000, 800, 'fast');
    expect(large.isWhole).toBe(false);
    expect(large.subject.hopelessBytes).toBeCloseTo(2500 * ((464 * 928) / 800_000));
  });

  it('is late while there is still work left for packing the answer', () => {
    expect(probeOf(1000, 100, 'full', new WorkBudget(100)).isLate).toBe(false);
    expect(probeOf(1000, 100, 'full', new WorkBudget(20)).isLate).toBe(true);
  });

  it('rules palettes with hardly more colours out only when the time is up, and with dither never', () => {
    const [palette, fuller] = [new Uint8Array(4 * 20), new Uint8Array(4 * 90)];
    const [early, late] = [1000, 20].map((ms) => probeOf(1000, 100, 'full', new WorkBudget(ms)));
    for (const probe of [early!, late!]) probe.ruleOut(new Uint8Array(4 * 20));
    expect(early!.isRuledOut({ palette, dither: 0 })).toBe(false);
    expect(late!.isRuledOut({ palette, dither: 0 })).toBe(true);
    expect(late!.isRuledOut({ palette: fuller, dither: 0 })).toBe(false);
    expect(late!.isRuledOut({ palette, dither: 0.5 })).toBe(false);
  });
});
