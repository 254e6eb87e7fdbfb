import { viewOf } from '../base/bytes.ts';

/**
 * EXIF that holds the orientation alone, as a TIFF structure (big-endian, one entry).
 * Source: Exif 2.32, 4.6.2 and 4.6.4 (tag 0x0112).
 * @param orientation 1-8
 */
export function orientationExif(orientation: number): Uint8Array {
  const head = [0x4d, 0x4d, 0x00, 0x2a, 0x00, 0x00, 0x00, 0x08, 0x00, 0x01];
  const entry = [0x01, 0x12, 0x00, 0x03, 0x00, 0x00, 0x00, 0x01, 0x00, orientation, 0x00, 0x00];
  return Uint8Array.from([...head, ...entry, 0x00, 0x00, 0x00, 0x00]);
}

export interface ExifInfo {
  /** 1-8; 1 when absent or out of range. */
  readonly orientation: number;
  readonly hasLocation: boolean;
  readonly hasThumbnail: boolean;
}

/**
 * Reads what is acted on or reported from a TIFF structure. Damaged EXIF is common in camera files and never an error.
 * @param tiff starts with "II" or "MM"
 */
export function readExif(tiff: Uint8Array): ExifInfo {
  const info = { orientation: 1, hasLocation: false, hasThumbnail: false };
  const view = viewOf(tiff);
  if (tiff.length < 14) return info;
  const little = tiff[0] === 0x49;
  const directory = view.getUint32(4, little);
  if (directory + 2 > tiff.length) return info;
  const count = view.getUint16(directory, little);
  const end = directory + 2 + count * 12;
  for (let at = directory + 2; at + 12 <= Math.min(end, tiff.length); at += 12) {
    const tag = view.getUint16(at, little);
    if (tag === 0x0112) {
      const value = view.getUint16(at + 8, little);
      if (value >= 1 && value <= 8) info.orientation = value;
    }
    if (tag === 0x8825) info.hasLocation = true;
  }
  if (end + 4 <= tiff.length) info.hasThumbnail = view.getUint32(end, little) !== 0;
  return info;
}

const ORIENTATION = 0x0112;

/** EXIF of a picture that has been turned upright: as it is, but for the orientation. @param tiff starts with "II" or "MM" */
export function uprightExif(tiff: Uint8Array): Uint8Array {
  if (readExif(tiff).orientation === 1) return tiff;
  const upright = tiff.slice();
  const view = viewOf(upright);
  const little = tiff[0] === 0x49;
  const directory = view.getUint32(4, little);
  const end = directory + 2 + view.getUint16(directory, little) * 12;
  for (let at = directory + 2; at + 12 <= Math.min(end, tiff.length); at += 12)
    if (view.getUint16(at, little) === ORIENTATION) view.setUint16(at + 8, 1, little);
  return upright;
}
