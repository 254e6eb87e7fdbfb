/** 0 grey, 2 RGB, 3 palette, 4 grey + alpha, 6 RGBA. */
export type ColourType = 0 | 2 | 3 | 4 | 6;

/** A still PNG without what surrounds its samples. Source: PNG specification, third edition, clauses 4 and 11. */
export interface PngImage {
  readonly width: number;
  readonly height: number;
  readonly depth: 1 | 2 | 4 | 8 | 16;
  readonly colourType: ColourType;
  /** RGBA of each entry, with colour type 3. */
  readonly palette: Uint8Array | null;
  /** The samples of the one colour that is shown as transparent, with colour types 0 and 2. */
  readonly transparent: readonly number[] | null;
  /** Whether `data` holds the passes of Adam7, one after the other. */
  readonly isInterlaced: boolean;
  /** Rows as they are packed into bytes, without their filters. */
  readonly data: Uint8Array;
}

/** A picture's rows that are filtered with regard to each other: all of them, or those of a pass. */
interface RowGroup {
  readonly rowBytes: number;
  readonly rows: number;
}

/** Where the pixels of Adam7's passes lie: first column and row, and steps. */
export const ADAM7 = [
  { x: 0, y: 0, dx: 8, dy: 8 },
  { x: 4, y: 0, dx: 8, dy: 8 },
  { x: 0, y: 4, dx: 4, dy: 8 },
  { x: 2, y: 0, dx: 4, dy: 4 },
  { x: 0, y: 2, dx: 2, dy: 4 },
  { x: 1, y: 0, dx: 2, dy: 2 },
  { x: 0, y: 1, dx: 1, dy: 2 },
] as const;

/** Everything of an image but its samples. */
export type PngLayout = Omit<PngImage, 'data'>;

const CHANNELS: Readonly<Record<ColourType, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Samples of a pixel. */
export function channelsOf({ colourType }: PngLayout): number {
  return CHANNELS[colourType];
}

/** Bits of a pixel. */
export function pixelBits(image: PngLayout): number {
  return image.depth * channelsOf(image);
}

/** Bytes between a sample and that of the pixel before it, as row filters count them: at least 1. */
export function pixelBytes(image: PngLayout): number {
  return Math.max(1, pixelBits(image) >> 3);
}

/** Bytes that a row of so many pixels takes. */
export function rowBytesOf(image: PngLayout, pixels: number): number {
  return Math.ceil((pixels * pixelBits(image)) / 8);
}

/** Whether samples are grey levels, with alpha or without. */
export function isGrey({ colourType }: PngLayout): boolean {
  return colourType === 0 || colourType === 4;
}

/** Pixels across and down in a pass of Adam7. */
export function passSize(
  { width, height }: PngLayout,
  { x, y, dx, dy }: (typeof ADAM7)[number],
): { readonly across: number; readonly down: number } {
  return { across: Math.ceil((width - x) / dx), down: Math.ceil((height - y) / dy) };
}

/** The groups of rows, in the order in which they are stored; empty passes have none. */
export function rowGroups(image: PngLayout): RowGroup[] {
  if (!image.isInterlaced) return [{ rowBytes: rowBytesOf(image, image.width), rows: image.height }];
  return ADAM7.map((pass) => passSize(image, pass))
    .filter(({ across, down }) => across > 0 && down > 0)
    .map(({ across, down }) => ({ rowBytes: rowBytesOf(image, across), rows: down }));
}

/** Bytes of PLTE and tRNS. */
export function keyChunksSize({ palette, transparent }: PngLayout): number {
  if (palette) {
    const alphas = alphaEntries(palette);
    return 12 + (palette.length / 4) * 3 + (alphas > 0 ? 12 + alphas : 0);
  }
  return transparent ? 12 + 2 * transparent.length : 0;
}

/** Entries up to the last one that is not opaque: what tRNS holds of a palette. */
export function alphaEntries(palette: Uint8Array): number {
  for (let entry = palette.length / 4; entry > 0; entry--) if (palette[4 * entry - 1] !== 255) return entry;
  return 0;
}
