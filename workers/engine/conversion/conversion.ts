import type { PictureKind } from '../api/kinds.ts';
import type { PictureFacts } from '../picture-options.ts';
import type { Size } from './fit-inside.ts';
import type { DecodedPicture, StoredPicture } from './shown-picture.ts';

/** A picture that is to have another format or size. */
export interface SourcePicture {
  readonly source: Uint8Array;
  readonly kind: PictureKind;
  readonly facts: PictureFacts;
  /** Decodes it. */
  readonly stored: () => Promise<StoredPicture>;
}

/** A picture on its way to another format or size. */
export interface Conversion extends SourcePicture {
  /** Upright, in px. */
  readonly size: Size;
  readonly isScaled: boolean;
  /** An animation in a format, without loss; written once. */
  readonly moving: (format: PictureKind) => Promise<Uint8Array>;
  /** Scaled once, however many formats and presets are tried. */
  readonly decoded: () => Promise<DecodedPicture>;
}
