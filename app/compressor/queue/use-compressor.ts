import { useCallback, useEffect, useReducer, useRef } from 'react';
import type { JobOptions } from '#engine/api/options.ts';
import { loadLate } from '~/load-late.ts';
import { readSession } from '~/session/session.ts';
import type { CompressionEvent } from './compression-event.ts';
import type { Stage } from '../job/stage.ts';
import { createLanes, type Lanes } from './lanes.ts';
import { devicePower, engineCount } from '../device/device-limits.ts';
import type { Place } from './place.ts';
import { isBusy, listed, queueReducer, type ItemState, type QueueItem } from './queue-state.ts';
import { CompressionRefused, connectionLost } from './refusal.ts';
import { declaredKind } from '../selection/selection.ts';
import { PAGE_LEFT } from '../upload/page-left.ts';
import { optionsFor, type Wish } from './steering.ts';
import type * as Work from './work.ts';

let work: Promise<typeof Work> | undefined;

/**
 * All that happens to a file after its choice; loaded with the first sign of a person, see late-results.tsx. Loaded once,
 * so that files which wait for it go on in the order of the selection: a second import may be there before the first.
 */
export function loadWork(): Promise<typeof Work> {
  work ??= loadLate(() => import('./work.ts')).catch((error: unknown) => {
    work = undefined;
    throw error;
  });
  return work;
}

export interface Compressor {
  readonly items: readonly QueueItem[];
  /** True while a file waits or is under way. */
  readonly busy: boolean;
  /** Adds files to the list and starts at once, on the server unless the place says otherwise. They have passed `selectionProblem`. */
  add(files: readonly File[], wish: Wish, place?: Place): void;
  /** Puts back what was kept from before: results and failures stand, jobs are followed, all others start anew. */
  restore(items: readonly QueueItem[]): void;
  /** Tries a failed file again; one that waits for the line or a busy server tries at once, with all others that wait. */
  retry(index: number): void;
  /**
   * Compresses a file that came back with other options. Its result stands until a new one has come; with
   * `onlySmaller` also when the new one is not smaller.
   */
  again(index: number, options: JobOptions, onlySmaller?: boolean): void;
  /** Compresses a file on the server that could not be compressed on the device: the one way by which it is uploaded. */
  onServer(index: number): void;
  /** Cancels what is under way for one file, on the server too: back to its result where it has one, else out of the list. */
  cancel(index: number): void;
  remove(index: number): void;
  /** Cancels what is under way and forgets all files. */
  reset(): void;
}

/** What is under way for one file. */
interface Running {
  readonly controller: AbortController;
  job: KnownJob | null;
}

interface KnownJob {
  readonly id: string;
  /** Of the session in which it became known: its person may sign out before it is cancelled. */
  readonly token: string | null;
}

