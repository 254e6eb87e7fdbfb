import { proportionOf } from '../../../budget/proportion.ts';
import { RenderBudget } from '../../../budget/render-budget.ts';

/**
 * What drawing a document may take for each megabyte of it, all versions together. Of 32 regular files of 0.03 to 4 MB most take
 * less than 1e9 for all their pages once; the costliest page takes 12e9, for 1.1 MB.
 */
const UNITS_PER_MB = 44e9;

/** Memory of the renderer in any file, which holds the document twice and what it draws: the costliest of those takes 40 MB. */
const FREE_MEMORY_BYTES = 160 * 1024 ** 2;
const MEMORY_PER_BYTE = 8;

/**
 * What decoding the JBIG2 pictures of a document may take for each megabyte: one that is drawn at its own size takes 300 units a
 * pixel, at 25e9 a second, and a scan has up to 200 pixels a byte.
 */
const BITMAP_UNITS_PER_MB = 80e9;

/** The budget of a document. @param fileBytes size of the file, in bytes */
export function renderBudgetOf(fileBytes: number): RenderBudget {
  return budgetOf(UNITS_PER_MB, fileBytes);
}

/** The budget of a document's JBIG2 pictures. @param fileBytes size of the file, in bytes */
export function bitmapBudgetOf(fileBytes: number): RenderBudget {
  return budgetOf(BITMAP_UNITS_PER_MB, fileBytes);
}

function budgetOf(unitsPerMb: number, fileBytes: number): RenderBudget {
  // Fuel of WebAssembly is counted whole.
  const units = Math.floor(unitsPerMb * proportionOf(fileBytes));
  // A page may be drawn of the source, of a result and once more.
  return new RenderBudget({
    units,
    unitsOfPage: Math.floor(units / 3),
    memoryBytes: FREE_MEMORY_BYTES + fileBytes * MEMORY_PER_BYTE,
  });
}
