import { SAMPLE_BANDS } from '../tuning.ts';

/** Rows from `start` to before `end`. */
export interface RowBand {
  readonly start: number;
  readonly end: number;
}

/** Every row of a picture. */
export function allRows(height: number): readonly RowBand[] {
  return [{ start: 0, end: height }];
}

/**
 * Rows that stand for a picture, in bands that are spread evenly; all rows where they are few.
 * @param rowBytes of the widest way to store a row
 * @param mostBytes of the sample
 */
export function sampleRows(height: number, rowBytes: number, mostBytes: number): readonly RowBand[] {
  const rows = Math.max(SAMPLE_BANDS, Math.floor(mostBytes / rowBytes));
  if (rows >= height) return allRows(height);
  const bandRows = Math.floor(rows / SAMPLE_BANDS);
  return Array.from({ length: SAMPLE_BANDS }, (_, band) => {
    const start = Math.floor((band * (height - bandRows)) / (SAMPLE_BANDS - 1));
    return { start, end: start + bandRows };
  });
}

/** Rows in all bands. */
export function countRows(bands: readonly RowBand[]): number {
  return bands.reduce((sum, { start, end }) => sum + end - start, 0);
}
