import { RenderBudget } from '../../../budget/render-budget.ts';

/**
 * What drawing a document may take, all versions of it together: in any file, and for each byte of it. Of 32 regular files
 * of 0.03 to 4 MB most take less than 1e9 for all their pages once; the costliest page takes 12e9, for 1.1 MB.
 */
const FREE_UNITS = 24e9;
const UNITS_PER_BYTE = 20_000;
const MAX_UNITS = 400e9;

/** Memory of the renderer: the document twice and what it draws. The costliest of those files takes 40 MB. */
const FREE_MEMORY = 160 * 1024 ** 2;
const MEMORY_PER_BYTE = 8;
const MAX_MEMORY = 2 ** 31;

/** The budget of a document. @param fileBytes size of the file, in bytes */
export function renderBudgetOf(fileBytes: number): RenderBudget {
  const units = Math.min(MAX_UNITS, FREE_UNITS + fileBytes * UNITS_PER_BYTE);
  // A page may be drawn of the source, of a result and once more.
  return new RenderBudget({ units, unitsOfPage: Math.floor(units / 3), memoryBytes: memoryOf(fileBytes) });
}

function memoryOf(fileBytes: number): number {
  return Math.min(MAX_MEMORY, FREE_MEMORY + fileBytes * MEMORY_PER_BYTE);
}

/**
 * What decoding the JBIG2 pictures of a document may take: one that is drawn at its own size takes 300 units a pixel, at 25e9 a
 * second, and a scan has up to 200 pixels a byte.
 */
const UNITS_PER_BYTE_OF_BITMAPS = 80_000;

/** The budget of a document's JBIG2 pictures. @param fileBytes size of the file, in bytes */
export function bitmapBudgetOf(fileBytes: number): RenderBudget {
  return new RenderBudget({
    units: Math.min(MAX_UNITS, FREE_UNITS + fileBytes * UNITS_PER_BYTE_OF_BITMAPS),
    unitsOfPage: FREE_UNITS,
    memoryBytes: memoryOf(fileBytes),
  });
}
