import { KIND_INFO, type PictureKind } from '../../../api/kinds.ts';
import type { DeflateCodec } from '../../../codecs/ports/deflate-codec.ts';
import { LOOK_LEVEL, WORTHWHILE_SHARE } from '../tuning.ts';

/** Formats that a picture of a document can come out as; each is the extension of its part. */
export type PictureFormat = PictureKind | 'gif';

/** Content type of a picture's part. */
export function contentTypeOf(format: PictureFormat): string {
  return format === 'gif' ? 'image/gif' : KIND_INFO[format].mimeTypes[0];
}

/** A picture made smaller. */
export interface NewPicture {
  readonly bytes: Uint8Array;
  readonly format: PictureFormat;
  /** Visual score against the picture at its new size; null without loss. */
  readonly score: number | null;
  readonly isResized: boolean;
  /** A JPEG that may take fewer bytes with more pixels [false]. */
  readonly isUnusual?: boolean;
}

/** Bytes that a picture takes in a package, about: stored or, where a profile or a plain JPEG packs, deflated. */
export async function packedLength(bytes: Uint8Array, deflate: DeflateCodec): Promise<number> {
  const packed = await deflate.deflate(bytes, { format: 'raw', level: LOOK_LEVEL });
  return packed.length < WORTHWHILE_SHARE * bytes.length ? packed.length : bytes.length;
}

/** The candidate that takes least in a package, the first of equals; null when there is none. */
export async function smallestOf(
  candidates: readonly (NewPicture | null)[],
  deflate: DeflateCodec,
): Promise<NewPicture | null> {
  let best: NewPicture | null = null;
  let least = Infinity;
  for (const candidate of candidates) {
    const length = candidate ? await packedLength(candidate.bytes, deflate) : Infinity;
    if (length < least) [best, least] = [candidate, length];
  }
  return best;
}
