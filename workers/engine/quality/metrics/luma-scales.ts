/**
 * What measures of multi-scale structural similarity have in common: weights and constants as published, and the step
 * from one scale to the next.
 * Source: Wang, Simoncelli and Bovik, "Multiscale structural similarity", 2003.
 */
export const WEIGHTS = [0.0448, 0.2856, 0.3001, 0.2363, 0.1333];
export const C1 = (0.01 * 255) ** 2;
export const C2 = (0.03 * 255) ** 2;

/** Brightness of a picture, 0 to 255. */
export interface Luma {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
}

/** Half the width and height, each pixel the mean of four; an odd row or column falls away. */
export function halved({ width, height, data }: Luma): Luma {
  const half = { width: width >> 1, height: height >> 1 };
  const smaller = new Float32Array(half.width * half.height);
  for (let y = 0, to = 0; y < half.height; y++) {
    for (let x = 0, at = 2 * y * width; x < half.width; x++, at += 2, to++)
      smaller[to] = (data[at]! + data[at + 1]! + data[at + width]! + data[at + width + 1]!) / 4;
  }
  return { ...half, data: smaller };
}
