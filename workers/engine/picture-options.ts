import type { EngineContext } from './context.ts';
import type { Raster } from './base/raster.ts';
import type { Change, Outcome } from './api/report/report.ts';

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
  /** A size was asked for: what gentler presets make is not compared [false]. */
  readonly isForTarget?: boolean;
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

/** What a file of a kind of picture says of it, before it is decoded for another format or size. */
export interface PictureFacts {
  /** As stored, in px. */
  readonly width: number;
  readonly height: number;
  /** EXIF orientation 1 to 8 by which it is shown. */
  readonly orientation: number;
  /** The profile of its samples, or null for sRGB. */
  readonly icc: Uint8Array | null;
  /** EXIF of what is kept, upright: a TIFF structure, or null. */
  readonly exif: Uint8Array | null;
  /** 0 where it does not move. */
  readonly frameCount: number;
  /** Why it can have no other format or size: what it is, after "The picture is"; null where it can. */
  readonly obstacle: string | null;
  /** Floor of an earlier pass, by its generation marker, where the format has no compressor of its own [null]. */
  readonly markedFloor?: number | null;
  /** What a new file of the picture alone loses of this one. */
  readonly losses: readonly Change[];
  /** The file as it is to be decoded. */
  readonly bytes: Uint8Array;
  /** A PNG of its samples as they are stored, where they have 16 bits [none]. */
  readonly deep?: Uint8Array;
}

/** Reads the facts of one kind of picture. @throws EngineError "damaged" or "too-large" */
export type PictureReader = (source: Uint8Array, context: EngineContext) => Promise<PictureFacts>;

/** A picture without a file: as it is shown, upright and in its final size. */
export interface ShownPicture {
  /** Grey or RGB, perhaps with alpha. */
  readonly raster: Raster;
  /** The profile of its samples, or null for sRGB. */
  readonly icc: Uint8Array | null;
  /** EXIF to write: a TIFF structure, or null. */
  readonly exif: Uint8Array | null;
  /** A PNG of it with profile and EXIF, plainly packed. */
  readonly png: () => Promise<Uint8Array>;
  /** Such a PNG of 16 bits a sample, where the source has them and keeps its size and colours [none]. */
  readonly deepPng?: () => Promise<Uint8Array>;
}

/**
 * Writes a picture in one format: the smallest file that reaches the context's floor, or its target size. There is a result always.
 * @param options.maxBytes a search that cannot reach it ends early [Infinity]
 * @throws EngineError "unsupported" for what the format cannot hold
 */
export type PictureEncoder = (
  picture: ShownPicture,
  context: EngineContext,
  options?: Pick<PictureOptions, 'maxBytes' | 'rivalBytes'>,
) => Promise<Outcome>;
