import { loadLate } from '~/load-late.ts';
import { persist } from '../job/persist.ts';
import { percentOf, type Stage } from '../job/stage.ts';
import { createTruth, walkProgress } from './progress.ts';
import type { RunLocation } from './run-location.ts';
import { CompressionRefused, PART_MISSING } from './refusal.ts';
import {
  requestCompression,
  type CompressedFile,
  type CompressionRequest,
  type CompressionWatch,
} from './request.ts';

/** A request and where it is to be done. */
interface PlacedRequest extends CompressionRequest {
  readonly place: RunLocation;
}

interface FileWatch extends Pick<CompressionWatch, 'signal' | 'onJob' | 'onReport'> {
  /** How far it is, never falling, and where it stands; null before anything is known. */
  onProgress(percent: number, stage: Stage | null): void;
}

/**
 * Compresses one file and tells its progress: the steps of the specification, and between them what is true.
 * @throws what requestCompression throws
 */
export async function runRequest(request: PlacedRequest, watch: FileWatch): Promise<CompressedFile> {
  const truth = createTruth();
  let percent = 0;
  let stage: Stage | null = null;
  const compress = request.place === 'device' ? compressHere : requestCompression;
  const answer = compress(request, {
    signal: watch.signal,
    onJob: watch.onJob,
    ...(watch.onReport ? { onReport: watch.onReport } : {}),
    onStage(next) {
      truth.tell(percentOf(next));
      if (isNearly(stage, next)) return;
      stage = next;
      watch.onProgress(percent, stage);
    },
  });
  const visit = (next: number) => {
    percent = next;
    watch.onProgress(percent, stage);
  };
  await walkProgress(answer, visit, truth);
  return answer;
}

/** What is missing of the engine without a line comes with it, and the file goes on then. Nothing is ever sent. */
const compressHere: typeof requestCompression = (request, watch) =>
  persist(async () => {
    const { compressOnDevice } = await loadOnDevice();
    return compressOnDevice(request, watch);
  }, watch);

function loadOnDevice() {
  return loadLate(() => import('../device/compress-on-device.ts')).catch((cause: unknown) => {
    throw new CompressionRefused('The compressor could not be loaded on this device. Nothing was uploaded.', {
      ...{ retryable: true, offersServer: true, cause },
      passing: navigator.onLine ? null : PART_MISSING,
    });
  });
}

/** Bytes are told many times a second; people see hundredths. */
function isNearly(shown: Stage | null, next: Stage): boolean {
  if (shown?.at !== 'sending' || next.at !== 'sending') return false;
  const step = next.totalBytes / 100;
  return next.sentBytes < next.totalBytes && Math.abs(next.sentBytes - shown.sentBytes) < step;
}
