export interface Column<Row> {
  readonly title: string;
  readonly value: (row: Row) => string;
  /** Text stands left, numbers right [numbers]. */
  readonly isText?: boolean;
}

/** Prints rows under their titles, each column as wide as its widest cell. */
export function printTable<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): void {
  const cells = [
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map(({ value }) => value(row))),
  ];
  const widths = columns.map((_, at) => Math.max(...cells.map((line) => line[at]?.length ?? 0)));
  for (const line of cells) {
    const padded = line.map((cell, at) =>
      columns[at]?.isText ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0),
    );
    console.log(padded.join('  ').trimEnd());
  }
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** @param share 0 to 1 */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
