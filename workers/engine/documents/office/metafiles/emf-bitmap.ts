import { latin1, viewOf } from '../../../base/bytes.ts';
import type { Raster } from '../../../base/raster.ts';
import { fillingRaster, Mapping, SOURCE_COPY, type Box, type DrawnBitmap } from './lone-bitmap.ts';

/** Whether bytes are an enhanced metafile. */
export function isEmf(bytes: Uint8Array): boolean {
  return bytes.length >= 108 && bytes[0] === 1 && latin1(bytes, 40, 44) === ' EMF';
}

/**
 * The picture of an enhanced metafile that draws one bitmap over its whole frame and nothing else: what pasted pictures
 * are stored as.
 * @returns null for drawings, and where anything is in doubt
 * @throws EngineError "unsupported" or "damaged" for bitmaps that cannot be read
 * Source: Microsoft, [MS-EMF] 2.3.
 */
export function findEmfBitmap(bytes: Uint8Array): Raster | null {
  const view = viewOf(bytes);
  const records = new BitmapRecords();
  for (let at = 0; at + 8 <= bytes.length;) {
    const type = view.getUint32(at, true);
    const size = view.getUint32(at + 4, true);
    if (size < 8 || size % 4 !== 0 || at + size > bytes.length) return null;
    if (type === END)
      return records.drawn && drawnRaster(records.drawn, records.mapping, records.clips, view);
    if (!records.add(type, viewOf(bytes.subarray(at, at + size)))) return null;
    at += size;
  }
  return null;
}

/** The records of a metafile that draws one bitmap. */
class BitmapRecords {
  readonly mapping = new Mapping();
  readonly clips: Box[] = [];
  drawn: DrawnBitmap | null = null;

  /** @returns whether the metafile may still be one bitmap */
  add(type: number, record: DataView): boolean {
    if (type === STRETCH_DIB || type === BIT_BLT || type === STRETCH_BLT) return this.draw(type, record);
    if (type === CLIP && record.byteLength >= 24) {
      this.clips.push(boxAt(record, 8));
      return true;
    }
    const map = record.byteLength >= 16 ? MAPPINGS[type] : undefined;
    if (!map) return HARMLESS.has(type) && !isForeignComment(type, record);
    map(this.mapping, record.getInt32(8, true), record.getInt32(12, true));
    // A bitmap is placed by the mapping that holds when it is drawn.
    return this.drawn === null;
  }

  private draw(type: keyof typeof LAYOUTS, record: DataView): boolean {
    if (this.drawn) return false;
    this.drawn = readBitmap(type, record);
    return this.drawn !== null;
  }
}

const END = 14;
const CLIP = 30;
const COMMENT = 70;
const BIT_BLT = 76;
const STRETCH_BLT = 77;
const STRETCH_DIB = 81;

const MAPPINGS: Readonly<Record<number, (mapping: Mapping, x: number, y: number) => void>> = {
  9: (mapping, x, y) => mapping.setWindowExtent(x, y),
  10: (mapping, x, y) => mapping.setWindowOrigin(x, y),
  11: (mapping, x, y) => mapping.setViewportExtent(x, y),
  12: (mapping, x, y) => mapping.setViewportOrigin(x, y),
};

/** Header, colours and modes that do not affect a plain copy, pens, brushes, fonts and palettes, comments. */
const HARMLESS = new Set([
  1, 13, 16, 17, 18, 19, 20, 21, 22, 24, 25, 33, 34, 37, 38, 39, 40, 48, 49, 58, 70, 82, 95, 98,
]);

/** Comments of GDI+ and of multi-format files draw (MS-EMF 2.3.3); private ones do not. */
function isForeignComment(type: number, record: DataView): boolean {
  if (type !== COMMENT || record.byteLength < 16) return false;
  const name = record.getUint32(12, true);
  return name === EMF_PLUS || name === PUBLIC;
}
const EMF_PLUS = 0x2b464d45;
const PUBLIC = 0x43494447;

