import { describe, expect, it } from 'vitest';
import { equalBytes } from '#engine/base/bytes.ts';
import type { PageRenderer, PageView } from '#engine/codecs/ports/page-renderer.ts';
import { RenderBudget } from '#engine/budget/render-budget.ts';
import { PdfBuilder } from '#tests/fixtures/pdf/pdf-builder.ts';

const OPTIONS = { dpi: 72, maxPixels: 1e6 };

/** What every PageRenderer promises. */
export function describePageRenderer(pages: PageRenderer): void {
  describe('page rendering', () => {
    it('draws a page on white, and reads its text', async () => {
      const document = await pages.open(twoPages());
      expect(document.pageCount).toBe(2);
      const { raster, text } = await document.render(0, OPTIONS);
      document.close();
      expect(raster).toMatchObject({ width: 612, height: 792, channels: 4 });
      expect(text.trim()).toBe('A page with words');
      expect(levelAt(raster, 300, 700)).toBe(255);
      expect(levelAt(raster, 120, 392)).toBe(0);
    });

    it('draws annotations and form fields', async () => {
      const document = await pages.open(twoPages());
      const { raster } = await document.render(1, OPTIONS);
      document.close();
      expect(levelAt(raster, 120, 792 - 620)).toBeLessThan(10);
    });

    it('scales by the resolution, down to the pixel limit', async () => {
      const document = await pages.open(twoPages());
      const small = await document.render(0, { dpi: 36, maxPixels: 1e6 });
      const limited = await document.render(0, { dpi: 300, maxPixels: 10_000 });
      document.close();
      expect(small.raster).toMatchObject({ width: 306, height: 396 });
      expect(limited.raster.width * limited.raster.height).toBeLessThan(10_400);
    });

    it('draws the same page alike each time', async () => {
      const draw = async (): Promise<PageView> => {
        const document = await pages.open(twoPages());
        try {
          return await document.render(1, OPTIONS);
        } finally {
          document.close();
        }
      };
      const first = await draw();
      expect(equalBytes((await draw()).raster.data, first.raster.data)).toBe(true);
    });

    it('closes twice', async () => {
      const document = await pages.open(twoPages());
      document.close();
      document.close();
    });

    it('refuses what is no document, pages that are not there, and works on', async () => {
      const noise = new TextEncoder().encode('%PDF-1.7 and no more');
      await expect(pages.open(noise)).rejects.toMatchObject({ code: 'damaged' });
      const document = await pages.open(twoPages());
      await expect(document.render(7, OPTIONS)).rejects.toMatchObject({ code: 'damaged' });
      expect((await document.render(0, OPTIONS)).text).toContain('words');
      document.close();
    });

    it('ends at the same point of a page that takes too much, and works on', async () => {
      const limits = { units: 1e9, unitsOfPage: 5e8, memoryBytes: 256 * 1024 ** 2 };
      const spent = async (): Promise<number> => {
        const budget = new RenderBudget(limits);
        const document = await pages.open(densePages(), budget);
        await expect(document.render(0, OPTIONS)).rejects.toMatchObject({ code: 'limit-exceeded' });
        const left = budget.allowance;
        document.close();
        return left;
      };
      const first = await spent();
      expect(await spent()).toBe(first);
      const document = await pages.open(densePages(), new RenderBudget({ ...limits, units: 1e10 }));
      await expect(document.render(0, OPTIONS)).rejects.toMatchObject({ code: 'limit-exceeded' });
      expect((await document.render(1, OPTIONS)).text).toContain('words');
      document.close();
    });

    it('opens a document when nothing is left, and draws none of its pages', async () => {
      const budget = new RenderBudget({ units: 0, unitsOfPage: 0, memoryBytes: 256 * 1024 ** 2 });
      const document = await pages.open(twoPages(), budget);
      expect(document.pageCount).toBe(2);
      await expect(document.render(0, OPTIONS)).rejects.toMatchObject({ code: 'limit-exceeded' });
      document.close();
    });

    it('ends where a page takes too much memory', async () => {
      const budget = new RenderBudget({ units: 1e12, unitsOfPage: 1e12, memoryBytes: 24 * 1024 ** 2 });
      const document = await pages.open(densePages(), budget);
      await expect(document.render(2, OPTIONS)).rejects.toMatchObject({ code: 'limit-exceeded' });
      expect((await document.render(1, OPTIONS)).text).toContain('words');
      document.close();
    });

    it.each([
      ['with a password', '/Filter/Standard'],
      ['for certain people', '/Filter/Adobe.PubSec'],
    ])('tells a document that opens only %s', async (_, filter) => {
      const builder = new PdfBuilder();
      builder.page('', '');
      const keys = `<${'00'.repeat(32)}>`;
      const trailer = `/ID[<00><00>]/Encrypt<<${filter}/V 1/R 2/O ${keys}/U ${keys}/P -1>>`;
      await expect(pages.open(builder.build({ trailer }))).rejects.toMatchObject({
        code: 'password-protected',
      });
    });
  });
}

/** A page of many strokes, one with words, and one of many different objects. */
function densePages(): Uint8Array {
  const builder = new PdfBuilder();
  const font = builder.add('<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>');
  builder.page('0 0 m 600 700 l S\n'.repeat(100_000), '');
  builder.page('BT /F 24 Tf 72 700 Td (A page with words) Tj ET', `/Font<</F ${font}>>`);
  const curves = Array.from({ length: 60_000 }, (_, i) => `${i % 600} ${i % 700} 9 9 re f`);
  builder.page(curves.join('\n'), '');
  return builder.build();
}

/** A page with a sentence and a black square; a page with a filled form field. */
function twoPages(): Uint8Array {
  const builder = new PdfBuilder();
  const font = builder.add('<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>');
  const resources = `/Font<</F ${font}>>`;
  builder.page('BT /F 24 Tf 72 700 Td (A page with words) Tj ET 100 380 40 40 re f', resources);
  const look = builder.stream('/Type/XObject/Subtype/Form/BBox[0 0 100 40]', '0 g 0 0 100 40 re f');
  const field = builder.add(
    `<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/Rect[72 600 172 640]/AP<</N ${look}>>>>`,
  );
  builder.page('', resources, `/Annots[${field}]`);
  builder.inCatalog(`/AcroForm<</Fields[${field}]>>`);
  return builder.build();
}

function levelAt({ width, data }: PageView['raster'], x: number, y: number): number {
  return data[(y * width + x) * 4]!;
}
