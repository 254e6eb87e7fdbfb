import type { PngSource } from './png-source.ts';
import { withBackground } from './metadata/background.ts';
import { withTrailingOrientation } from './metadata/kept-chunks.ts';
import type { PngCandidate, PngStrategies } from './png-strategies.ts';

type Strategy = (...request: never[]) => Promise<PngCandidate | null>;

/** The strategies with results as they are handed over: sizes are compared with all that a file has to hold. */
export function finishing(strategies: PngStrategies, source: PngSource): PngStrategies {
  const finishedBy =
    (make: Strategy) =>
    async (...request: never[]) =>
      finish(await make(...request), source);
  const entries = Object.entries<Strategy>({ ...strategies });
  return Object.fromEntries(
    entries.map(([name, make]) => [name, finishedBy(make)]),
  ) as unknown as PngStrategies;
}

/** Puts back what depends on the layout of a result, or stands behind its samples. */
function finish(made: PngCandidate | null, { chunks, ancillary }: PngSource): PngCandidate | null {
  return made && { ...made, bytes: withTrailingOrientation(withBackground(made.bytes, chunks), ancillary) };
}
