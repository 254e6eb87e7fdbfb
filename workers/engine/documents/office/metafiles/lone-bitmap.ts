import type { Raster } from '../../../base/raster.ts';
import { decodeDib } from '../pictures/decode-bmp.ts';

/** A rectangle in the units of a metafile. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A bitmap as a metafile draws it. */
export interface DrawnBitmap {
  readonly target: Box;
  /** Part of the bitmap that is drawn, px. */
  readonly source: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
  /** Bitmap without file header, and where its first row begins. */
  readonly dib: Uint8Array;
  readonly pixelsAt: number;
}

/** Copies the source as it is; every other operation mixes it with what lies below. */
export const SOURCE_COPY = 0x00cc0020;

/**
 * Pixels of a bitmap that fills a metafile's frame all by itself.
 * @returns null where it leaves a border, is mirrored, or only a part of it is drawn
 * @throws EngineError "unsupported" or "damaged" for bitmaps that cannot be read
 */
export function fillingRaster(drawn: DrawnBitmap, frame: Box): Raster | null {
  if (!isFilling(drawn.target, frame)) return null;
  const raster = decodeDib(drawn.dib, drawn.pixelsAt);
  const { x, y, width, height } = drawn.source;
  const isAll = x === 0 && y === 0 && width === raster.width && height === raster.height;
  return isAll ? raster : null;
}

/**
 * Edges may lie off by a third of a unit. Where frames are a unit smaller than what is drawn, as GDI counts them, the
 * bitmap reaches beyond its shape: brought into it, small letters move enough to be seen (slides at 0.94).
 */
function isFilling(target: Box, frame: Box): boolean {
  const width = frame.right - frame.left;
  const height = frame.bottom - frame.top;
  if (!(width > 0 && height > 0 && target.right > target.left && target.bottom > target.top)) return false;
  const isClose = (a: number, b: number, length: number): boolean =>
    Math.abs(a - b) <= Math.max(0.3, 0.0005 * length);
  return (
    isClose(target.left, frame.left, width) &&
    isClose(target.right, frame.right, width) &&
    isClose(target.top, frame.top, height) &&
    isClose(target.bottom, frame.bottom, height)
  );
}

/** Windows and viewports map what records say (logical units) to the device (MS-EMF 2.2.3, MS-WMF 2.3.5). */
export class Mapping {
  private windowOrigin = { x: 0, y: 0 };
  private windowExtent: { x: number; y: number } | null = null;
  private viewportOrigin = { x: 0, y: 0 };
  private viewportExtent: { x: number; y: number } | null = null;

  setWindowOrigin(x: number, y: number): void {
    this.windowOrigin = { x, y };
  }
  setWindowExtent(x: number, y: number): void {
    this.windowExtent = { x, y };
  }
  setViewportOrigin(x: number, y: number): void {
    this.viewportOrigin = { x, y };
  }
  setViewportExtent(x: number, y: number): void {
    this.viewportExtent = { x, y };
  }

  /** What the window shows, in logical units; null where the file does not say. */
  get window(): Box | null {
    if (!this.windowExtent) return null;
    const { x, y } = this.windowOrigin;
    return { left: x, top: y, right: x + this.windowExtent.x, bottom: y + this.windowExtent.y };
  }

  /** A box in device units; null where only one of window and viewport has a size. */
  toDevice({ left, top, right, bottom }: Box): Box | null {
    if (!this.windowExtent !== !this.viewportExtent) return null;
    const scale = {
      x: this.windowExtent ? this.viewportExtent!.x / this.windowExtent.x : 1,
      y: this.windowExtent ? this.viewportExtent!.y / this.windowExtent.y : 1,
    };
    const x = (value: number): number => (value - this.windowOrigin.x) * scale.x + this.viewportOrigin.x;
    const y = (value: number): number => (value - this.windowOrigin.y) * scale.y + this.viewportOrigin.y;
    return { left: x(left), top: y(top), right: x(right), bottom: y(bottom) };
  }
}
