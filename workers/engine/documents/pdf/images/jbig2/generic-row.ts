import type { BitCoder } from './bit-coder.ts';
import { BITMAP_CONTEXTS } from './contexts.ts';

/** White before and behind the pixels of a row, so that contexts need no edge cases. */
export const MARGIN = 3;

/** A row and the two above it: one byte a pixel, with a margin before and behind. */
interface Rows {
  readonly row: Uint8Array;
  readonly above: Uint8Array;
  readonly above2: Uint8Array;
}

/**
 * Codes a row of pixels: template 0 with its adaptive pixels where they usually
 * are, which is four pixels to the left, seven of the row above, five of the row above that (T.88, 6.2.5).
 */
export function codeRow(coder: BitCoder, { row, above, above2 }: Rows, width: number): void {
  let left = 0;
  let middle = (above[MARGIN]! << 2) | (above[MARGIN + 1]! << 1) | above[MARGIN + 2]!;
  let top = (above2[MARGIN]! << 1) | above2[MARGIN + 1]!;
  for (let at = MARGIN; at < MARGIN + width; at++) {
    middle = ((middle << 1) | above[at + 3]!) & 0x7f;
    top = ((top << 1) | above2[at + 2]!) & 0x1f;
    const pixel = row[at]!;
    coder.encode(BITMAP_CONTEXTS + ((top << 11) | (middle << 4) | left), pixel);
    left = ((left << 1) | pixel) & 0x0f;
  }
}
