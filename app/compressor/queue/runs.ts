import type { CompressionReport } from '#engine/index.ts';
import { readSession } from '~/session/session.ts';
import { devicePower, engineCount } from '../device/device-limits.ts';
import type { Stage } from '../job/stage.ts';
import type { PAGE_LEFT } from '../upload/page-left.ts';
import type { CompressionEvent } from './compression-event.ts';
import { listed, type ItemState, type QueueAction, type QueueItem } from './queue-state.ts';
import { CompressionRefused, connectionLost } from './refusal.ts';
import type { RunLocation } from './run-location.ts';
import { createTaskQueue, type TaskQueue } from './task-queue.ts';
import { loadWork } from './load-work.ts';

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

/** The files that are under way in this page. */
interface Runs {
  /** Compresses a file, in place of what was under way for it. */
  start(item: QueueItem): void;
  /** Ends what the page does for a file; the server goes on with its job, for the next page to follow. */
  leave(index: number, why?: typeof PAGE_LEFT): Running | undefined;
  /** Ends it on the server too. */
  stop(index: number): void;
  indexes(): number[];
  /** Tells what happens from now on, in place of the listener before. */
  listen(onEvent: (event: CompressionEvent) => void): void;
}

/** Runs files in the order of their starts, a few at once on the server and on the device each. */
export function createRuns(dispatch: (action: QueueAction) => void): Runs {
  let onEvent: (event: CompressionEvent) => void = () => {};
  const emit = (event: CompressionEvent) => onEvent(event);
  const running = new Map<number, Running>();
  let queues: Readonly<Record<RunLocation, TaskQueue>> | undefined;

  const leave: Runs['leave'] = (index, why) => {
    const left = running.get(index);
    left?.controller.abort(why);
    running.delete(index);
    return left;
  };

  const start = (item: QueueItem) => {
    const { file, index, earlier } = item;
    leave(index);
    const self: Running = { controller: new AbortController(), job: knownJob(item.jobId) };
    running.set(index, self);
    const { signal } = self.controller;
    const settle = (state: ItemState, event: CompressionEvent) => {
      if (!signal.aborted) {
        dispatch({ type: 'updated', index, state });
        emit(event);
      }
      if (running.get(index) === self) running.delete(index);
    };
    const tell = tellOnce(emit, file);
    let reportComing: Promise<CompressionReport | null> = Promise.resolve(null);
    const watch = {
      signal,
      onReport(coming: typeof reportComing) {
        reportComing = coming;
      },
      onProgress(percent: number, stage: Stage | null) {
        if (signal.aborted) return;
        dispatch({ type: 'updated', index, state: { status: 'working', percent, stage } });
        tell(percent, stage);
      },
      onJob(jobId: string | null) {
        self.job = knownJob(jobId);
        if (!signal.aborted) dispatch({ type: 'job-known', index, jobId });
      },
    };
    queues ??= { server: createTaskQueue(), device: createTaskQueue(engineCount(devicePower())) };
    queues[item.place].add(signal, async () => {
      try {
        const { runRequest } = await loadWork().catch((cause: unknown) => {
          throw connectionLost(cause);
        });
        const result = listed(await runRequest(item, watch), item);
        settle(...outcomeOf(item, result));
        // Not before: a page that is left between the two would send the file again from the next one.
        watch.onJob(null);
        void reportComing.then(
          (report) => report && dispatch({ type: 'report-known', index, jobId: result.jobId, report }),
        );
      } catch (error) {
        const [state, event] = failureOf(file, error);
        // A second try that fails takes nothing away.
        settle(earlier ? { status: 'done', result: earlier } : state, event);
      }
    });
  };

  return {
    start,
    leave,
    stop(index) {
      const job = leave(index)?.job;
      if (job) void loadWork().then(({ cancelJob }) => cancelJob(job.id, job.token));
    },
    indexes: () => [...running.keys()],
    listen(listener) {
      onEvent = listener;
    },
  };
}

function knownJob(id: string | null): KnownJob | null {
  return id === null ? null : { id, token: readSession().token };
}

type Outcome = [ItemState, CompressionEvent];

/** The earlier result stands where a smaller one was asked for and there is none. */
function outcomeOf({ file, earlier, onlySmaller }: QueueItem, result: ReturnType<typeof listed>): Outcome {
  if (earlier && onlySmaller && result.size >= earlier.size)
    return [
      { status: 'done', result: earlier },
      { type: 'no-smaller', file },
    ];
  return [
    { status: 'done', result },
    { type: 'done', file, result },
  ];
}

/** Tells each event of a file's way once. */
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

function failureOf(file: File, error: unknown): Outcome {
  if (error instanceof CompressionRefused) {
    const { message, retryable, offersServer } = error;
    return [
      { status: 'failed', message, retryable, ...(offersServer ? { offersServer } : {}) },
      { type: 'refused', file, message },
    ];
  }
  const message = 'Something went wrong. Please try again.';
  return [
    { status: 'failed', message, retryable: true },
    { type: 'failed', file },
  ];
}
