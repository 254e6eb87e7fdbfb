import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Codecs } from '#engine/codecs/ports/codecs.ts';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import { compress } from '#engine/index.ts';
import { WorkBudget } from '#engine/budget/work-budget.ts';
import { photoLike } from '#tests/fixtures/pictures/generated-pictures.ts';

const codecs = createNativeCodecs();

describe('WorkBudget', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is spent by the work that was counted', () => {
    const budget = new WorkBudget(100);
    budget.charge(99);
    expect([budget.isSpent, budget.spentMs, budget.leftMs]).toEqual([false, 99, 1]);
    budget.charge(1);
    expect(budget.isSpent).toBe(true);
  });

  it('is spent from the start when there is none', () => {
    expect(new WorkBudget(0).isSpent).toBe(true);
  });

  it('never ends when it is infinite', () => {
    const budget = new WorkBudget(Infinity);
    budget.charge(1e12);
    expect(budget.isSpent).toBe(false);
  });

  it('does not go by the clock', () => {
    vi.useFakeTimers({ toFake: ['performance', 'Date'] });
    const budget = new WorkBudget(60_000);
    vi.advanceTimersByTime(24 * 3_600_000);
    expect(budget.leftMs).toBe(60_000);
  });

  it('counts what is done for a part, which ends before the whole', () => {
    const whole = new WorkBudget(100);
    whole.charge(10);
    const part = whole.part(30);
    part.charge(20);
    whole.charge(5);
    expect([part.spentMs, part.leftMs, part.isSpent]).toEqual([25, 5, false]);
    part.charge(5);
    expect(part.isSpent).toBe(true);
    expect([whole.spentMs, whole.leftMs, whole.isSpent]).toEqual([40, 60, false]);
  });

  it('leaves a part no more than the whole has left', () => {
    const whole = new WorkBudget(100);
    const part = whole.part(Infinity);
    whole.charge(100);
    expect(part.isSpent).toBe(true);
    expect(new WorkBudget(Infinity).part(Infinity).isSpent).toBe(false);
  });

  it('allows as much work as at the start once it is renewed, and gives the whole back what a part took', () => {
    const whole = new WorkBudget(100);
    whole.charge(120);
    whole.renew();
    expect([whole.spentMs, whole.leftMs]).toEqual([120, 100]);
    const part = whole.part(30);
    part.charge(80);
    part.renew();
    expect([part.leftMs, whole.leftMs]).toEqual([30, 100]);
    part.charge(20);
    expect([part.leftMs, whole.leftMs]).toEqual([10, 80]);
    const none = new WorkBudget(0);
    none.renew();
    expect(none.isSpent).toBe(true);
  });

  it('ends the search at the same encode however slowly the codecs answer', async () => {
    const source = await codecs.image.encodeJpeg(photoLike(400, 300), { quality: 95, chroma: '4:4:4' });
    const run = async (budgetMs: number, delayMs: number) => {
      const { encodes, counting } = counted(codecs, delayMs);
      const { bytes } = await compress(source, { budgetMs, codecs: counting });
      return { bytes, encodes: encodes() };
    };
    const quick = await run(30, 0);
    const slow = await run(30, 15);
    const patient = await run(60_000, 0);
    expect(slow).toEqual(quick);
    expect(quick.encodes).toBeLessThan(patient.encodes);
  });
});

function counted(plain: Codecs, delayMs: number) {
  let encodes = 0;
  const encodeJpeg: Codecs['image']['encodeJpeg'] = async (raster, options) => {
    encodes++;
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    return plain.image.encodeJpeg(raster, options);
  };
  return { encodes: () => encodes, counting: { ...plain, image: { ...plain.image, encodeJpeg } } };
}
