import type { TakeBand } from '../../codecs/ports/image-codec.ts';
import type { Raster } from '../../base/raster.ts';
import type { EngineContext } from '../../context.ts';
import type { WorkBudget } from '../../budget/work-budget.ts';
import type { SearchedSetting } from '../quality/trial.ts';

/** One combination of encoder options, whose quality is searched. */
export interface Setting extends SearchedSetting {
  readonly name: string;
  readonly encode: (raster: Raster, quality: number) => Promise<Uint8Array>;
  /** Encodes at less cost in more bytes: for trials [encode]. */
  readonly encodeTrial?: (raster: Raster, quality: number) => Promise<Uint8Array>;
  /** Trials have other samples than results, which score better [false]. */
  readonly hasOtherTrials?: boolean;
  /** Points that a result usually scores above its trial [0]. */
  readonly trialGainPoints?: number;
}

/** Encodes as a setting does on trial. */
export function encodeOnTrial(setting: Setting, raster: Raster, quality: number): Promise<Uint8Array> {
  return (setting.encodeTrial ?? setting.encode)(raster, quality);
}

/** How encodes of a raster are measured. */
export interface DisplayRequest {
  /** The picture as displayed, in sRGB, where that differs from its samples (ICC profile, CMYK) [the raster itself]. */
  readonly reference?: Raster;
  /** Decodes encoded bytes as they are displayed, in sRGB: the way `reference` was made; a new raster each time. */
  readonly decodeForDisplay: (bytes: Uint8Array) => Promise<Raster>;
  /** Decodes for display band by band, so that a large picture is not in memory twice [whole pictures alone]. */
  readonly showInBands?: (bytes: Uint8Array, take: TakeBand) => Promise<void>;
  readonly signal: AbortSignal;
  /** Once spent, no further settings are tried. */
  readonly budget: WorkBudget;
  readonly onTrial?: EngineContext['onTrial'];
}

export interface FloorRequest extends DisplayRequest {
  /** Lowest visual score accepted. */
  readonly floor: number;
  /** Longest result that its caller takes: a search that cannot reach it ends early [Infinity]. */
  readonly maxBytes?: number;
  /** A result this short ends the search: what more could be saved does not matter [0]. */
  readonly enoughBytes?: number;
  /**
   * A cheap encode of any kind. It shows which share of the picture's bytes a mosaic takes, so that settings that are too long
   * end sooner [the share of pixels is taken].
   */
  readonly encodeQuickly?: ((raster: Raster) => Promise<Uint8Array>) | undefined;
  /** Blocks are coded apart from those around them, as a JPEG's: a patch shows whether its strokes survive in the whole [false]. */
  readonly areBlocksApart?: boolean;
  /** Lowest quality to try, at any score: coarse quantisation shows as bands in gradients [5]. */
  readonly minQuality?: number;
}

/** A whole picture as it was encoded. */
export interface JudgedBytes {
  readonly bytes: Uint8Array;
  /** Visual score, measured on these very bytes. */
  readonly score: number;
}

export interface Encoded extends JudgedBytes {
  readonly quality: number;
  /** Name of the setting. */
  readonly setting: string;
  /** What was judged on the way to it, itself among them; bare [not known]. */
  readonly judged?: readonly JudgedBytes[];
}
