import type { EngineContext } from './context.ts';
import type { Outcome } from './api/report/report.ts';

/** How a picture is used, where that changes what may be done to it. */
export interface PictureOptions {
  /**
   * The picture is part of a document, whose programs ignore colour profiles and orientation: samples, profile and
   * orientation stay as stored, and no generation marker is left in it [false].
   */
  readonly embedded?: boolean;
  /** Lowest visual score accepted [that of the preset]. */
  readonly floor?: number;
  /** `fast` tries fewer settings, for about 1 % more bytes: for documents with many pictures ["full"]. */
  readonly effort?: 'fast' | 'full';
  /** Longest result that its caller takes: a search that cannot reach it ends early [the source's length]. */
  readonly maxBytes?: number;
  /**
   * The bytes of the picture in another format. Asked where no palette reaches the floor, before a PNG is packed without loss,
   * which takes longest: a longer PNG is not used [`maxBytes`].
   */
  readonly rivalBytes?: () => Promise<number>;
  /** A result this short ends the search: what more could be saved does not matter [0]. */
  readonly enoughBytes?: number;
  /** Lowest quality of a JPEG, whatever its score: coarse quantisation shows as bands in gradients [5]. */
  readonly minQuality?: number;
}

/** Compresses one kind of picture, alone or as a part of a document. Returns candidate bytes, which its caller compares with the source. */
export type PictureCompressor = (
  source: Uint8Array,
  context: EngineContext,
  options?: PictureOptions,
) => Promise<Outcome>;
