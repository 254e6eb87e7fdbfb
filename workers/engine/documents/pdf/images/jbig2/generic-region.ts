import { concatBytes, equalBytes } from '../../../../base/bytes.ts';
import { rowBytesOf } from '../read/samples.ts';
import type { Bitmap } from './bitmap.ts';
import { BITMAP_CONTEXTS } from './contexts.ts';
import { codeRow, MARGIN } from './generic-row.ts';
import { MqEncoder } from './mq-encoder.ts';
import { regionHead } from './segments.ts';

/** Context that the standard gives to "this row is like the one above" in template 0 (ITU-T T.88, 6.2.5.7). */
const SAME_ROW_CONTEXT = BITMAP_CONTEXTS + 0x9b25;

/** Flags and places of the adaptive pixels: template 0, typical prediction on (T.88, 7.4.6). */
const HEAD = Uint8Array.from([0x08, 3, -1, -3, -1, 2, -2, -2, -2]);

/** The data of a generic region that covers its page (T.88, 6.2 and 7.4.6): all pixels, row by row. */
export function genericRegion(bitmap: Bitmap): Uint8Array {
  return concatBytes([regionHead(bitmap), HEAD, codePixels(bitmap)]);
}

function codePixels(bitmap: Bitmap): Uint8Array {
  const { width, height, data } = bitmap;
  const encoder = new MqEncoder(1 << 16);
  const rowBytes = rowBytesOf(width, 1, 1);
  let above2 = new Uint8Array(width + 2 * MARGIN);
  let above = new Uint8Array(width + 2 * MARGIN);
  let row = new Uint8Array(width + 2 * MARGIN);
  let wasSame = 0;
  for (let y = 0; y < height; y++) {
    const start = y * rowBytes;
    for (let x = 0; x < width; x++) row[x + MARGIN] = (data[start + (x >> 3)]! >> (7 - (x & 7))) & 1;
    const same = equalBytes(row, above) ? 1 : 0;
    encoder.encode(SAME_ROW_CONTEXT, same ^ wasSame);
    wasSame = same;
    if (same === 0) codeRow(encoder, { row, above, above2 }, width);
    [above2, above, row] = [above, row, above2];
  }
  return encoder.finish();
}
