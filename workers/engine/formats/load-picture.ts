import type { FormatFacts } from '../api/format-facts.ts';
import type { PictureKind } from '../api/kinds.ts';
import type { MovingFormat } from './animation/moving-picture.ts';
import type { PictureCompressor, PictureEncoder, PictureReader } from '../picture-options.ts';

/** What the `index.ts` of a picture's folder exports. */
export interface PictureFormat {
  readonly facts: FormatFacts;
  /** Missing where a file is compressed by what writes the format for another one. */
  readonly compress?: PictureCompressor;
  /** For another format or size: reads a file of this kind, and writes one. */
  readonly read: PictureReader;
  readonly encode: PictureEncoder;
  /** Missing where the format holds no animations. */
  readonly moving?: MovingFormat;
}

/** The code of a kind of picture. It loads late: a JPEG never pays for the colours of a PNG. */
export function loadPicture(kind: PictureKind): Promise<PictureFormat> {
  return import(`./${kind}/index.ts`);
}
