import { expect, it } from 'vitest';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import { bitmapBudgetOf, renderBudgetOf } from '#engine/documents/pdf/verify/render-limits.ts';
import { boxFontPdf } from '#tests/fixtures/pdf/font-documents.ts';

it.each([renderBudgetOf, bitmapBudgetOf])(
  'draws with what is left of the budget of any size',
  async (budgetOf) => {
    const budget = budgetOf(1_234_567);
    budget.charge(Math.floor(budget.limits.units - budget.limits.unitsOfPage / 2), false);
    const document = await createNativeCodecs().pages.open(boxFontPdf('simple', '(Box)'), budget);
    const { raster } = await document.render(0, { dpi: 50, maxPixels: 1_000_000 });
    document.close();
    expect(raster.data.some((sample) => sample < 128)).toBe(true);
  },
);
