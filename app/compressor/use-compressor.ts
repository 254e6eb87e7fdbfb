import { useCallback, useEffect, useReducer, useRef } from 'react';
import type { JobOptions } from '#engine/options.ts';
import { createLanes } from './lanes.ts';
import { walkProgress } from './progress.ts';
import {
  isBusy,
  queueReducer,
  type ItemState,
  type KeptItem,
  type QueueItem,
  type SelectedFile,
} from './queue-state.ts';
import { CompressionRefused } from './refusal.ts';
import { requestCompression, type CompressedFile } from './request.ts';
import { declaredKind } from './selection.ts';
import { optionsFor, type Wish } from './steering.ts';

/** What happened to one file, for whatever shows it besides the list. */
export type CompressionEvent =
  | { readonly type: 'almost-done'; readonly file: File }
  | { readonly type: 'done'; readonly file: File; readonly result: CompressedFile }
  /** A smaller result was asked for and there is none; the one before it stands. */
  | { readonly type: 'no-smaller'; readonly file: File }
  /** The file cannot be compressed, or the server could not be reached. */
  | { readonly type: 'refused'; readonly file: File; readonly message: string }
  /** An error of the page itself. */
  | { readonly type: 'failed'; readonly file: File };

export interface Compressor {
  readonly items: readonly QueueItem[];
  /** True while a file waits or is under way. */
  readonly busy: boolean;
  /** Adds files to the list and starts at once. They have passed `selectionProblem`. */
  add(files: readonly File[], wish: Wish): void;
  /** Puts back what was kept from before: results and failures stand, what waits starts anew. */
  restore(items: readonly KeptItem[]): void;
  retry(index: number): void;
  /**
   * Compresses a file that came back with other options. Its result stands until a new one has come; with
   * `onlySmaller` also when the new one is not smaller.
   */
  again(index: number, options: JobOptions, onlySmaller?: boolean): void;
  /** Cancels what is under way for one file: back to its result where it has one, else out of the list. */
  cancel(index: number): void;
  remove(index: number): void;
  /** Cancels what is under way and forgets all files. */
  reset(): void;
}

interface Job extends SelectedFile {
  readonly index: number;
  readonly options: JobOptions;
  readonly earlier: CompressedFile | null;
  readonly onlySmaller: boolean;
}

/** Compresses files, at most two at a time, and says where each one stands. */
export function useCompressor(onEvent: (event: CompressionEvent) => void): Compressor {
  const [items, dispatch] = useReducer(queueReducer, []);
  const lanes = useRef(createLanes());
  const running = useRef(new Map<number, AbortController>());
  const nextIndex = useRef(0);
  const emit = useRef(onEvent);
  useEffect(() => {
    emit.current = onEvent;
  });

  const stop = useCallback((index: number) => {
    running.current.get(index)?.abort();
    running.current.delete(index);
  }, []);
  const stopAll = useCallback(() => {
    for (const index of [...running.current.keys()]) stop(index);
  }, [stop]);
  useEffect(() => stopAll, [stopAll]);

  const run = useCallback(
    (job: Job) => {
      const { file, index, earlier } = job;
      stop(index);
      const controller = new AbortController();
      running.current.set(index, controller);
      const { signal } = controller;
      const update = (state: ItemState, event?: CompressionEvent) => {
        if (signal.aborted) return;
        dispatch({ type: 'updated', index, state });
        if (event) emit.current(event);
      };
      lanes.current.add(signal, async () => {
        try {
          const answer = requestCompression(job, signal);
          await walkProgress(answer, (percent) =>
            update(
              { status: 'working', percent },
              percent === 95 ? { type: 'almost-done', file } : undefined,
            ),
          );
          const result = await answer;
          if (earlier && job.onlySmaller && result.size >= earlier.size)
            return update({ status: 'done', result: earlier }, { type: 'no-smaller', file });
          update({ status: 'done', result }, { type: 'done', file, result });
        } catch (error) {
          const [state, event] = failureOf(file, error);
          // A second try that fails takes nothing away.
          update(earlier ? { status: 'done', result: earlier } : state, event);
        }
      });
    },
    [stop],
  );

  const add = useCallback(
    (files: readonly File[], wish: Wish) => {
      const added = files.flatMap((file): KeptItem[] => {
        const kind = declaredKind(file);
        if (kind === null || kind === 'legacy-ppt') return [];
        const options = optionsFor(file, wish);
        return [{ file, kind, options, index: nextIndex.current++, state: { status: 'waiting' } }];
      });
      dispatch({ type: 'added', items: added });
      for (const item of added) run({ ...item, earlier: null, onlySmaller: false });
    },
    [run],
  );

  const restore = useCallback(
    (kept: readonly KeptItem[]) => {
      nextIndex.current = Math.max(nextIndex.current, ...kept.map(({ index }) => index + 1));
      dispatch({ type: 'added', items: kept });
      for (const item of kept)
        if (item.state.status === 'waiting') run({ ...item, earlier: null, onlySmaller: false });
    },
    [run],
  );

  const retry = (index: number) => {
    const item = items.find((each) => each.index === index);
    if (!item) return;
    dispatch({ type: 'updated', index, state: { status: 'waiting' } });
    run({ ...item, onlySmaller: false });
  };

  const again = (index: number, options: JobOptions, onlySmaller = false) => {
    const item = items.find((each) => each.index === index);
    if (item?.state.status !== 'done') return;
    dispatch({ type: 'asked-again', index, options });
    run({ ...item, options, earlier: item.state.result, onlySmaller });
  };

  const remove = useCallback(
    (index: number) => {
      stop(index);
      dispatch({ type: 'removed', index });
    },
    [stop],
  );

  const cancel = (index: number) => {
    const earlier = items.find((each) => each.index === index)?.earlier;
    if (!earlier) return remove(index);
    stop(index);
    dispatch({ type: 'updated', index, state: { status: 'done', result: earlier } });
  };

  const reset = useCallback(() => {
    stopAll();
    nextIndex.current = 0;
    dispatch({ type: 'cleared' });
  }, [stopAll]);

  return { items, busy: isBusy(items), add, restore, retry, again, cancel, remove, reset };
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
