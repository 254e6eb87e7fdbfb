import type { BitCoder } from './bit-coder.ts';

/** Contexts of the numbers in symbol dictionaries and text regions (ITU-T T.88, Annex A); each has 512. */
const NUMBERS = [
  'deltaHeight',
  'deltaWidth',
  'parts',
  'exported',
  'deltaRow',
  'firstX',
  'deltaX',
  'isRefined',
  'refinedWidth',
  'refinedHeight',
  'refinedX',
  'refinedY',
] as const;

type NumberKind = (typeof NUMBERS)[number];

/** Where the contexts of bitmaps in template 0 begin, of which there are 65 536. */
export const BITMAP_CONTEXTS = 0;
/** Where those of refinements in template 0 begin, of which there are 8192. */
export const REFINEMENT_CONTEXTS = 1 << 16;
const NUMBER_CONTEXTS = REFINEMENT_CONTEXTS + (1 << 13);
const CONTEXTS_OF_NUMBER = 512;
const ID_CONTEXTS = NUMBER_CONTEXTS + CONTEXTS_OF_NUMBER * NUMBERS.length;

const baseOf = Object.fromEntries(
  NUMBERS.map((kind, index) => [kind, NUMBER_CONTEXTS + CONTEXTS_OF_NUMBER * index]),
) as Readonly<Record<NumberKind, number>>;

/** Contexts of a segment that names its symbols by so many bits. */
export function contextCount(idBits: number): number {
  return ID_CONTEXTS + (1 << idBits);
}

/** Bits that name one of so many symbols. */
export function idBitsFor(symbols: number): number {
  return Math.ceil(Math.log2(Math.max(1, symbols)));
}

/** Prefixes of numbers: how many numbers begin with so many ones, and the bits that follow (T.88, table A.1). */
const RANGES: readonly (readonly [size: number, bits: number])[] = [
  [4, 2],
  [16, 4],
  [64, 6],
  [256, 8],
  [4096, 12],
  [Infinity, 32],
];

/** Codes a number, or the mark that ends a list (T.88, A.2). */
export function codeNumber(coder: BitCoder, kind: NumberKind, value: number | 'end'): void {
  const base = baseOf[kind];
  let previous = 1;
  const put = (bit: number): void => {
    coder.encode(base + previous, bit);
    previous = previous < 256 ? (previous << 1) | bit : (((previous << 1) | bit) & 511) | 256;
  };
  const isNegative = value === 'end' || value < 0;
  put(isNegative ? 1 : 0);
  let left = value === 'end' ? 0 : Math.abs(value);
  for (const [index, [size, bits]] of RANGES.entries()) {
    if (left >= size) {
      put(1);
      left -= size;
      continue;
    }
    if (index < RANGES.length - 1) put(0);
    for (let bit = bits - 1; bit >= 0; bit--) put((left >>> bit) & 1);
    return;
  }
}

/** Codes the number of a symbol (T.88, A.3). */
export function codeId(coder: BitCoder, id: number, idBits: number): void {
  let previous = 1;
  for (let bit = idBits - 1; bit >= 0; bit--) {
    const value = (id >> bit) & 1;
    coder.encode(ID_CONTEXTS + previous, value);
    previous = (previous << 1) | value;
  }
}
