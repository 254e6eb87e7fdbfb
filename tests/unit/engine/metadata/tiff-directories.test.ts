import { describe, expect, it } from 'vitest';
import {
  NO_DIRECTORIES,
  readDirectories,
  writeDirectories,
  type ExifDirectories,
} from '#engine/metadata/tiff-directories.ts';

const bytes = (...values: number[]) => Uint8Array.from(values);
const DIRECTORIES: ExifDirectories = {
  image: [
    { tag: 0x0112, type: 3, value: bytes(0, 6) },
    { tag: 0x8298, type: 2, value: new TextEncoder().encode('Ada Lovelace\0') },
  ],
  photo: [{ tag: 0x829a, type: 5, value: bytes(0, 0, 0, 1, 0, 0, 0, 200) }],
  gps: [{ tag: 1, type: 2, value: bytes(0x4e, 0) }],
};

describe('directories of EXIF', () => {
  it('are read as they were written', () => {
    expect(readDirectories(writeDirectories(DIRECTORIES))).toEqual(DIRECTORIES);
    expect(readDirectories(writeDirectories(NO_DIRECTORIES))).toEqual(NO_DIRECTORIES);
  });

  it('are read in either order of bytes', () => {
    const little = bytes(
      ...[0x49, 0x49, 0x2a, 0, 8, 0, 0, 0, 2, 0],
      ...[0x12, 0x01, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0],
      ...[0x1a, 0x01, 5, 0, 1, 0, 0, 0, 38, 0, 0, 0],
      ...[0, 0, 0, 0],
      ...[72, 0, 0, 0, 1, 0, 0, 0],
    );
    expect(readDirectories(little).image).toEqual([
      { tag: 0x0112, type: 3, value: bytes(0, 6) },
      { tag: 0x011a, type: 5, value: bytes(0, 0, 0, 72, 0, 0, 0, 1) },
    ]);
  });

  it('never fail, wherever they are cut or damaged', () => {
    const whole = writeDirectories(DIRECTORIES);
    for (let length = 0; length < whole.length; length++) readDirectories(whole.subarray(0, length));
    for (let at = 0; at < whole.length; at++)
      for (const value of [0, 0x7f, 0xff]) readDirectories(Uint8Array.from(whole).fill(value, at, at + 4));
  });
});
