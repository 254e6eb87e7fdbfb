import type { TakeBand } from '../../codecs/ports/image-codec.ts';
import type { Raster } from '../../base/raster.ts';
import type { Cause } from '../../quality/judge.ts';
import type { WorkBudget } from '../../budget/work-budget.ts';

/** One combination of encoder options, whose quality is searched. */
export interface Setting {
  readonly name: string;
  /** Quality to begin with, 1-100. */
  readonly start: number;
  readonly max: number;
  /** Share of bytes by which a trial may lie behind the leader and still be followed [0.08]. */
  readonly patience?: number;
  /** Trials at most, for slow settings [8]. */
  readonly maxTrials?: number;
  readonly encode: (raster: Raster, quality: number) => Promise<Uint8Array>;
  /** The same samples at less cost, hardly larger: for trials [encode]. */
  readonly encodeTrial?: (raster: Raster, quality: number) => Promise<Uint8Array>;
}

/** How encodes of a raster are measured. */
export interface DisplayRequest {
  /** EXIF orientation 1-8 under which the picture is displayed [1]. */
  readonly orientation?: number;
  /** The picture as displayed, in sRGB, where that differs from its samples (ICC profile, CMYK) [the raster itself]. */
  readonly reference?: Raster;
  /** Decodes encoded bytes as they are displayed, in sRGB: the way `reference` was made; a new raster each time. */
  readonly decodeForDisplay: (bytes: Uint8Array) => Promise<Raster>;
  /** The same band by band, so that a large picture is not in memory a second time [whole pictures alone]. */
  readonly showInBands?: (bytes: Uint8Array, take: TakeBand) => Promise<void>;
  readonly signal: AbortSignal;
  /** Once spent, no further settings are tried. */
  readonly budget: WorkBudget;
}

export interface FloorRequest extends DisplayRequest {
  /** Lowest visual score accepted. */
  readonly floor: number;
  /** A longer result is of no use: searches that promise one are given up [Infinity]. */
  readonly usefulBytes?: number;
  /** A result this short ends the search: what more could be saved does not matter [0]. */
  readonly enoughBytes?: number;
  /**
   * Least that a point of score takes in bytes, as a logarithm: a trial that misses the floor and promises longer results than
   * are of use even so ends the search of its setting [0].
   */
  readonly leastRate?: number | undefined;
  /** The most that a point of score takes: the same for trials that reach the floor [Infinity]. */
  readonly mostRate?: number | undefined;
  /**
   * A cheap encode of any kind, from which the share of bytes is learnt that a mosaic takes: tells sooner what is hopeless where
   * only some bytes are of use [the share of pixels stands for it].
   */
  readonly encodeQuickly?: ((raster: Raster) => Promise<Uint8Array>) | undefined;
  /** Lowest quality worth having, whatever its score: coarse quantisation shows as bands in gradients [5]. */
  readonly minQuality?: number;
}

export interface Encoded {
  readonly bytes: Uint8Array;
  readonly quality: number;
  /** Measured on these very bytes. */
  readonly score: number;
  /** The fault that pulls the score down [not known]. */
  readonly cause?: Cause;
  /** Name of the setting. */
  readonly setting: string;
}
