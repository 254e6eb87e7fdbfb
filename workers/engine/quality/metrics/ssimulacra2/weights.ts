/** What a plane at one scale adds to the error sum. */
export interface PlaneWeights {
  /** 0 full size, each next one half. */
  readonly scale: number;
  readonly channel: 'x' | 'y' | 'b';
  /**
   * Means of the maps structure, artefact (edges where the reference has none) and detail (edges that are gone),
   * then their 4-norms, which weigh the largest errors most.
   */
  readonly weights: readonly number[];
  /** Whether the structure map or the two edge maps carry any weight. */
  readonly needsStructure: boolean;
  readonly needsEdges: boolean;
}

export const SCALES = 6;

/**
 * The planes that carry weight for a picture of so many scales.
 * The published tool hands out its 108 weights one after the other to the scales that the picture has; with fewer than
 * six (a side of 224 px or less) the later channels get weights meant for other scales. We do the same, so that our
 * scores mean what those of other builds mean. Weights too small to move a score by 0.02 count as zero.
 * @param scales 1 to 6
 */
export function planeWeights(scales: number): readonly PlaneWeights[] {
  const planes: PlaneWeights[] = [];
  (['x', 'y', 'b'] as const).forEach((channel, c) => {
    for (let scale = 0; scale < scales; scale++) {
      const at = (c * scales + scale) * 6;
      const weights = WEIGHTS.slice(at, at + 6).map((weight) => (weight < 0.003 ? 0 : weight));
      const needsStructure = weights[0] !== 0 || weights[3] !== 0;
      const needsEdges = [1, 2, 4, 5].some((i) => weights[i] !== 0);
      if (needsStructure || needsEdges) planes.push({ scale, channel, weights, needsStructure, needsEdges });
    }
  });
  return planes.sort((a, b) => a.scale - b.scale);
}

/** Turns the weighted sum of the maps into a score: 100 identical, 90 hard to tell apart, 70 high, 50 medium quality. */
export function scoreOfError(weightedSum: number): number {
  const error = 17.829717797575952 * weightedSum - 1.634169143917183;
  return error > 0 ? 100 - 10 * error ** 0.5453261009510213 : 100;
}

/**
 * SSIMULACRA 2.0: for each channel, for each scale, the six weights of PlaneWeights.
 * Source: J. Sneyers, SSIMULACRA 2 (Cloudinary, July 2022), published with the JPEG XL reference tools (BSD-3-Clause).
 * Version 2.0 rather than 2.1, because its builds for JavaScript, against which this meter is checked, are 2.0.
 */
// prettier-ignore
const WEIGHTS: readonly number[] = [
  // X
  0, 0, 0, 1.0035479352512353, 0.00011322061110474735, 0.00040442991823685936,
  0.0018953834105783773, 0, 0, 8.982542997575905, 0.9899785796045556, 0,
  0.9748315131207942, 0.9581575169937973, 0, 0.5133611777952946, 1.0423189317331243, 0.000308010928520841,
  12.149584966240063, 0.9565577248115467, 0, 1.0406668123136824, 81.51139046057362, 0.30593391895330946,
  1.0752214433626779, 1.1039042369464611, 0, 1.021911638819618, 1.1141823296855722, 0.9730845751441705,
  0, 0, 0, 0.9833918426095505, 0.7920385137059867, 0.9710740411514053,
  // Y
  0, 0, 0, 0.5387077903152638, 0, 3.4036945601155804,
  0, 0, 0, 2.337569295661117, 0, 5.707946510901609,
  37.83086423878157, 0, 0, 3.8258200594305185, 0, 0,
  24.073659674271497, 0, 0, 13.181871265286068, 0, 0,
  0, 0, 0, 10.00750121262895, 0, 0,
  0, 0, 0, 52.51428385603891, 0, 0,
  // B
  0, 0, 0, 0, 0, 0,
  0, 0, 0, 0, 0, 0,
  0, 0.9946464267894417, 0, 0, 0.0006040447715934816, 0,
  0, 0.9945171491374072, 0, 2.8260043809454376, 1.0052642766534516, 8.201441997546244e-05,
  12.154041855876695, 32.292928706201266, 0.992837130387521, 0, 30.71925517844603, 0.00012309907022278743,
  0, 0.9826260237051734, 0, 0, 0.9980928367837651, 0.012142430067163312,
];
