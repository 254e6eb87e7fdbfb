import { KIND_INFO, type FileKind } from '../api/kinds.ts';

/**
 * Work in proportion to the bytes that can be saved: a file of at most 1 MB takes some 5 s of one usual core and 400 MB at
 * most, whatever it unpacks to. Larger files may take more by the byte.
 */
const SMALL_FILE_BYTES = 2 ** 20;

/** Work that a file is worth, in ms of one usual core, as `WorkBudget` counts it. @param fileBytes size of the file */
export function proportionateMs(fileBytes: number, kind: FileKind): number {
  const { smallFileMs, perMegabyteMs } = KIND_INFO[kind].work;
  return smallFileMs + (perMegabyteMs / 2 ** 20) * bytesBeyondSmall(fileBytes);
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