function drawnRaster(
  drawn: DrawnBitmap,
  mapping: Mapping,
  clips: readonly Box[],
  header: DataView,
): Raster | null {
  const target = mapping.toDevice(drawn.target);
  if (!target || !clips.every((clip) => isInside(drawn.target, clip))) return null;
  return fillingRaster({ ...drawn, target }, frameOf(header));
}

/** The frame in device units: the header gives it in hundredths of a millimetre. */
function frameOf(header: DataView): Box {
  const frame = boxAt(header, 24);
  const perX = header.getUint32(72, true) / header.getUint32(80, true) / 100;
  const perY = header.getUint32(76, true) / header.getUint32(84, true) / 100;
  return {
    left: frame.left * perX,
    top: frame.top * perY,
    right: frame.right * perX,
    bottom: frame.bottom * perY,
  };
}

function boxAt(view: DataView, at: number): Box {
  const [left, top, right, bottom] = [0, 4, 8, 12].map((offset) => view.getInt32(at + offset, true));
  return { left: left!, top: top!, right: right!, bottom: bottom! };
}

function isInside({ left, top, right, bottom }: Box, clip: Box): boolean {
  return left >= clip.left - 1 && top >= clip.top - 1 && right <= clip.right + 1 && bottom <= clip.bottom + 1;
}

/** Where the fields of the three records lie: targets, source, bitmap header and bits (MS-EMF 2.3.1). */
const LAYOUTS = {
  [STRETCH_DIB]: {
    target: 24,
    extent: 72,
    source: 32,
    sourceExtent: 40,
    offsets: 48,
    usage: 64,
    operation: 68,
    size: 80,
  },
  [BIT_BLT]: {
    target: 24,
    extent: 32,
    source: 44,
    sourceExtent: 32,
    offsets: 84,
    usage: 80,
    operation: 40,
    size: 100,
  },
  [STRETCH_BLT]: {
    target: 24,
    extent: 32,
    source: 44,
    sourceExtent: 100,
    offsets: 84,
    usage: 80,
    operation: 40,
    size: 108,
  },
} as const;
const TRANSFORM_AT = 52;

/** @returns null for records that do more than copy a bitmap in colours of its own */
function readBitmap(type: keyof typeof LAYOUTS, record: DataView): DrawnBitmap | null {
  const layout = LAYOUTS[type];
  if (record.byteLength < layout.size) return null;
  const long = (at: number): number => record.getInt32(at, true);
  const isCopy = long(layout.operation) === SOURCE_COPY && long(layout.usage) === 0;
  if (!isCopy || (type !== STRETCH_DIB && !isIdentity(record))) return null;
  const [headerAt, headerBytes, bitsAt, bitsBytes] = [0, 4, 8, 12].map((offset) =>
    long(layout.offsets + offset),
  );
  const isValid = headerAt! >= layout.size && headerBytes! >= 40 && bitsAt! >= headerAt! + headerBytes!;
  if (!isValid || bitsBytes! <= 0 || bitsAt! + bitsBytes! > record.byteLength) return null;
  const [left, top] = [long(layout.target), long(layout.target + 4)];
  return {
    target: { left, top, right: left + long(layout.extent), bottom: top + long(layout.extent + 4) },
    source: {
      x: long(layout.source),
      y: long(layout.source + 4),
      width: long(layout.sourceExtent),
      height: long(layout.sourceExtent + 4),
    },
    dib: new Uint8Array(record.buffer, record.byteOffset + headerAt!, bitsAt! + bitsBytes! - headerAt!),
    pixelsAt: bitsAt! - headerAt!,
  };
}

function isIdentity(record: DataView): boolean {
  return [1, 0, 0, 1, 0, 0].every(
    (value, index) => record.getFloat32(TRANSFORM_AT + index * 4, true) === value,
  );
}
