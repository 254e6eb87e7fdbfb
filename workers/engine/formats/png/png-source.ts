import type { Chunk, Header } from '../../containers/png/chunks.ts';
import { losslessPlan, planColour, type ColourPlan } from '../../metadata/colour-plan.ts';
import type { Colouring } from '../../palette/map/map-samples.ts';
import type { Raster } from '../../base/raster.ts';
import type { Findings } from '../../api/report/report.ts';
import type { CodedColours } from './coded-colours.ts';
import type { Ancillary } from './kept-chunks.ts';

/** A PNG on its way through the steps. */
export interface PngSource {
  readonly bytes: Uint8Array;
  readonly chunks: readonly Chunk[];
  readonly header: Header;
  readonly ancillary: Ancillary;
  /** What chunks say of the samples' colours; null where the profile does. */
  readonly colours: CodedColours | null;
  /** Part of an office document: samples, profile and orientation stay as stored. */
  readonly embedded: boolean;
  /** "fast" for large pictures of which there are many. */
  readonly effort: 'fast' | 'full';
  /** A longer result is of no use. */
  readonly maxBytes: number;
}

interface PackLimits {
  /** The samples were let go, and have to be decoded again. */
  readonly isReleased: boolean;
  /** A longer result is of no use. */
  readonly maxBytes: number;
}

/** How a picture can be made smaller. */
export interface PngStrategies {
  /** Without changing what is displayed; null when that failed or is of no use. */
  readonly pack: (limits?: PackLimits) => Promise<Uint8Array | null>;
  /** With fewer colours; null when they are not enough for the floor. */
  readonly reduce: (floor: number) => Promise<ReducedPng | null>;
  /** In true colours, rounded as little as a size asks for; null where that is not enough or not good enough. */
  readonly round: (request: RoundRequest) => Promise<RoundedPng | null>;
  /** In true colours, rounded as far as a floor allows; null where that is of no use [never of use]. */
  readonly roundToFloor?: (floor: number) => Promise<RoundedPng | null>;
  /** With fewer colours, in the bytes that are wanted; null where that is not possible or not as good. */
  readonly fill: (request: FillRequest) => Promise<ReducedPng | null>;
  /** What is true whichever of them is taken. */
  readonly findings: Partial<Findings>;
}

export interface RoundRequest {
  readonly targetBytes: number;
  /** Of the picture packed without loss. */
  readonly losslessBytes: number;
  /** Lowest score that is of use. */
  readonly leastScore: number;
}

export interface FillRequest {
  readonly targetBytes: number;
  /** What there is, in fewer bytes. */
  readonly present: ReducedPng;
  /** The smallest that is too large, if there is one. */
  readonly nextGentler: () => Promise<ReducedPng | null>;
}

/** A picture whose samples were rounded. */
export type RoundedPng = Pick<ReducedPng, 'bytes' | 'score'>;

export interface ReducedPng {
  readonly bytes: Uint8Array;
  /** Of the picture, or of the worst frame of an animation. */
  readonly score: number;
  readonly colours: number;
  /** How a still picture was mapped to its palette. */
  readonly colouring?: Colouring;
}

/** The space of a PNG's samples. */
export function spaceOf({ colourType }: Header): 'grey' | 'rgb' {
  return colourType === 0 || colourType === 4 ? 'grey' : 'rgb';
}

/** What becomes of the colours of a result with other samples. */
export interface ChangedColours extends ColourPlan {
  /** Profile by which these samples are shown; null where they are sRGB. */
  readonly shownBy: Uint8Array | null;
}

/** A palette is always RGB: the profile of a grey picture would be wrong for it, so that its samples are converted. */
export function changedColours(
  { ancillary: { icc }, colours, embedded }: PngSource,
  space: Raster['space'],
): ChangedColours {
  if (!embedded && colours !== null) {
    const shownBy = typeof colours === 'object' ? colours.icc : null;
    const kept = space === 'grey' ? null : icc;
    return { icc: kept, samples: 'stored', looksAsStored: !shownBy, shownBy };
  }
  const plan = planColour(icc, false, embedded);
  if (!plan.icc || embedded) return { ...plan, icc: space === 'grey' ? null : plan.icc, shownBy: null };
  return space === 'grey'
    ? { icc: null, samples: 'srgb', looksAsStored: true, shownBy: null }
    : { ...plan, shownBy: plan.looksAsStored ? null : plan.icc };
}

/** The profile of a result whose samples are those of the source. */
export function storedProfile({ ancillary: { icc }, colours, embedded }: PngSource): Uint8Array | null {
  return colours === null ? losslessPlan(planColour(icc, false, embedded), icc).icc : icc;
}
