import { linearToSrgb, srgbToLinear } from '../base/srgb.ts';
import { EXACT_STEPS } from './tuning.ts';

/** Linear light, 0 to 1, of each sample of 8 bits. Profiles of screens have nearly this curve. */
export const LIGHT_OF: Float64Array = Float64Array.from(
  { length: 256 },
  (_, sample) => Math.round(srgbToLinear(sample) * EXACT_STEPS) / EXACT_STEPS,
);

/** Light halfway between a sample and the next: what lies above belongs to that one. */
const HALFWAY: Float64Array = Float64Array.from(
  { length: 255 },
  (_, sample) => Math.round(srgbToLinear(sample + 0.5) * EXACT_STEPS) / EXACT_STEPS,
);

/** A sample near each of these steps of light, from which the right one is a step or two away. */
const GUESS_STEPS = 4096;
const GUESSES: Uint8Array = Uint8Array.from({ length: GUESS_STEPS + 1 }, (_, step) =>
  Math.round(255 * linearToSrgb(step / GUESS_STEPS)),
);

/** The sample of 8 bits nearest to linear light; what lies outside of 0 to 1 is cut off. */
export function sampleOf(light: number): number {
  if (!(light > 0)) return 0;
  if (light >= 1) return 255;
  let sample = GUESSES[Math.round(light * GUESS_STEPS)]!;
  while (sample < 255 && light > HALFWAY[sample]!) sample++;
  while (sample > 0 && light <= HALFWAY[sample - 1]!) sample--;
  return sample;
}
