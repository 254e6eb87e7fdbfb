import { KIND_INFO, type PictureKind } from '../../../api/kinds.ts';

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

/** The shortest of several candidates; null when there is none. */
export function smallestOf(candidates: readonly (NewPicture | null)[]): NewPicture | null {
  let best: NewPicture | null = null;
  for (const candidate of candidates) {
    if (candidate && (!best || candidate.bytes.length < best.bytes.length)) best = candidate;
  }
  return best;
}
