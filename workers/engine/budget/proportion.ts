import { KIND_INFO, type FileKind } from '../api/kinds.ts';
import {
  MEGABYTE,
  SMALL_FILE_BYTES,
  SMALL_FILE_SAMPLES,
  STILL_SAMPLES,
  STILL_SAMPLES_PER_BYTE,
} from './tuning.ts';

/** Work that a file is worth, in ms of one usual core, as `WorkBudget` counts it. @param fileBytes size of the file */
export function proportionateMs(fileBytes: number, kind: FileKind): number {
  const { smallFileMs, perMegabyteMs } = KIND_INFO[kind].work;
  return smallFileMs + (perMegabyteMs / MEGABYTE) * bytesBeyondSmall(fileBytes);
}

/** How many times the work of a small file a file is worth: 1 for small ones. @param fileBytes size of the file */
export function proportionOf(fileBytes: number): number {
  return Math.max(1, fileBytes / SMALL_FILE_BYTES);
}

interface Samples {
  readonly width: number;
  readonly height: number;
  /** Of a pixel as it is decoded, alpha included. */
  readonly channels: number;
}

/**
 * Whether a still picture is too large for the bytes of its file: decoding and comparing takes 3 to 5 bytes a sample.
 * @param smallSamples most that a file of up to 1 MB may have
 */
export function isOutOfProportion(
  picture: Samples,
  fileBytes: number,
  smallSamples = SMALL_FILE_SAMPLES,
): boolean {
  const beyond = bytesBeyondSmall(fileBytes);
  const small = STILL_SAMPLES + STILL_SAMPLES_PER_BYTE * (fileBytes - beyond);
  return weightOf(picture) > Math.min(smallSamples, small) + STILL_SAMPLES_PER_BYTE * beyond;
}

/** Grey pictures are compared in more channels than they have, and inks converted for that. */
function weightOf({ width, height, channels }: Samples): number {
  return width * height * (channels === 1 ? 2 : channels === 4 ? 5 : channels);
}

function bytesBeyondSmall(fileBytes: number): number {
  return Math.max(0, fileBytes - SMALL_FILE_BYTES);
}
