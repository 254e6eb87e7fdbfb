import { concatBytes, equalBytes } from '../../bytes.ts';
import { MqEncoder } from './mq-encoder.ts';

/** One bit a pixel, 1 = black, rows padded to whole bytes. */
export interface Bitmap {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Context that the standard gives to "this row is like the one above" in template 0 (ITU-T T.88, 6.2.5.7). */
const SAME_ROW_CONTEXT = 0x9b25;

/**
 * Encodes a bitmap without loss as one generic region (template 0, typical prediction), in the embedded form that
 * PDF's JBIG2Decode expects: a page information segment and the region, no file header.
 * Source: ITU-T T.88, 6.2, 7.2 and 7.4.
 */
export function encodeJbig2(bitmap: Bitmap): Uint8Array {
  const { width, height } = bitmap;
  const coded = encodeRegion(bitmap);
  const page = [...be32(width), ...be32(height), ...be32(0), ...be32(0), 1, 0, 0];
  const region = [...be32(width), ...be32(height), ...be32(0), ...be32(0), 0];
  // Template 0, typical prediction on, adaptive pixels where they usually are.
  const generic = [0x08, 3, -1, -3, -1, 2, -2, -2, -2].map((value) => value & 255);
  const head = [
    ...segmentHeader(0, PAGE_INFORMATION, page.length),
    ...page,
    ...segmentHeader(1, IMMEDIATE_GENERIC_REGION, region.length + generic.length + coded.length),
    ...region,
    ...generic,
  ];
  return concatBytes([Uint8Array.from(head), coded]);
}

const PAGE_INFORMATION = 48;
const IMMEDIATE_GENERIC_REGION = 38;

/** Number, type, no references, page 1, length (T.88, 7.2). */
function segmentHeader(number: number, type: number, length: number): number[] {
  return [...be32(number), type, 0, 1, ...be32(length)];
}

function be32(value: number): number[] {
  return [(value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
}

function encodeRegion({ width, height, data }: Bitmap): Uint8Array {
  const encoder = new MqEncoder(1 << 16);
  const rowBytes = (width + 7) >> 3;
  // Rows as one byte a pixel with a margin of white, so that contexts need no edge cases.
  const margin = 4;
  let above2 = new Uint8Array(width + 2 * margin);
  let above = new Uint8Array(width + 2 * margin);
  let row = new Uint8Array(width + 2 * margin);
  let wasSame = 0;
  for (let y = 0; y < height; y++) {
    const start = y * rowBytes;
    for (let x = 0; x < width; x++) row[x + margin] = (data[start + (x >> 3)]! >> (7 - (x & 7))) & 1;
    const same = equalBytes(row, above) ? 1 : 0;
    encoder.encode(SAME_ROW_CONTEXT, same ^ wasSame);
    wasSame = same;
    if (same === 0) encodeRow(encoder, row, above, above2, width, margin);
    [above2, above, row] = [above, row, above2];
  }
  return encoder.finish();
}

/** Template 0: four pixels to the left, seven of the row above, five of the row above that. */
function encodeRow(
  encoder: MqEncoder,
  row: Uint8Array,
  above: Uint8Array,
  above2: Uint8Array,
  width: number,
  margin: number,
): void {
  let left = 0;
  let middle = (above[margin]! << 2) | (above[margin + 1]! << 1) | above[margin + 2]!;
  let top = (above2[margin]! << 1) | above2[margin + 1]!;
  for (let x = 0; x < width; x++) {
    const at = x + margin;
    middle = ((middle << 1) | above[at + 3]!) & 0x7f;
    top = ((top << 1) | above2[at + 2]!) & 0x1f;
    const pixel = row[at]!;
    encoder.encode((top << 11) | (middle << 4) | left, pixel);
    left = ((left << 1) | pixel) & 0x0f;
  }
}
