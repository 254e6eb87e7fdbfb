import { hasSameSize, type Raster } from '../base/raster.ts';
import { areaScoreOf } from './metrics/area-score.ts';
import { blockColours } from './metrics/block-colours.ts';
import { huesKeptOf } from './metrics/hue-score.ts';
import { PlaceMeter } from './metrics/place-meter.ts';
import { isMeasuredWhole } from './metrics/ssimulacra2/sample-tiles.ts';
import { smallStructure } from './metrics/small-structure.ts';
import type { VisualMeter } from './metrics/ssimulacra2/visual-score.ts';

/** Points of score for the whole of the structure: how steeply both fall together on small pictures. */
const POINTS_OF_STRUCTURE = 500;

/** What a still picture is asked for. */
export interface StillRequest {
  /** Lowest score accepted. */
  readonly floor: number;
  /** Lowest structural similarity accepted, over white and over black; for small pictures [not asked for]. */
  readonly leastStructure?: number | undefined;
}

/** What a still picture shows all over. */
export interface Judgement {
  /** Below the floor for any of the faults. */
  readonly score: number;
  /** A part of it is lost. */
  readonly isGross: boolean;
  /** Areas have another colour than the floor allows. */
  readonly hasDrifted: boolean;
}

/**
 * Judges whole pictures whose samples were changed one by one, by palettes or by rounding, against one reference. Each fault
 * has a score of its own on one scale, and the lowest counts: structure and bands on the tiles, the colour of areas, hues,
 * the structure of an icon, and, once all these reach the floor, the worst place, which no tile may lie on.
 */
export class StillJudge {
  private readonly reference: Raster;
  private readonly request: StillRequest;
  private readonly meter: VisualMeter;
  private readonly places: PlaceMeter;

  /** @param meter of the reference */
  constructor(reference: Raster, request: StillRequest, meter: VisualMeter) {
    this.reference = reference;
    this.request = request;
    this.meter = meter;
    this.places = new PlaceMeter(reference);
  }

  /** @param measured what {@link structuredScore} says of the candidate, where that is known already */
  judge(candidate: Raster, measured?: number): Judgement {
    const { reference, request, meter } = this;
    if (!hasSameSize(reference, candidate)) return GROSS;
    const seen = blockColours(reference, candidate);
    const most = areaScoreOf(seen);
    if (most === -Infinity) return GROSS;
    const hues = huesKeptOf(seen);
    const structure = measured ?? structuredScore(meter, reference, candidate, request);
    const score = Math.min(most, hues, structure);
    return {
      score: isMeasuredWhole(reference)
        ? score
        : this.places.withWorst(score, request.floor, candidate, seen),
      isGross: false,
      hasDrifted: most < request.floor,
    };
  }
}

const GROSS: Judgement = { score: 0, isGross: true, hasDrifted: true };

/** The visual score, but below the floor by as much as structure is lost beyond what is accepted. */
export function structuredScore(
  meter: VisualMeter,
  reference: Raster,
  candidate: Raster,
  { floor, leastStructure }: StillRequest,
): number {
  const score = meter.score(candidate);
  if (leastStructure === undefined || score < floor) return score;
  const structures = ([255, 0] as const).map((background) =>
    smallStructure(reference, candidate, background),
  );
  return Math.min(score, floor + (Math.min(...structures) - leastStructure) * POINTS_OF_STRUCTURE);
}
