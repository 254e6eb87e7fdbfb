import { describe, expect, it } from 'vitest';
import { embeddedDescriptions } from '#engine/formats/jpeg/kept-descriptions.ts';
import { removedMetadata } from '#engine/formats/jpeg/metadata-findings.ts';
import { NOTHING_FOLLOWS } from '#engine/formats/jpeg/beside/what-follows.ts';
import { orientationExif } from '#engine/metadata/exif.ts';
import { ascii, segment } from '#engine/containers/jpeg/segment-bytes.ts';
import { readJpegStructure, refuseRareJpeg } from '#engine/containers/jpeg/segments.ts';

const SOI = [0xff, 0xd8];
const EOI = [0xff, 0xd9];
/** 8 bits, 200 x 300 px, three components; the first with the given sampling factors. */
const frame = (factors = 0x11) => segment(0xc0, [8, 1, 44, 0, 200, 3, 1, factors, 0, 2, 0x11, 1, 3, 0x11, 1]);
const scan = [...segment(0xda, [1, 1, 0, 0, 63, 0]), 0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56];
const jpegOf = (...segments: (Uint8Array | readonly number[])[]) =>
  Uint8Array.from([...SOI, ...segments.flatMap((bytes) => [...bytes]), ...frame(), ...scan, ...EOI]);
const icc = (part: number, count: number, ...data: number[]) =>
  segment(0xe2, [...ascii('ICC_PROFILE\0'), part, count, ...data]);
/** A luminance table whose entries all are one number. */
const table = (value: number) => segment(0xdb, [0, ...Array<number>(64).fill(value)]);

describe('readJpegStructure', () => {
  it('reads size, components and precision of the frame', () => {
    expect(readJpegStructure(jpegOf())).toMatchObject({
      width: 200,
      height: 300,
      components: 3,
      precision: 8,
      isFullChroma: true,
      quality: null,
      hasGainMap: false,
      icc: null,
      density: null,
    });
  });

  it('sees subsampled chroma', () => {
    const bytes = Uint8Array.from([...SOI, ...frame(0x22), ...scan, ...EOI]);
    expect(readJpegStructure(bytes).isFullChroma).toBe(false);
  });

  it('joins the parts of a profile in their order', () => {
    const bytes = jpegOf(icc(2, 2, 3, 4), icc(1, 2, 1, 2));
    expect(readJpegStructure(bytes).icc).toEqual(Uint8Array.of(1, 2, 3, 4));
  });

  it.each([
    [1, 99],
    [58, 50],
    [115, 25],
  ])('estimates the quality of a table of %i', (value, quality) => {
    expect(readJpegStructure(jpegOf(table(value))).quality).toBeCloseTo(quality, -0.5);
  });

  it('reads tables of 16 bits', () => {
    const wide = segment(0xdb, [0x10, ...Array.from({ length: 64 }, () => [0, 58]).flat()]);
    expect(readJpegStructure(jpegOf(wide)).quality).toBe(readJpegStructure(jpegOf(table(58))).quality);
  });

  it.each([
    ['lossless JPEG', 0xc3, 8],
    ['lossless JPEG', 0xcb, 12],
    ['hierarchical JPEG', 0xc5, 8],
    ['hierarchical JPEG', 0xcf, 8],
    ['JPEG-LS file', 0xf7, 8],
    ['JPEG with 12 bits a sample', 0xc1, 12],
    [null, 0xc9, 8],
  ])('calls a %s by its name', (kind, marker, precision) => {
    const bytes = Uint8Array.from([...SOI, ...frame(), ...scan, ...EOI]);
    bytes.set([marker], 3);
    bytes.set([precision], 6);
    expect(readJpegStructure(bytes).rareKind).toBe(kind);
    if (kind) expect(() => refuseRareJpeg(bytes)).toThrow(kind);
    else expect(() => refuseRareJpeg(bytes)).not.toThrow();
  });

  it('finds what follows the picture, past escapes, restarts and further scans', () => {
    const progressive = Uint8Array.from([...SOI, ...frame(), ...scan, ...scan, ...EOI, 7, 8, 9]);
    expect(readJpegStructure(progressive).trailing).toEqual(Uint8Array.of(7, 8, 9));
  });

  it('reads past fill bytes and stray bytes between segments', () => {
    expect(readJpegStructure(jpegOf([0xff, 0xff, 0x00, 0x12], table(58))).quality).toBe(50);
  });

  it.each([
    ['ends before a scan', jpegOf().subarray(0, 20)],
    ['has an end marker only', Uint8Array.from([...SOI, ...EOI, 0, 0])],
    ['has a scan without a frame', Uint8Array.from([...SOI, ...scan, ...EOI])],
    ['has a segment longer than the file', Uint8Array.from([...SOI, 0xff, 0xe1, 0xff, 0xff, 1])],
  ])('refuses a file that %s', (_, bytes) => {
    expect(() => readJpegStructure(bytes)).toThrow(expect.objectContaining({ code: 'damaged' }));
  });
});

describe('removedMetadata', () => {
  const removedFrom = (bytes: Uint8Array, unknownBytes = 0) => {
    const structure = readJpegStructure(bytes);
    const described = embeddedDescriptions(structure);
    const stays = {
      gainMap: null,
      lostMapBytes: 0,
      followed: { ...NOTHING_FOLLOWS, unknownBytes },
      described,
      findings: {},
    };
    return removedMetadata({ structure, stays });
  };
  const exif = (orientation: number) =>
    segment(0xe1, [...ascii('Exif\0\0'), ...orientationExif(orientation)]);
  const xmp = (text: string) => segment(0xe1, ascii(`http://ns.adobe.com/xap/1.0/\0${text}`));

  it('lists what was removed in one sentence', () => {
    const comment = segment(0xfe, ascii('taken at home'));
    const changes = removedFrom(jpegOf(exif(6), xmp('<x/>'), comment));
    expect(changes.map(({ code, detail }) => [code, detail])).toEqual([
      ['metadata-removed', 'Metadata was removed: camera data, comments, and editing history.'],
    ]);
  });

  it('says nothing of a generation marker', () => {
    expect(removedFrom(jpegOf(segment(0xfe, ascii('fp71'))))).toEqual([]);
  });

  it('tells a gain map from other data after the picture', () => {
    const trailing = [1, 2, 3];
    const plain = Uint8Array.from([...jpegOf(), ...trailing]);
    const hdr = Uint8Array.from([...jpegOf(xmp('hdrgm:Version="1.0"')), ...trailing]);
    const codesOf = (bytes: Uint8Array) => removedFrom(bytes, trailing.length).map(({ code }) => code);
    expect(codesOf(plain)).toEqual(['trailing-data-removed']);
    expect(codesOf(hdr)).toEqual(['metadata-removed', 'gain-map-removed']);
  });
});
