import type { FileKind } from '#engine/kinds.ts';
import { reductionPercent } from './format.ts';
import type { CompressedFile } from './request.ts';

export type ItemState =
  | { readonly status: 'waiting' }
  | { readonly status: 'working'; readonly percent: number }
  | { readonly status: 'done'; readonly result: CompressedFile }
  | { readonly status: 'failed'; readonly message: string; readonly retryable: boolean };

export interface SelectedFile {
  readonly file: File;
  /** What name and type say; the content may turn out to be of another kind. */
  readonly kind: FileKind;
}

/** One selected file and where it stands. */
export interface QueueItem extends SelectedFile {
  readonly index: number;
  readonly state: ItemState;
}

export type QueueAction =
  | { readonly type: 'selected'; readonly items: readonly SelectedFile[] }
  | { readonly type: 'updated'; readonly index: number; readonly state: ItemState }
  | { readonly type: 'cleared' };

export function queueReducer(items: readonly QueueItem[], action: QueueAction): readonly QueueItem[] {
  switch (action.type) {
    case 'selected':
      return action.items.map((item, index) => ({ ...item, index, state: { status: 'waiting' } }));
    case 'updated':
      return items.map((item) => (item.index === action.index ? { ...item, state: action.state } : item));
    case 'cleared':
      return [];
  }
}

/** True while any file waits or is under way. */
export function isBusy(items: readonly QueueItem[]): boolean {
  return items.some(({ state }) => state.status === 'waiting' || state.status === 'working');
}

export interface FinishedItem extends QueueItem {
  readonly state: Extract<ItemState, { status: 'done' }>;
}

export function finishedItems(items: readonly QueueItem[]): readonly FinishedItem[] {
  return items.filter((item): item is FinishedItem => item.state.status === 'done');
}

/** How many files have come back or failed. */
export function settledCount(items: readonly QueueItem[]): number {
  return finishedItems(items).length + failedCount(items);
}

export function failedCount(items: readonly QueueItem[]): number {
  return items.filter(({ state }) => state.status === 'failed').length;
}

export interface Totals {
  readonly originalBytes: number;
  readonly compressedBytes: number;
  readonly savedBytes: number;
  readonly percent: number;
}

/** Sums over the files that came back. */
export function totalsOf(items: readonly FinishedItem[]): Totals {
  const originalBytes = items.reduce((sum, item) => sum + item.file.size, 0);
  const compressedBytes = items.reduce((sum, item) => sum + item.state.result.size, 0);
  return {
    originalBytes,
    compressedBytes,
    savedBytes: originalBytes - compressedBytes,
    percent: reductionPercent(originalBytes, compressedBytes),
  };
}
