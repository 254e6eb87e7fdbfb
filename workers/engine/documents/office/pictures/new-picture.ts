/** Formats that a picture of a deck can come out as. */
export const PICTURE_FORMATS = {
  jpeg: { extension: 'jpeg', contentType: 'image/jpeg' },
  png: { extension: 'png', contentType: 'image/png' },
  gif: { extension: 'gif', contentType: 'image/gif' },
  webp: { extension: 'webp', contentType: 'image/webp' },
} as const;
export type PictureFormat = keyof typeof PICTURE_FORMATS;

/** A picture made smaller. */
export interface NewPicture {
  readonly bytes: Uint8Array;
  readonly format: PictureFormat;
  /** Visual score against the picture at its new size; null without loss. */
  readonly score: number | null;
  readonly isResized: boolean;
}

/** The shortest of several candidates; null when there is none. */
export function smallestOf(candidates: readonly (NewPicture | null)[]): NewPicture | null {
  let best: NewPicture | null = null;
  for (const candidate of candidates) {
    if (candidate && (!best || candidate.bytes.length < best.bytes.length)) best = candidate;
  }
  return best;
}
