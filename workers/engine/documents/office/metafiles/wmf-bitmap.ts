import { viewOf } from '../../../base/bytes.ts';
import type { Raster } from '../../../base/raster.ts';
import { fillingRaster, Mapping, SOURCE_COPY, type Box, type DrawnBitmap } from './lone-bitmap.ts';

/** Whether bytes are a Windows metafile with the header that says how large it is shown. */
export function isPlaceableWmf(bytes: Uint8Array): boolean {
  return bytes.length >= 40 && viewOf(bytes).getUint32(0, true) === 0x9ac6cdd7;
}

/**
 * The picture of a Windows metafile that draws one bitmap over its whole window and nothing else.
 * @returns null for drawings, and where anything is in doubt
 * @throws EngineError "unsupported" or "damaged" for bitmaps that cannot be read
 * Source: Microsoft, [MS-WMF] 2.3.
 */
export function findWmfBitmap(bytes: Uint8Array): Raster | null {
  const view = viewOf(bytes);
  const records = new BitmapRecords();
  for (let at = PLACEABLE_BYTES + HEADER_BYTES; at + 6 <= bytes.length;) {
    const size = view.getUint32(at, true) * 2;
    const type = view.getUint16(at + 4, true);
    if (size < 6 || at + size > bytes.length) return null;
    if (type === END) return records.drawn && fillingRaster(records.drawn, frameOf(view, records.mapping));
    if (!records.add(type, viewOf(bytes.subarray(at, at + size)))) return null;
    at += size;
  }
  return null;
}

/** The records of a metafile that draws one bitmap. */
class BitmapRecords {
  readonly mapping = new Mapping();
  drawn: DrawnBitmap | null = null;

  /** @returns whether the metafile may still be one bitmap */
  add(type: number, record: DataView): boolean {
    if (type === STRETCH_DIB || type === DIB_STRETCH_BLT) return this.draw(type, record);
    if (type === WINDOW_ORIGIN || type === WINDOW_EXTENT) return this.map(type, record);
    return HARMLESS.has(type);
  }

  private draw(type: number, record: DataView): boolean {
    if (this.drawn) return false;
    this.drawn = readBitmap(type, record);
    return this.drawn !== null;
  }

  private map(type: number, record: DataView): boolean {
    if (this.drawn || record.byteLength < 10) return false;
    const [y, x] = [record.getInt16(6, true), record.getInt16(8, true)];
    if (type === WINDOW_ORIGIN) this.mapping.setWindowOrigin(x, y);
    else this.mapping.setWindowExtent(x, y);
    return true;
  }
}

const PLACEABLE_BYTES = 22;
const HEADER_BYTES = 18;
const END = 0;
const WINDOW_ORIGIN = 0x020b;
const WINDOW_EXTENT = 0x020c;
const DIB_STRETCH_BLT = 0x0b41;
const STRETCH_DIB = 0x0f43;

/** Modes and colours that do not affect a plain copy, saving and restoring, objects, private escapes. */
const HARMLESS = new Set([
  0x0102, 0x0103, 0x0104, 0x0106, 0x0107, 0x012e, 0x0201, 0x0209, 0x001e, 0x0127, 0x012d, 0x01f0, 0x02fa,
  0x02fb, 0x02fc, 0x0234, 0x00f7, 0x0035,
]);

/** The window where the records set one, else the box of the header. */
function frameOf(view: DataView, mapping: Mapping): Box {
  const [left, top, right, bottom] = [6, 8, 10, 12].map((at) => view.getInt16(at, true));
  return mapping.window ?? { left: left!, top: top!, right: right!, bottom: bottom! };
}

/** Fields stand in reverse order, heights before widths (MS-WMF 2.3.1.3, 2.3.1.6). */
function readBitmap(type: number, record: DataView): DrawnBitmap | null {
  const isStretchDib = type === STRETCH_DIB;
  const fieldsAt = isStretchDib ? 12 : 10;
  const dibAt = fieldsAt + 16;
  if (record.byteLength < dibAt + 40 || record.getUint32(6, true) !== SOURCE_COPY) return null;
  if (isStretchDib && record.getUint16(10, true) !== 0) return null;
  const [sourceHeight, sourceWidth, sourceY, sourceX, height, width, top, left] = Array.from(
    { length: 8 },
    (_, index) => record.getInt16(fieldsAt + index * 2, true),
  );
  const dib = new Uint8Array(record.buffer, record.byteOffset + dibAt, record.byteLength - dibAt);
  return {
    target: { left: left!, top: top!, right: left! + width!, bottom: top! + height! },
    source: { x: sourceX!, y: sourceY!, width: sourceWidth!, height: sourceHeight! },
    dib,
    pixelsAt: firstRowAt(dib),
  };
}

/** Behind header and palette (BITMAPINFOHEADER: biClrUsed, 0 for all of the depth). */
function firstRowAt(dib: Uint8Array): number {
  const view = viewOf(dib);
  const depth = view.getUint16(14, true);
  const used = view.getUint32(32, true);
  return view.getUint32(0, true) + 4 * (used || (depth <= 8 ? 2 ** depth : 0));
}
