import type { CompressionReport, EngineErrorCode, FileKind, JobOptions } from '#engine/index.ts';
import type { DeviceLimits } from './device-limits.ts';
import type { PartFault } from './part-loader.ts';

/**
 * What the page and an engine worker say to each other. One file at a time: after `compress` the worker answers with any
 * number of `progress` and one of the others. It is cancelled by ending it.
 */
export interface EngineTask {
  readonly type: 'compress';
  /** A handle, with its name where it is a `File`: the worker reads the bytes itself, so that the page never holds them. */
  readonly file: Blob;
  readonly kind: FileKind;
  readonly options: JobOptions;
  readonly limits: DeviceLimits;
}

/** Nothing is asked of the engine any more: it gives back what it holds and closes. */
export interface EngineEnd {
  readonly type: 'end';
}

export type EngineMessage =
  /**
   * The script is loaded: what goes wrong from now on is not the line. Said once. `lock` names a lock that the worker
   * holds for as long as it lives; null where there are none.
   */
  | { readonly type: 'ready'; readonly lock: string | null }
  /** It needs a worker of a script, by this name, that is handed a port as its first message; the page starts it. */
  | { readonly type: 'thread'; readonly script: string; readonly name: string; readonly port: MessagePort }
  /** What it asked threads for has started with all of them. */
  | { readonly type: 'started' }
  /** The answer to `end`: its threads wait for nothing and can be ended, and so can it. */
  | { readonly type: 'ended' }
  /** A sign of life; `ratio` from 0 to 1. */
  | { readonly type: 'progress'; readonly ratio: number }
  | {
      readonly type: 'done';
      /** Handed over, not copied; null where the file is best as it is. */
      readonly bytes: ArrayBuffer | null;
      readonly report: CompressionReport;
      /** The engine or a codec failed at a part of the document, which is as it was: another engine may do better. */
      readonly partsFailed: boolean;
      /** Pixels of the largest picture that was in memory: memory of WebAssembly grows and never shrinks. */
      readonly largestPixels: number;
      /** Paths of what the worker has loaded so far, for keeping. */
      readonly loaded: readonly string[];
    }
  /** The file cannot be compressed, on whatever machine. */
  | { readonly type: 'refused'; readonly code: EngineErrorCode; readonly message: string }
  /** It is too much for this device. */
  | { readonly type: 'too-much'; readonly message: string }
  /** The bytes cannot be read any longer. */
  | { readonly type: 'unreadable' }
  /**
   * The engine itself failed: another one may succeed. `fault` where a part of it did not come, or not whole. `message` is
   * for developers.
   */
  | { readonly type: 'broken'; readonly message: string; readonly fault: PartFault | null };
