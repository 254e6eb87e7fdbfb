import { isPictureKind, type FileKind } from '#engine/api/kinds.ts';

/** What is compressed on a device, and what is left to the server. */
export interface DeviceLimits {
  /** Width times height of one picture, alone or in a document; frames of an animation count together. */
  readonly maxPixels: number;
  readonly maxPictureBytes: number;
  readonly maxDocumentBytes: number;
}

/** Browsers tell the memory in steps, 8 at most; those that do not tell are taken for a usual computer or a newer phone. */
const USUAL_MEMORY_GB = 4;
/** From here on the limits are those of a computer. */
const LARGE_MEMORY_GB = 8;
/** Below it nothing is compressed on the device. */
export const LEAST_MEMORY_GB = 2;

const MB = 1024 * 1024;
const LARGE: DeviceLimits = { maxPixels: 40_000_000, maxPictureBytes: 100 * MB, maxDocumentBytes: 100 * MB };
const SMALL: DeviceLimits = { maxPixels: 16_000_000, maxPictureBytes: 40 * MB, maxDocumentBytes: 50 * MB };

/** One engine with a phone's photograph takes about 400 MB: two gigabytes for each leave room for the page and others. */
const MEMORY_GB_FOR_ENGINE = 2;
const MOST_ENGINES = 4;

/** As the browser tells them. */
interface DevicePower {
  readonly cores: number;
  /** Gigabytes. */
  readonly memory: number;
}

export function devicePower(): DevicePower {
  const { hardwareConcurrency, deviceMemory } = navigator as Navigator & { deviceMemory?: number };
  return { cores: hardwareConcurrency || 2, memory: deviceMemory ?? USUAL_MEMORY_GB };
}

export function deviceLimits({ memory }: DevicePower): DeviceLimits {
  return memory >= LARGE_MEMORY_GB ? LARGE : SMALL;
}

/** How many engines may run at once: a core stays free for the page, and memory for all else. */
export function engineCount({ cores, memory }: DevicePower): number {
  return Math.max(1, Math.min(cores - 1, Math.floor(memory / MEMORY_GB_FOR_ENGINE), MOST_ENGINES));
}

/** Why a file is too large to begin with on this device, in words; null where it is not. */
export function tooManyBytes(bytes: number, kind: FileKind, limits: DeviceLimits): string | null {
  const most = isPictureKind(kind) ? limits.maxPictureBytes : limits.maxDocumentBytes;
  if (bytes <= most) return null;
  const what = isPictureKind(kind) ? 'image' : 'document';
  return `This ${what} is ${Math.ceil(bytes / MB)} MB; this device has memory for up to ${most / MB} MB.`;
}
