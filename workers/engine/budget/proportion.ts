import type { FileKind } from '../api/kinds.ts';

/**
 * Work in proportion to the bytes that can be saved: a file of at most 1 MB takes some 5 s of one usual core and 400 MB at
 * most, whatever it unpacks to. Larger files may take more by the byte.
 */
const SMALL_FILE_BYTES = 2 ** 20;

/**
 * Counted work of a small file, in ms. A screen in a profile takes 5 % more bytes as a PNG at 5 s. A deck has many pictures, and a
 * second goes into what is not counted, such as running each kind of code for the first time.
 */
const SMALL_FILE_MS: Readonly<Record<FileKind, number>> = {
  jpeg: 5000,
  png: 6000,
  webp: 5000,
  pdf: 5000,
  pptx: 4000,
};

/** The same of each byte beyond. No picture of a deck needs as much as one that comes alone. */
const MS_PER_BYTE = 20_000 / 2 ** 20;
const MS_PER_DECK_BYTE = 16_000 / 2 ** 20;

/** Work that a file is worth, in ms of one usual core, as `WorkBudget` counts it. @param fileBytes size of the file */
export function proportionateMs(fileBytes: number, kind: FileKind): number {
  const perByte = kind === 'pptx' ? MS_PER_DECK_BYTE : MS_PER_BYTE;
  return SMALL_FILE_MS[kind] + perByte * bytesBeyondSmall(fileBytes);
}

/** How many times the work of a small file a file is worth: 1 for small ones. @param fileBytes size of the file */
export function proportionOf(fileBytes: number): number {
  return Math.max(1, fileBytes / SMALL_FILE_BYTES);
}

/**
 * Samples of a still picture that may be decoded: in any file, and for each byte of it. Photographs of phones have 5 to 50 a
 * byte, screens 20 to 120. A file of up to 1 MB has 25 megapixels in colours at most.
 */
const STILL_SAMPLES = 25e6;
const STILL_SAMPLES_PER_BYTE = 200;
const SMALL_FILE_SAMPLES = 80e6;

interface Samples {
  readonly width: number;
  readonly height: number;
  /** Of a pixel as it is decoded, alpha included. */
  readonly channels: number;
}

/** Whether a still picture is too large for the bytes of its file: decoding and comparing takes 3 to 5 bytes a sample. */
export function isOutOfProportion(picture: Samples, fileBytes: number): boolean {
  const beyond = bytesBeyondSmall(fileBytes);
  const small = STILL_SAMPLES + STILL_SAMPLES_PER_BYTE * (fileBytes - beyond);
  return weightOf(picture) > Math.min(SMALL_FILE_SAMPLES, small) + STILL_SAMPLES_PER_BYTE * beyond;
}

/** Grey pictures are compared in more channels than they have, and inks converted for that. */
function weightOf({ width, height, channels }: Samples): number {
  return width * height * (channels === 1 ? 2 : channels === 4 ? 5 : channels);
}

function bytesBeyondSmall(fileBytes: number): number {
  return Math.max(0, fileBytes - SMALL_FILE_BYTES);
}
