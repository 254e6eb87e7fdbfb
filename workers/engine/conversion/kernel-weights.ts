import { EXACT_STEPS, LANCZOS_LOBES } from './tuning.ts';

/** What of a source line makes one sample of a scaled one. */
export interface Taps {
  /** The first sample. */
  readonly from: number;
  /** Weights of it and those that follow; their sum is 1. */
  readonly weights: Float64Array;
}

/** The taps of each sample of a line that is scaled down. @param length of the source @param scaled at most `length` */
export function kernelTaps(length: number, scaled: number): Taps[] {
  const step = length / scaled;
  const reach = LANCZOS_LOBES * step;
  return Array.from({ length: scaled }, (_, index) => {
    const centre = (index + 0.5) * step;
    const from = Math.max(0, Math.floor(centre - reach));
    const to = Math.min(length, Math.ceil(centre + reach));
    const weights = Float64Array.from({ length: to - from }, (__, i) => {
      const exact = lanczos((from + i + 0.5 - centre) / step);
      return Math.round(exact * EXACT_STEPS) / EXACT_STEPS;
    });
    const sum = weights.reduce((total, weight) => total + weight, 0);
    return { from, weights: weights.map((weight) => weight / sum) };
  });
}

function lanczos(x: number): number {
  if (x === 0) return 1;
  if (Math.abs(x) >= LANCZOS_LOBES) return 0;
  const angle = Math.PI * x;
  return (LANCZOS_LOBES * Math.sin(angle) * Math.sin(angle / LANCZOS_LOBES)) / (angle * angle);
}
