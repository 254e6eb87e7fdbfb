import { useCallback, useEffect, useReducer, useRef } from 'react';
import type { JobOptions } from '#engine/options.ts';
import { walkProgress } from './progress.ts';
import { isBusy, queueReducer, type ItemState, type QueueItem, type SelectedFile } from './queue-state.ts';
import { CompressionRefused } from './refusal.ts';
import { requestCompression, type CompressedFile } from './request.ts';
import { runInOrder } from './run-in-order.ts';
import { declaredKind } from './selection.ts';

/** What happened to one file, for whatever shows it besides the list. */
export type CompressionEvent =
  | { readonly type: 'almost-done'; readonly file: File }
  | { readonly type: 'done'; readonly file: File; readonly result: CompressedFile }
  /** The file cannot be compressed, or the server could not be reached. */
  | { readonly type: 'refused'; readonly file: File; readonly message: string }
  /** An error of the page itself. */
  | { readonly type: 'failed'; readonly file: File };

export interface Compressor {
  readonly items: readonly QueueItem[];
  /** True while a file waits or is under way. */
  readonly busy: boolean;
  /** Starts at once. The files have passed `selectionProblem`. */
  start(files: readonly File[], options: JobOptions): void;
  retry(index: number): void;
  /** Cancels what is under way and forgets all files. */
  reset(): void;
}

interface Run {
  readonly controller: AbortController;
  readonly options: JobOptions;
}

/** Compresses a selection, at most two files at a time, and says where each one stands. */
export function useCompressor(onEvent: (event: CompressionEvent) => void): Compressor {
  const [items, dispatch] = useReducer(queueReducer, []);
  const run = useRef<Run | null>(null);
  const emit = useRef(onEvent);
  useEffect(() => {
    emit.current = onEvent;
  });

  useEffect(() => () => run.current?.controller.abort(), []);

  const compressOne = useCallback(
    async (index: number, selected: SelectedFile, { controller, options }: Run) => {
      const { signal } = controller;
      const update = (state: ItemState, event?: CompressionEvent) => {
        if (signal.aborted) return;
        dispatch({ type: 'updated', index, state });
        if (event) emit.current(event);
      };
      const { file } = selected;
      try {
        const answer = requestCompression({ ...selected, options }, signal);
        await walkProgress(answer, (percent) =>
          update({ status: 'working', percent }, percent === 95 ? { type: 'almost-done', file } : undefined),
        );
        const result = await answer;
        update({ status: 'done', result }, { type: 'done', file, result });
      } catch (error) {
        update(...failureOf(file, error));
      }
    },
    [],
  );

  const start = useCallback(
    (files: readonly File[], options: JobOptions) => {
      run.current?.controller.abort();
      const current = { controller: new AbortController(), options };
      run.current = current;
      const selected = files.flatMap((file) => {
        const kind = declaredKind(file);
        return kind === null || kind === 'legacy-ppt' ? [] : [{ file, kind }];
      });
      dispatch({ type: 'selected', items: selected });
      const tasks = selected.map((each, index) => () => compressOne(index, each, current));
      void runInOrder(tasks, current.controller.signal);
    },
    [compressOne],
  );

  const retry = (index: number) => {
    const item = items[index];
    if (!item || !run.current) return;
    dispatch({ type: 'updated', index, state: { status: 'waiting' } });
    void compressOne(index, item, run.current);
  };

  const reset = useCallback(() => {
    run.current?.controller.abort();
    run.current = null;
    dispatch({ type: 'cleared' });
  }, []);

  return { items, busy: isBusy(items), start, retry, reset };
}

function failureOf(file: File, error: unknown): [ItemState, CompressionEvent] {
  if (error instanceof CompressionRefused) {
    const { message, retryable } = error;
    return [
      { status: 'failed', message, retryable },
      { type: 'refused', file, message },
    ];
  }
  const message = 'Something unexpected happened in this page.';
  return [
    { status: 'failed', message, retryable: true },
    { type: 'failed', file },
  ];
}