/** Compresses files, at most two at a time, and says where each one stands. */
export function useCompressor(onEvent: (event: CompressionEvent) => void): Compressor {
  const [items, dispatch] = useReducer(queueReducer, []);
  const lanes = useRef<Readonly<Record<Place, Lanes>> | null>(null);
  const running = useRef(new Map<number, Running>());
  const nextIndex = useRef(0);
  const emit = useRef(onEvent);
  useEffect(() => {
    emit.current = onEvent;
  });

  /** Ends what the page does for a file; the server goes on with its job, for the next page to follow. */
  const leave = useCallback((index: number, why?: typeof PAGE_LEFT) => {
    const left = running.current.get(index);
    left?.controller.abort(why);
    running.current.delete(index);
    return left;
  }, []);
  /** Ends it on the server too. */
  const stop = useCallback(
    (index: number) => {
      const job = leave(index)?.job;
      if (job) void loadWork().then(({ cancelJob }) => cancelJob(job.id, job.token));
    },
    [leave],
  );
  useEffect(() => {
    const all = running.current;
    return () => {
      for (const index of [...all.keys()]) leave(index, PAGE_LEFT);
    };
  }, [leave]);

  const run = useCallback(
    (item: QueueItem) => {
      const { file, index, earlier } = item;
      leave(index);
      const self: Running = { controller: new AbortController(), job: knownJob(item.jobId) };
      running.current.set(index, self);
      const { signal } = self.controller;
      const update = (state: ItemState, event?: CompressionEvent) => {
        if (signal.aborted) return;
        dispatch({ type: 'updated', index, state });
        if (event) emit.current(event);
      };
      const settle = (state: ItemState, event: CompressionEvent) => {
        update(state, event);
        if (running.current.get(index) === self) running.current.delete(index);
      };
      const once = tellOnce((event) => emit.current(event), file);
      lanes.current ??= { server: createLanes(), device: createLanes(engineCount(devicePower())) };
      lanes.current[item.place].add(signal, async () => {
        try {
          const { compressFile } = await loadWork().catch((cause: unknown) => {
            throw connectionLost(cause);
          });
          const answer = await compressFile(item, {
            signal,
            onProgress(percent, stage) {
              update({ status: 'working', percent, stage });
              if (!signal.aborted) once(percent, stage);
            },
            onJob(jobId) {
              self.job = knownJob(jobId);
              if (!signal.aborted) dispatch({ type: 'job-known', index, jobId });
            },
          });
          const result = listed(answer, item);
          if (earlier && item.onlySmaller && result.size >= earlier.size)
            return settle({ status: 'done', result: earlier }, { type: 'no-smaller', file });
          settle({ status: 'done', result }, { type: 'done', file, result });
        } catch (error) {
          const [state, event] = failureOf(file, error);
          // A second try that fails takes nothing away.
          settle(earlier ? { status: 'done', result: earlier } : state, event);
        }
      });
    },
    [leave],
  );

  const add = useCallback(
    (files: readonly File[], wish: Wish, place: Place = 'server') => {
      const added = files.flatMap((file): QueueItem[] => {
        const kind = declaredKind(file);
        if (kind === null || kind === 'legacy-ppt') return [];
        const options = optionsFor(file, wish);
        return [{ ...NEW_ITEM, file, kind, options, place, index: nextIndex.current++ }];
      });
      dispatch({ type: 'added', items: added });
      for (const item of added) run(item);
    },
    [run],
  );

  const restore = useCallback(
    (kept: readonly QueueItem[]) => {
      nextIndex.current = Math.max(nextIndex.current, ...kept.map(({ index }) => index + 1));
      dispatch({ type: 'added', items: kept });
      for (const item of kept) if (item.state.status === 'waiting') run(item);
    },
    [run],
  );

  const retry = (index: number) => {
    const item = items.find((each) => each.index === index);
    if (!item) return;
    if (item.state.status === 'working') return void loadWork().then(({ tryNow }) => tryNow());
    dispatch({ type: 'updated', index, state: { status: 'waiting' } });
    run({ ...item, onlySmaller: false });
  };

  const onServer = (index: number) => {
    const item = items.find((each) => each.index === index);
    if (!item) return;
    dispatch({ type: 'moved', index, place: 'server' });
    dispatch({ type: 'updated', index, state: { status: 'waiting' } });
    run({ ...item, place: 'server', onlySmaller: false });
  };

  const again = (index: number, options: JobOptions, onlySmaller = false) => {
    const item = items.find((each) => each.index === index);
    if (item?.state.status !== 'done') return;
    dispatch({ type: 'asked-again', index, options, onlySmaller });
    run({ ...item, options, earlier: item.state.result, onlySmaller, jobId: null });
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
    dispatch({ type: 'job-known', index, jobId: null });
    dispatch({ type: 'updated', index, state: { status: 'done', result: earlier } });
  };

  const reset = useCallback(() => {
    for (const index of [...running.current.keys()]) stop(index);
    nextIndex.current = 0;
    dispatch({ type: 'cleared' });
  }, [stop]);

  return { items, busy: isBusy(items), add, restore, retry, onServer, again, cancel, remove, reset };
}

function knownJob(id: string | null): KnownJob | null {
  return id === null ? null : { id, token: readSession().token };
}

/** What is told of a file's way once, however often it is true. */
function tellOnce(emit: (event: CompressionEvent) => void, file: File) {
  let almostDone = false;
  let stalled = false;
  return (percent: number, stage: Stage | null) => {
    if (percent === 95 && !almostDone) {
      almostDone = true;
      emit({ type: 'almost-done', file });
    }
    if (stage?.at === 'stalled' && !stalled) {
      stalled = true;
      emit({ type: 'stalled', file, cause: stage.cause });
    }
  };
}

const NEW_ITEM = { state: { status: 'waiting' }, earlier: null, onlySmaller: false, jobId: null } as const;

function failureOf(file: File, error: unknown): [ItemState, CompressionEvent] {
  if (error instanceof CompressionRefused) {
    const { message, retryable, offersServer } = error;
    return [
      { status: 'failed', message, retryable, ...(offersServer ? { offersServer } : {}) },
      { type: 'refused', file, message },
    ];
  }
  const message = 'Something unexpected happened in this page.';
  return [
    { status: 'failed', message, retryable: true },
    { type: 'failed', file },
  ];
}
