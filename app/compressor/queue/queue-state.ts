import type { FileKind } from '#engine/api/kinds.ts';
import type { JobOptions } from '#engine/api/options.ts';
import type { CompressionReport } from '#engine/index.ts';
import { reductionPercent } from '../results/reduction-percent.ts';
import type { Stage } from '../job/stage.ts';
import type { RunLocation } from './run-location.ts';
import type { CompressedFile } from './request.ts';

/** A result with what it was made with: it may stand while the file is tried again with something else. */
export interface ListedResult extends CompressedFile {
  readonly options: JobOptions;
  /** The size that a person wanted it to stay under, in bytes; null for none. */
  readonly limitBytes: number | null;
}

export type ItemState =
  | { readonly status: 'waiting' }
  | {
      readonly status: 'working';
      readonly percent: number;
      /** Null before anything is known. */
      readonly stage: Stage | null;
    }
  | { readonly status: 'done'; readonly result: ListedResult }
  | {
      readonly status: 'failed';
      readonly message: string;
      readonly retryable: boolean;
      /** It could not be done on this device; the server can do it, where a person says so. */
      readonly offersServer?: boolean;
    };

interface SelectedFile {
  readonly file: File;
  /** What name and type say; the content may turn out to be of another kind. */
  readonly kind: FileKind;
  /** The folders that it came in: "trip/day 1/"; empty for a file that was chosen by itself. */
  readonly folder: string;
}

/** One selected file and where it stands. */
export interface QueueItem extends SelectedFile {
  /** Counts the files of a list; never given again while the list stands. */
  readonly index: number;
  /** What was last asked for; a result knows what it was made with. */
  readonly options: JobOptions;
  /** Where it is compressed. Only a person moves it: what is for the device is never uploaded by itself. */
  readonly place: RunLocation;
  /** The result that stands while the file is tried again with other options; else null. */
  readonly earlier: ListedResult | null;
  /** A second try counts only when its result is smaller than the one before; a target is then a step of ours, and no limit. */
  readonly onlySmaller: boolean;
  /** The job that the server makes of it: it can be followed without another upload. Null before and after. */
  readonly jobId: string | null;
  readonly state: ItemState;
}

export type QueueAction =
  | { readonly type: 'added'; readonly items: readonly QueueItem[] }
  | {
      readonly type: 'asked-again';
      readonly index: number;
      readonly options: JobOptions;
      readonly onlySmaller: boolean;
      readonly place: RunLocation;
    }
  | { readonly type: 'replanned'; readonly items: readonly QueueItem[] }
  | { readonly type: 'moved'; readonly index: number; readonly place: RunLocation }
  | { readonly type: 'job-known'; readonly index: number; readonly jobId: string | null }
  | {
      readonly type: 'report-known';
      readonly index: number;
      /** Of the result that it is about: another one may stand there by now. */
      readonly jobId: string | null;
      readonly report: CompressionReport;
    }
  | { readonly type: 'updated'; readonly index: number; readonly state: ItemState }
  | { readonly type: 'removed'; readonly index: number }
  | { readonly type: 'cleared' };

export function queueReducer(items: readonly QueueItem[], action: QueueAction): readonly QueueItem[] {
  switch (action.type) {
    case 'added':
      // What was removed comes back to its place.
      return [...items, ...action.items].toSorted((one, other) => one.index - other.index);
    case 'asked-again':
      return replaced(items, action.index, (item) => ({
        ...item,
        options: action.options,
        onlySmaller: action.onlySmaller,
        place: action.place,
        earlier: item.state.status === 'done' ? item.state.result : null,
        state: { status: 'waiting' },
      }));
    case 'replanned':
      return items.map((item) => action.items.find(({ index }) => index === item.index) ?? item);
    case 'moved':
      return replaced(items, action.index, (item) => ({ ...item, place: action.place }));
    case 'job-known':
      return replaced(items, action.index, (item) => ({ ...item, jobId: action.jobId }));
    case 'report-known':
      return replaced(items, action.index, (item) => withReport(item, action));
    case 'updated':
      return replaced(items, action.index, (item) => ({
        ...item,
        state: action.state,
        earlier: isSettled(action.state) ? null : item.earlier,
      }));
    case 'removed':
      return items.filter(({ index }) => index !== action.index);
    case 'cleared':
      return [];
  }
}

/** A result as it stands in the list. */
export function listed(
  result: CompressedFile,
  { options, onlySmaller, earlier }: Pick<QueueItem, 'options' | 'onlySmaller' | 'earlier'>,
): ListedResult {
  const limitBytes = onlySmaller ? earlier?.limitBytes : options.targetBytes;
  return { ...result, options, limitBytes: limitBytes ?? null };
}

function withReport(
  item: QueueItem,
  { jobId, report }: Extract<QueueAction, { readonly type: 'report-known' }>,
): QueueItem {
  if (item.state.status !== 'done' || item.state.result.jobId !== jobId) return item;
  return { ...item, state: { status: 'done', result: { ...item.state.result, report } } };
}

function replaced(
  items: readonly QueueItem[],
  index: number,
  change: (item: QueueItem) => QueueItem,
): readonly QueueItem[] {
  return items.map((item) => (item.index === index ? change(item) : item));
}

function isSettled({ status }: ItemState): boolean {
  return status === 'done' || status === 'failed';
}

/** Files of which nothing was done yet, not even an upload; another try with one that has come back is not among them. */
export function unbegunItems(items: readonly QueueItem[]): readonly QueueItem[] {
  return items.filter(
    ({ state, jobId, earlier }) => state.status === 'waiting' && jobId === null && earlier === null,
  );
}

/** True for a file that waits or is under way. */
export function isOpen({ state }: Pick<QueueItem, 'state'>): boolean {
  return !isSettled(state);
}

/** True while any file waits or is under way. */
export function isBusy(items: readonly QueueItem[]): boolean {
  return items.some(isOpen);
}

/**
 * True while a file is under way to the server that does not have it: its upload would end with the page. What is compressed
 * on the device begins anew with the next page, if it is kept.
 */
export function hasUnsent(items: readonly QueueItem[]): boolean {
  return items.some(({ state, jobId, place }) => place === 'server' && !isSettled(state) && jobId === null);
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
