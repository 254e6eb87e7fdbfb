/** Requests under way at once: the next upload overlaps with the compression before it. */
const MAX_IN_FLIGHT = 2;

interface Task {
  readonly signal: AbortSignal;
  readonly run: () => Promise<void>;
}

export interface TaskQueue {
  /** Runs `task` after all that were added before it have begun; a task whose signal has fired by then is left out. */
  add(signal: AbortSignal, task: () => Promise<void>): void;
}

/** Starts tasks in the order in which they come, at most `most` at once. Tasks handle their own errors. */
export function createTaskQueue(most = MAX_IN_FLIGHT): TaskQueue {
  const waiting: Task[] = [];
  let inFlight = 0;
  const next = () => {
    while (inFlight < most) {
      const task = waiting.shift();
      if (!task) return;
      if (task.signal.aborted) continue;
      inFlight++;
      void task.run().finally(() => {
        inFlight--;
        next();
      });
    }
  };
  return {
    add(signal, run) {
      waiting.push({ signal, run });
      next();
    },
  };
}
