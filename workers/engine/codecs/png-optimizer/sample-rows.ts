/** Rows from `start` to before `end`. */
export interface RowBand {
  readonly start: number;
  readonly end: number;
}

/** Every row of a picture. */
export function allRows(height: number): readonly RowBand[] {
  return [{ start: 0, end: height }];
}

/** Bands of a sample: each is longer than the window of deflate. */
const BANDS = 8;

/**
 * Rows that stand for a picture, in bands that are spread evenly; all rows where they are few.
 * @param rowBytes of the widest way to store a row
 * @param mostBytes of the sample
 */
export function sampleRows(height: number, rowBytes: number, mostBytes: number): readonly RowBand[] {
  const rows = Math.max(BANDS, Math.floor(mostBytes / rowBytes));
  if (rows >= height) return allRows(height);
  const bandRows = Math.floor(rows / BANDS);
  return Array.from({ length: BANDS }, (_, band) => {
    const start = Math.floor((band * (height - bandRows)) / (BANDS - 1));
    return { start, end: start + bandRows };
  });
}

/** Rows in all bands. */
export function countRows(bands: readonly RowBand[]): number {
  return bands.reduce((sum, { start, end }) => sum + end - start, 0);
}
