/** A part of 8-bit RGB rows, at most a block a side. */
export interface Cell {
  readonly rgb: Uint8Array;
  /** Pixels a row, and rows. */
  readonly stride: number;
  readonly rows: number;
  /** First column and row. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}
