import type { FormatFacts } from '../api/format-facts.ts';
import type { OutputKind, PictureKind } from '../api/kinds.ts';
import type { MovingFormat } from './animation/moving-picture.ts';
import type { PictureCompressor, PictureEncoder, PictureReader } from '../picture-options.ts';

/** What the `index.ts` of a picture's folder exports. */
export interface PictureFormat {
  readonly facts: FormatFacts;
  readonly compress: PictureCompressor;
  /** For another format or size: reads a file of this kind, and writes one. */
  readonly read: PictureReader;
  readonly encode: PictureEncoder;
  /** Missing where the format holds no animations. */
  readonly moving?: MovingFormat;
}

/** What the `index.ts` of any picture's folder exports, also of one that is only written. */
export type PictureWriter = Pick<PictureFormat, 'encode'>;

/** The code of a kind of picture. It loads late: a JPEG never pays for the colours of a PNG. */
export function loadPicture(kind: PictureKind): Promise<PictureFormat> {
  return import(`./${kind}/index.ts`);
}

/** The code that writes a kind of picture. */
export function loadWriter(kind: OutputKind): Promise<PictureWriter> {
  return import(`./${kind}/index.ts`);
}
