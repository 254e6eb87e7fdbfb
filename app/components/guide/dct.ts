/** Eight by eight values, row by row. */
export type Block = readonly number[];

/** Luminance quantization table of the JPEG standard (ITU-T T.81, Annex K, table K.1). */
const luminance: Block = [
  16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22,
  29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103,
  121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
];

interface EncodedBlock {
  /** The 64 rounded coefficients that a JPEG would store. */
  readonly coefficients: Block;
  /** How many of them are not zero. */
  readonly kept: number;
  /** Grey values, 0 to 255, as decoded from them. */
  readonly pixels: Block;
}

/**
 * What JPEG does to one block of grey values.
 * @param pixels  64 values, 0 to 255
 * @param quality 1 to 100, scaled as in the library of the Independent JPEG Group
 */
export function encodeBlock(pixels: Block, quality: number): EncodedBlock {
  const table = quantization(quality);
  const coefficients = forward(pixels.map((value) => value - 128)).map((value, index) =>
    Math.round(value / (table[index] ?? 1)),
  );
  const restored = inverse(coefficients.map((value, index) => value * (table[index] ?? 1)));
  return {
    coefficients,
    kept: coefficients.filter((value) => value !== 0).length,
    pixels: restored.map((value) => Math.min(255, Math.max(0, Math.round(value + 128)))),
  };
}

function quantization(quality: number): Block {
  const scale = quality < 50 ? 5000 / quality : 200 - quality * 2;
  return luminance.map((value) => Math.min(255, Math.max(1, Math.floor((value * scale + 50) / 100))));
}

function basis(position: number, frequency: number): number {
  const norm = frequency === 0 ? Math.SQRT1_2 : 1;
  return (norm / 2) * Math.cos(((2 * position + 1) * frequency * Math.PI) / 16);
}

function forward(block: Block): number[] {
  return transform((v, u, y, x) => basis(y, v) * basis(x, u), block);
}

function inverse(block: Block): number[] {
  return transform((y, x, v, u) => basis(y, v) * basis(x, u), block);
}

function transform(
  weight: (row: number, column: number, fromRow: number, fromColumn: number) => number,
  block: Block,
): number[] {
  return Array.from({ length: 64 }, (_, at) =>
    block.reduce((sum, value, from) => sum + value * weight(at >> 3, at & 7, from >> 3, from & 7), 0),
  );
}
