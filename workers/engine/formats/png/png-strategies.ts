import type { Colouring } from '../../palette/map/map-options.ts';
import type { Findings } from '../../api/report/report.ts';

/** All samples and frames of the source in other bytes. */
export interface PackedPng {
  readonly kind: 'packed';
  readonly bytes: Uint8Array;
}

/** A picture in the colours of a palette. */
export interface PalettePng {
  readonly kind: 'palette';
  readonly bytes: Uint8Array;
  /** Of the picture, or of the worst frame of an animation. */
  readonly score: number;
  readonly colours: number;
  /** How a still picture was mapped to its palette. */
  readonly colouring?: Colouring;
}

/** A picture in true colours, its samples rounded. */
export interface RoundedPng {
  readonly kind: 'rounded';
  readonly bytes: Uint8Array;
  readonly score: number;
}

export type LossyPng = PalettePng | RoundedPng;

/** A result that may take the place of the source. */
export type PngCandidate = PackedPng | LossyPng;

/** How a picture can be made smaller. Each strategy gives null where it fails, misses its floor or size, or costs too much. */
export interface PngStrategies {
  /** @param maxBytes a longer result is given up */
  readonly pack: (maxBytes: number) => Promise<PackedPng | null>;
  /** @param mostBytes a result that is likely longer need not be packed well [Infinity] */
  readonly reduceToFloor: (floor: number, mostBytes?: number) => Promise<PalettePng | null>;
  readonly roundToFloor: (floor: number) => Promise<RoundedPng | null>;
  readonly reduceToSize: (request: ReduceToSize) => Promise<PalettePng | null>;
  readonly roundToSize: (request: RoundToSize) => Promise<RoundedPng | null>;
}

export interface ReduceToSize {
  readonly targetBytes: number;
  /** A palette that takes fewer bytes. */
  readonly present: PalettePng;
  /** The smallest palette that takes more, if there is one. */
  readonly nextGentler: () => Promise<PalettePng | null>;
}

export interface RoundToSize {
  readonly targetBytes: number;
  /** Of the picture packed without loss. */
  readonly losslessBytes: number;
  /** Lowest score accepted. */
  readonly leastScore: number;
}

/** A decoded picture with the strategies for it. */
export interface PngPicture {
  readonly strategies: PngStrategies;
  /** Facts beside those of the winner; read once the strategies have run. */
  readonly findings: Partial<Findings>;
}

const none = (): Promise<null> => Promise.resolve(null);

/** For pictures that must not or cannot lose anything. */
export const NO_LOSS: Omit<PngStrategies, 'pack'> = {
  reduceToFloor: none,
  roundToFloor: none,
  reduceToSize: none,
  roundToSize: none,
};
