import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import type { JobOptions } from '#engine/api/options.ts';
import { PAGE_LEFT } from '../upload/page-left.ts';
import { folderOf } from '../selection/folder-of.ts';
import { declaredKind } from '../selection/selection.ts';
import { optionsFor, type ChosenOptions } from './chosen-options.ts';
import type { CompressionEvent } from './compression-event.ts';
import { isBusy, queueReducer, unbegunItems, type QueueItem } from './queue-state.ts';
import type { RunLocation } from './run-location.ts';
import { loadWork } from './load-work.ts';
import { createRuns } from './runs.ts';

export interface Compressor {
  readonly items: readonly QueueItem[];
  /** True while a file waits or is under way. */
  readonly busy: boolean;
  /** Adds files to the list and starts at once, on the server unless the place says otherwise. They have passed `selectionProblem`. */
  add(files: readonly File[], chosen: ChosenOptions, place?: RunLocation): void;
  /** Puts back what was kept from before: results and failures stand, jobs are followed, all others start anew. */
  restore(items: readonly QueueItem[]): void;
  /** Tries a failed file again; one that waits for the line or a busy server tries at once, with all others that wait. */
  retry(index: number): void;
  /** Files that have not begun follow settings that were changed meanwhile. */
  follow(chosen: ChosenOptions, place: RunLocation): void;
  /** Compresses a file that came back with other options. Its result stands until a new one has come. */
  again(index: number, options: JobOptions, how?: AgainHow): void;
  /** Compresses a file on the server that could not be compressed on the device: the one way by which it is uploaded. */
  onServer(index: number): void;
  /** Cancels what is under way for one file, on the server too: back to its result where it has one, else out of the list. */
  cancel(index: number): void;
  remove(index: number): void;
  /** Cancels what is under way and forgets all files. */
  reset(): void;
}

interface AgainHow {
  /** The result before stands also when the new one is not smaller [false]. */
  readonly onlySmaller?: boolean;
  /** Where it is done this time [where it was]. */
  readonly place?: RunLocation;
}

const NEW_ITEM = { state: { status: 'waiting' }, earlier: null, onlySmaller: false, jobId: null } as const;

/** Compresses files, at most two at a time, and says where each one stands. */
export function useCompressor(onEvent: (event: CompressionEvent) => void): Compressor {
  const [items, dispatch] = useReducer(queueReducer, []);
  const nextIndex = useRef(0);
  const [runs] = useState(() => createRuns(dispatch));
  useEffect(() => runs.listen(onEvent));
  useEffect(
    () => () => {
      for (const index of runs.indexes()) runs.leave(index, PAGE_LEFT);
    },
    [runs],
  );
  const itemAt = (index: number) => items.find((each) => each.index === index);

  const add = useCallback(
    (files: readonly File[], chosen: ChosenOptions, place: RunLocation = 'server') => {
      const added = files.flatMap((file): QueueItem[] => {
        const kind = declaredKind(file);
        if (kind === null || kind === 'legacy-ppt') return [];
        const options = optionsFor({ file, kind }, chosen);
        const folder = folderOf(file);
        return [{ ...NEW_ITEM, file, kind, folder, options, place, index: nextIndex.current++ }];
      });
      dispatch({ type: 'added', items: added });
      for (const item of added) runs.start(item);
    },
    [runs],
  );

  const restore = useCallback(
    (kept: readonly QueueItem[]) => {
      nextIndex.current = Math.max(nextIndex.current, ...kept.map(({ index }) => index + 1));
      dispatch({ type: 'added', items: kept });
      for (const item of kept) if (item.state.status === 'waiting') runs.start(item);
    },
    [runs],
  );

  const retry = (index: number) => {
    const item = itemAt(index);
    if (!item) return;
    if (item.state.status === 'working') return void loadWork().then(({ tryNow }) => tryNow());
    dispatch({ type: 'updated', index, state: { status: 'waiting' } });
    runs.start({ ...item, onlySmaller: false });
  };

  const onServer = (index: number) => {
    const item = itemAt(index);
    if (!item) return;
    dispatch({ type: 'moved', index, place: 'server' });
    dispatch({ type: 'updated', index, state: { status: 'waiting' } });
    runs.start({ ...item, place: 'server', onlySmaller: false });
  };

  const follow = (chosen: ChosenOptions, place: RunLocation) => {
    const replanned = unbegunItems(items).map((item) => ({
      ...item,
      ...{ options: optionsFor(item, chosen), place },
    }));
    dispatch({ type: 'replanned', items: replanned });
    for (const item of replanned) runs.start(item);
  };

  const again = (index: number, options: JobOptions, how: AgainHow = {}) => {
    const item = itemAt(index);
    if (item?.state.status !== 'done') return;
    const { onlySmaller = false, place = item.state.result.place } = how;
    dispatch({ type: 'asked-again', index, options, onlySmaller, place });
    runs.start({ ...item, options, earlier: item.state.result, onlySmaller, place, jobId: null });
  };

  const remove = useCallback(
    (index: number) => {
      runs.stop(index);
      dispatch({ type: 'removed', index });
    },
    [runs],
  );

  const cancel = (index: number) => {
    const earlier = itemAt(index)?.earlier;
    if (!earlier) return remove(index);
    runs.stop(index);
    dispatch({ type: 'job-known', index, jobId: null });
    dispatch({ type: 'updated', index, state: { status: 'done', result: earlier } });
  };

  const reset = useCallback(() => {
    for (const index of runs.indexes()) runs.stop(index);
    dispatch({ type: 'cleared' });
  }, [runs]);

  return { items, busy: isBusy(items), add, restore, retry, onServer, follow, again, cancel, remove, reset };
}
