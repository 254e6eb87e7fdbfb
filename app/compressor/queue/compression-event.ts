import type { Passing } from './refusal.ts';
import type { ListedResult } from './queue-state.ts';

/** What happened to one file, for whatever shows it besides the list. */
export type CompressionEvent =
  | { readonly type: 'almost-done'; readonly file: File }
  | { readonly type: 'done'; readonly file: File; readonly result: ListedResult }
  /** Nothing moves: the line is lost or the server busy, and the page goes on by itself. */
  | { readonly type: 'stalled'; readonly file: File; readonly cause: Passing['cause'] }
  /** A smaller result was asked for and there is none; the one before it stands. */
  | { readonly type: 'no-smaller'; readonly file: File }
  /** The file cannot be compressed, or the server could not be reached. */
  | { readonly type: 'refused'; readonly file: File; readonly message: string }
  /** An error of the page itself. */
  | { readonly type: 'failed'; readonly file: File };
