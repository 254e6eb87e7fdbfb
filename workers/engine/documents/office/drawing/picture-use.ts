import { RESIZING_SCALE } from '../../pictures/tuning.ts';

/** How large and in which way a picture is shown, over all places that show it. Lengths in EMU (914 400 to the inch). */
export interface PictureUse {
  /** Largest width and height the whole picture is drawn at, its cropped-away sides included; Infinity when not known. */
  readonly widthEmu: number;
  readonly heightEmu: number;
  /** A colour of the picture is replaced or thresholded when drawn, so every sample has to stay as it is. */
  readonly needsExactColours: boolean;
  /** Drawn as a tile, whose size follows from the pixels: they must stay as many, and as dense. */
  readonly isTiled: boolean;
  /** The part of the picture that is shown anywhere, as shares of its sides; all of it where that is not known. */
  readonly visible: Sides;
}

/** Where the sides of a part of a picture lie, 0 to 1 from left and top. */
export interface Sides {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export const WHOLE: Sides = { left: 0, top: 0, right: 1, bottom: 1 };

export const EMU_PER_INCH = 914_400;

/** A use we know nothing about: the picture keeps its pixels. */
export const UNKNOWN_USE: PictureUse = {
  widthEmu: Infinity,
  heightEmu: Infinity,
  needsExactColours: false,
  isTiled: false,
  visible: WHOLE,
};

/** Both uses together: what is enough for each of them. */
export function joinUses(a: PictureUse, b: PictureUse): PictureUse {
  return {
    widthEmu: Math.max(a.widthEmu, b.widthEmu),
    heightEmu: Math.max(a.heightEmu, b.heightEmu),
    needsExactColours: a.needsExactColours || b.needsExactColours,
    isTiled: a.isTiled || b.isTiled,
    visible: {
      left: Math.min(a.visible.left, b.visible.left),
      top: Math.min(a.visible.top, b.visible.top),
      right: Math.max(a.visible.right, b.visible.right),
      bottom: Math.max(a.visible.bottom, b.visible.bottom),
    },
  };
}

/** Pixels to the inch as displayed, on the coarser axis; undefined where that is not known, or where pixels are shown as they are. */
export function shownDpi(
  { widthEmu, heightEmu, isTiled }: PictureUse,
  { width, height }: { readonly width: number; readonly height: number },
): number | undefined {
  if (isTiled || !Number.isFinite(widthEmu) || !Number.isFinite(heightEmu)) return undefined;
  return EMU_PER_INCH * Math.min(width / widthEmu, height / heightEmu);
}

/**
 * Pixels that a picture needs to be shown at a resolution.
 * @param ppi pixels to the inch as displayed; Infinity keeps every pixel
 * @returns the size to resize to, in px, both sides scaled alike; null when the picture stays as it is: fewer pixels
 *          than needed, less than a fifth to gain, or a use that forbids it
 */
export function findResizedSize(
  use: PictureUse,
  picture: { readonly width: number; readonly height: number },
  ppi: number,
): { width: number; height: number } | null {
  if (use.isTiled || use.needsExactColours || !Number.isFinite(ppi)) return null;
  const scale = Math.max(
    ((use.widthEmu / EMU_PER_INCH) * ppi) / picture.width,
    ((use.heightEmu / EMU_PER_INCH) * ppi) / picture.height,
  );
  if (!(scale < RESIZING_SCALE)) return null;
  return {
    width: Math.max(1, Math.ceil(picture.width * scale)),
    height: Math.max(1, Math.ceil(picture.height * scale)),
  };
}
