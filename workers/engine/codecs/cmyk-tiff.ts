import type { Raster } from '../base/raster.ts';

/**
 * An uncompressed one-strip TIFF around a CMYK raster, so that libvips takes its four channels as inks.
 * Source: TIFF 6.0, sections 2 and 16 (PhotometricInterpretation 5 = separated).
 */
export function wrapAsCmykTiff(raster: Raster): Uint8Array {
  const dataAt = 8 + 2 + TAG_COUNT * 12 + 4 + 8;
  const bytes = new Uint8Array(dataAt + raster.data.length);
  const out = new DataView(bytes.buffer);
  const bitsAt = dataAt - 8;
  out.setUint32(0, 0x49492a00);
  out.setUint32(4, 8, true);
  out.setUint16(8, TAG_COUNT, true);
  const tags: readonly (readonly [tag: number, type: number, count: number, value: number])[] = [
    [256, LONG, 1, raster.width],
    [257, LONG, 1, raster.height],
    [258, SHORT, 4, bitsAt],
    [259, SHORT, 1, 1],
    [262, SHORT, 1, 5],
    [273, LONG, 1, dataAt],
    [277, SHORT, 1, 4],
    [278, LONG, 1, raster.height],
    [279, LONG, 1, raster.data.length],
  ];
  tags.forEach(([tag, type, count, value], index) => {
    const at = 10 + index * 12;
    out.setUint16(at, tag, true);
    out.setUint16(at + 2, type, true);
    out.setUint32(at + 4, count, true);
    if (type === SHORT && count === 1) out.setUint16(at + 8, value, true);
    else out.setUint32(at + 8, value, true);
  });
  for (let i = 0; i < 4; i++) out.setUint16(bitsAt + i * 2, 8, true);
  bytes.set(raster.data, dataAt);
  return bytes;
}

const TAG_COUNT = 9;
const SHORT = 3;
const LONG = 4;
