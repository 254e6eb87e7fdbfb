import type { Passing } from '../queue/refusal.ts';
import type { JobProgress, JobState } from './job-calls.ts';

/** Where one file truly stands between its choice and its result. */
export type Stage =
  | { readonly at: 'sending'; readonly sentBytes: number; readonly totalBytes: number }
  /** `ahead`: jobs before it; null where the server does not say. */
  | { readonly at: 'queued'; readonly ahead: number | null }
  /** `progress` of the engine, 0 to 1; null where it is not known. */
  | { readonly at: 'compressing'; readonly progress: number | null; readonly secondsLeft: number | null }
  | { readonly at: 'fetching' }
  /** On this device: the engine is loaded and started. */
  | { readonly at: 'starting' }
  | { readonly at: 'compressing-here'; readonly progress: number }
  /** Nothing moves until `until`, in ms since 1970, or until the line is back. */
  | { readonly at: 'stalled'; readonly cause: Passing['cause']; readonly until: number };

/** The stage of a job that has not ended. */
export function stageOfJob({ status, place, progress, secondsLeft }: JobProgress | JobState): Stage {
  return status === 'queued'
    ? { at: 'queued', ahead: place ?? null }
    : { at: 'compressing', progress: progress ?? null, secondsLeft: secondsLeft ?? null };
}

/** Shares of the way: a file is uploaded at 45 %, compressed at 95 %, and 100 % is a result on the page. */
const START_PERCENT = 10;
const UPLOADED_PERCENT = 45;
const COMPRESSED_PERCENT = 95;

/** Below this an upload is over before its progress could be told. */
const SMALL_UPLOAD_BYTES = 256 * 1024;

/** How far a file is, in percent of its way; null where its stage does not say. */
export function percentOf(stage: Stage): number | null {
  switch (stage.at) {
    case 'sending': {
      if (stage.totalBytes < SMALL_UPLOAD_BYTES) return null;
      return START_PERCENT + (UPLOADED_PERCENT - START_PERCENT) * (stage.sentBytes / stage.totalBytes);
    }
    case 'queued':
      return UPLOADED_PERCENT;
    case 'compressing':
      if (stage.progress === null) return null;
      return UPLOADED_PERCENT + (COMPRESSED_PERCENT - UPLOADED_PERCENT) * stage.progress;
    case 'fetching':
      return COMPRESSED_PERCENT;
    case 'starting':
      return START_PERCENT;
    case 'compressing-here':
      return START_PERCENT + (COMPRESSED_PERCENT - START_PERCENT) * stage.progress;
    case 'stalled':
      return null;
  }
}
