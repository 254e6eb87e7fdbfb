import { StillJudge } from '../../quality/judge.ts';
import type { Sampling } from '../../quality/metrics/ssimulacra2/sample-tiles.ts';
import type { Raster } from '../../base/raster.ts';
import { encodeOnTrial, type DisplayRequest, type Setting } from '../still/floor-request.ts';
import { probeOf } from './mosaic.ts';

/**
 * What bands allow where they would show most. That part of a large picture is encoded by itself: in its mosaic it would change what
 * encoders spend on the others.
 * @param sampling of the picture
 * @returns null where the spots and the cover show all of it
 */
export function slopeTrial(
  raster: Raster,
  { slope }: Sampling,
  { reference = raster, decodeForDisplay }: Pick<DisplayRequest, 'reference' | 'decodeForDisplay'>,
): ((setting: Setting, quality: number) => Promise<number>) | null {
  if (!slope) return null;
  const alone = { spots: [slope], cover: [] };
  const { raster: part, sampling } = probeOf(raster, alone);
  const shown = reference === raster ? part : probeOf(reference, alone).raster;
  const places = { spots: [], cover: [], slope: sampling.spots[0] };
  const judge = new StillJudge(shown, { floor: 0, as: 'blocks', sampling: places });
  return async (setting, quality) =>
    judge.slopeScore(await decodeForDisplay(await encodeOnTrial(setting, part, quality)));
}
