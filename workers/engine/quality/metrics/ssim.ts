/** Luma of a picture, 0 to 255. */
export interface Luma {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
}

/** Means over all windows of contrast and structure, and of those times luminance. */
export interface Similarity {
  readonly contrast: number;
  readonly whole: number;
}

/** What two windows hold: means, the sum of their variances, and their covariance. */
export interface Moments {
  readonly meanA: number;
  readonly meanB: number;
  readonly variances: number;
  readonly covariance: number;
}

/** Constants as published. Source: Wang, Bovik, Sheikh and Simoncelli, "Image quality assessment", 2004. */
const C1 = (0.01 * 255) ** 2;
export const C2 = (0.03 * 255) ** 2;

/** Adds up the similarity of windows. */
export class SimilaritySum {
  private contrast = 0;
  private whole = 0;
  private windows = 0;

  add({ meanA, meanB, variances, covariance }: Moments): void {
    const similar = (2 * covariance + C2) / (variances + C2);
    this.contrast += similar;
    this.whole += (similar * (2 * meanA * meanB + C1)) / (meanA * meanA + meanB * meanB + C1);
    this.windows++;
  }

  mean(): Similarity {
    return { contrast: this.contrast / this.windows, whole: this.whole / this.windows };
  }
}
