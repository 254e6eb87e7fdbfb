import type { FormatFacts } from '../api/format-facts.ts';
import type { PictureKind } from '../api/kinds.ts';
import type { PictureCompressor } from '../picture-options.ts';

/** What the `index.ts` of a picture's folder exports. */
export interface PictureFormat {
  readonly facts: FormatFacts;
  readonly compress: PictureCompressor;
}

/** Heavy code loads late: a JPEG never pays for the colours of a PNG. */
const FORMATS: Readonly<Record<PictureKind, () => Promise<PictureFormat>>> = {
  jpeg: () => import('./jpeg/index.ts'),
  png: () => import('./png/index.ts'),
  webp: () => import('./webp/index.ts'),
};

/** The code of a kind of picture. */
export function loadPicture(kind: PictureKind): Promise<PictureFormat> {
  return FORMATS[kind]();
}
