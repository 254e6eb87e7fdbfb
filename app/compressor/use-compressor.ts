import { useCallback, useEffect, useReducer, useRef } from 'react';
import type { Preset } from '#engine/presets.ts';
import { announceAlmostDone, announceDone, announceFailure, announceNotice } from './announcements.ts';
import { walkProgress } from './progress.ts';
import { isBusy, queueReducer, type ItemState, type QueueItem } from './queue-state.ts';
import { CompressionRefused, requestCompression } from './request.ts';
import { runInOrder } from './run-in-order.ts';
import { declaredKind } from './selection.ts';

export interface Compressor {
  readonly items: readonly QueueItem[];
  readonly busy: boolean;
  /** Starts at once. The files have passed `selectionProblem`. */
  start(files: readonly File[], preset: Preset): void;
  retry(index: number): void;
  /** Cancels what is under way and forgets all files. */
  reset(): void;
}

/** Compresses a selection, at most two files at a time, and says where each one stands. */
export function useCompressor(): Compressor {
  const [items, dispatch] = useReducer(queueReducer, []);
  const run = useRef<{ controller: AbortController; preset: Preset } | null>(null);

  useEffect(() => () => run.current?.controller.abort(), []);

  const compressOne = useCallback(async (index: number, file: File, preset: Preset, signal: AbortSignal) => {
    const move = (state: ItemState) => {
      if (!signal.aborted) dispatch({ type: 'moved', index, state });
    };
    try {
      const answer = requestCompression(file, { preset, signal });
      await walkProgress(answer, (percent) => {
        if (signal.aborted) return;
        move({ status: 'working', percent });
        if (percent === 95) announceAlmostDone(file);
      });
      const result = await answer;
      if (signal.aborted) return;
      move({ status: 'done', result });
      announceDone(file, result);
    } catch (error) {
      if (signal.aborted) return;
      move(failureOf(file, error));
    }
  }, []);

  const start = useCallback(
    (files: readonly File[], preset: Preset) => {
      run.current?.controller.abort();
      const controller = new AbortController();
      run.current = { controller, preset };
      const selected = files.flatMap((file) => {
        const kind = declaredKind(file);
        return kind === null || kind === 'legacy-ppt' ? [] : [{ file, kind }];
      });
      dispatch({ type: 'selected', items: selected });
      void runInOrder(
        selected.map(
          ({ file }, index) =>
            () =>
              compressOne(index, file, preset, controller.signal),
        ),
        controller.signal,
      );
    },
    [compressOne],
  );

  const retry = (index: number) => {
    const item = items[index];
    if (!item || !run.current) return;
    dispatch({ type: 'moved', index, state: { status: 'waiting' } });
    void compressOne(index, item.file, run.current.preset, run.current.controller.signal);
  };

  const reset = useCallback(() => {
    run.current?.controller.abort();
    run.current = null;
    dispatch({ type: 'cleared' });
  }, []);

  return { items, busy: isBusy(items), start, retry, reset };
}

function failureOf(file: File, error: unknown): ItemState {
  if (error instanceof CompressionRefused) {
    announceNotice(file, error.message);
    return { status: 'failed', message: error.message, retryable: error.retryable };
  }
  announceFailure(file);
  return { status: 'failed', message: 'Something unexpected happened in this page.', retryable: true };
}
