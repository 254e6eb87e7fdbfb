import type { EnginePort } from './engine-port.ts';
import {
  createWorkerSlot,
  EngineLost,
  type EngineAnswer,
  type WorkerSlot,
  type TaskListener,
} from './worker-slot.ts';
import type { EngineTask } from './protocol.ts';

/**
 * Memory of WebAssembly grows and never shrinks: an engine that held a picture above this size, or has had so many files, is
 * ended and another one started for the next file.
 */
export const RECYCLE_AFTER = { pixels: 8_000_000, files: 12 } as const;

interface DevicePoolOptions {
  readonly start: () => EnginePort;
  /** Engines at once. */
  readonly size: number;
  /** Without a sign of life, ms [5 minutes]: one step with a large picture takes a slow phone long. */
  readonly patienceMs?: number;
  /** How long engines without work stay, ms [30 seconds]: the next file needs none of the start, and then memory goes back. */
  readonly restMs?: number;
}

export interface DevicePool {
  /**
   * Compresses one file in an engine of its own. An engine that breaks down, be it at a part of the file, is replaced once.
   * @throws EngineLost after the second loss, or the signal's reason
   */
  run(task: EngineTask, watch: TaskListener): Promise<EngineAnswer>;
  /** Ends all engines that have no work. */
  rest(): void;
}

interface Engine {
  readonly slot: WorkerSlot;
  files: number;
}

/** At most so many engines for one file, the first one counted. */
const MAX_TRIES = 2;

export function createDevicePool(options: DevicePoolOptions): DevicePool {
  const { start, size, patienceMs = 5 * 60_000, restMs = 30_000 } = options;
  const idle: Engine[] = [];
  const waiting: (() => void)[] = [];
  let busy = 0;
  let resting: ReturnType<typeof setTimeout> | undefined;

  const rest = () => {
    for (const { slot } of idle.splice(0)) slot.end();
  };
  const slotFree = async (): Promise<void> => {
    clearTimeout(resting);
    if (busy >= size) await new Promise<void>((resolve) => waiting.push(resolve));
    else busy++;
  };
  const take = (): Engine => {
    let engine = idle.pop();
    while (engine?.slot.isGone) engine = idle.pop();
    return engine ?? { slot: createWorkerSlot(started(), patienceMs), files: 0 };
  };
  const started = (): EnginePort => {
    try {
      return start();
    } catch (error) {
      // The browser, or what stands between, allows no worker.
      throw new EngineLost('not-loaded', String(error));
    }
  };
  const free = () => {
    // The next task in line takes the slot.
    const next = waiting.shift();
    if (next) return next();
    busy--;
    if (busy === 0) resting = setTimeout(rest, restMs);
  };

  const runOnce = async (task: EngineTask, watch: TaskListener): Promise<EngineAnswer> => {
    await slotFree();
    try {
      // A task that was cancelled while it waited ends no engine.
      watch.signal.throwIfAborted();
      const engine = take();
      const answer = await engine.slot.ask(task, watch);
      engine.files++;
      if (isWornOut(engine, answer)) engine.slot.end();
      else idle.push(engine);
      return answer;
    } finally {
      free();
    }
  };

  return {
    rest,
    async run(task, watch) {
      for (let tries = 1; ; tries++) {
        try {
          const answer = await runOnce(task, watch);
          // What fails twice fails on the server, too, which gives the rest of the file.
          if (answer.type === 'done' && answer.partsFailed && tries < MAX_TRIES) continue;
          return answer;
        } catch (error) {
          const mayTry = error instanceof EngineLost && error.loss !== 'stalled' && tries < MAX_TRIES;
          if (!mayTry) throw error;
        }
      }
    },
  };
}

function isWornOut({ files }: Engine, answer: EngineAnswer): boolean {
  if (files >= RECYCLE_AFTER.files) return true;
  return answer.type === 'done' && (answer.partsFailed || answer.largestPixels > RECYCLE_AFTER.pixels);
}
