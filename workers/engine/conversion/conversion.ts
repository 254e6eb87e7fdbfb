import type { PictureKind } from '../api/kinds.ts';
import type { PictureFacts } from '../picture-options.ts';
import type { Size } from './fit-inside.ts';
import type { DecodedPicture } from './shown-picture.ts';

/** A picture on its way to another format or size. */
export interface Conversion {
  readonly source: Uint8Array;
  readonly kind: PictureKind;
  readonly facts: PictureFacts;
  /** Upright, in px. */
  readonly size: Size;
  readonly isScaled: boolean;
  /** Decoded once, however many formats and presets are tried. */
  readonly decoded: () => Promise<DecodedPicture>;
}
