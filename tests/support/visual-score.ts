import type { Coding } from '#engine/quality/checks.ts';
import { judgeStill } from '#engine/quality/judge.ts';
import type { Sampling } from '#engine/quality/metrics/ssimulacra2/sample-tiles.ts';
import { VisualMeter } from '#engine/quality/metrics/ssimulacra2/visual-meter.ts';
import type { Raster } from '#engine/base/raster.ts';

/** What the tiles of a candidate say: the lower of its structure and its bands. */
export function visualScore(reference: Raster, candidate: Raster, sampling?: Sampling): number {
  const meter = new VisualMeter(reference, sampling);
  const { structure, bands } = meter.scoreSpots(meter.shown(candidate));
  return Math.min(structure, bands);
}

/** What the areas of a candidate allow; -Infinity where a part is lost. */
export function areaScore(reference: Raster, candidate: Raster, as: Coding = 'blocks'): number {
  return judgeStill(reference, candidate, { floor: 0, as }).areas;
}
