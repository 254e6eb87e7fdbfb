import { describe, expect, it } from 'vitest';
import { orientationExif, readExif } from '#engine/metadata/exif.ts';

type Entry = readonly [tag: number, value: number];

/** A TIFF structure with entries of one short number each. */
function tiffOf(entries: readonly Entry[], { little = false, next = 0, directory = 8 } = {}): Uint8Array {
  const bytes = new Uint8Array(directory + 2 + 12 * entries.length + 4);
  const view = new DataView(bytes.buffer);
  bytes.set(little ? [0x49, 0x49] : [0x4d, 0x4d]);
  view.setUint16(2, 42, little);
  view.setUint32(4, directory, little);
  view.setUint16(directory, entries.length, little);
  entries.forEach(([tag, value], i) => {
    const at = directory + 2 + 12 * i;
    view.setUint16(at, tag, little);
    view.setUint16(at + 2, 3, little);
    view.setUint32(at + 4, 1, little);
    view.setUint16(at + 8, value, little);
  });
  view.setUint32(bytes.length - 4, next, little);
  return bytes;
}

const ORIENTATION = 0x0112;
const GPS = 0x8825;
const NOTHING = { orientation: 1, hasLocation: false, hasThumbnail: false };

describe('readExif', () => {
  it.each([false, true])('reads orientation, location and thumbnail, little endian: %s', (little) => {
    const entries: Entry[] = [
      [0x010f, 7],
      [ORIENTATION, 6],
      [GPS, 1],
    ];
    expect(readExif(tiffOf(entries, { little, next: 99 }))).toEqual({
      orientation: 6,
      hasLocation: true,
      hasThumbnail: true,
    });
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('reads back orientation %i as it is written', (orientation) => {
    expect(readExif(orientationExif(orientation))).toEqual({ ...NOTHING, orientation });
  });

  it.each([
    ['without an entry', tiffOf([])],
    ['of an orientation out of range', tiffOf([[ORIENTATION, 9]])],
    ['too short for a header', Uint8Array.of(0x4d, 0x4d, 0)],
    ['whose directory lies outside', tiffOf([[ORIENTATION, 6]]).fill(255, 4, 8)],
  ])('finds nothing in EXIF %s', (_, tiff) => {
    expect(readExif(tiff)).toEqual(NOTHING);
  });

  it('reads the entries that are there when the directory is cut short', () => {
    const whole = tiffOf([
      [ORIENTATION, 3],
      [GPS, 1],
    ]);
    expect(readExif(whole.subarray(0, 8 + 2 + 12 + 5))).toEqual({ ...NOTHING, orientation: 3 });
  });
});
