import type { ImageInfo } from '../../../codecs/ports/image-codec.ts';
import type { EngineContext } from '../../../context.ts';
import type { Raster } from '../../../base/raster.ts';
import type { PictureUse } from '../drawing/picture-use.ts';
import { cropRaster, type Area } from './crop-raster.ts';
import type { PictureQuality } from './picture-quality.ts';

/** One picture of a deck and what is wanted of it. */
export interface PictureTask {
  readonly bytes: Uint8Array;
  /** Bytes that it takes in the package, packed. */
  readonly bytesToBeat: number;
  /** A shorter result than this is no better: the picture is too small a part of the deck. */
  readonly enoughBytes: number;
  readonly use: PictureUse;
  /** Part of the picture that is to stay, px; left out for all of it. `use` is that of the part. */
  readonly crop?: Area;
  readonly quality: PictureQuality;
  readonly context: EngineContext;
}

/** The part of a decoded picture that the task is about. */
export function croppedFor({ crop }: PictureTask, raster: Raster): Raster {
  return crop ? cropRaster(raster, crop) : raster;
}

/** Whether all programs show stored samples alike: they disagree on orientation, and inks need their profile to be judged. */
export function isShownAsStored({ orientation, space }: ImageInfo): boolean {
  return orientation === 1 && space !== 'cmyk' && space !== 'other';
}
