import type { EnginePort } from './engine-port.ts';
import type { EngineMessage, EngineTask } from './protocol.ts';

/** How the engine ended without an answer. */
export type Loss =
  /** Its script, or a part that the file needs, could not be loaded. */
  | 'not-loaded'
  /** A part of it came, but not whole. */
  | 'not-whole'
  /** It came, and did not get past its start. */
  | 'not-started'
  /** It broke down, or its worker was ended by the browser. */
  | 'crashed'
  /** It gave no sign of life for too long. */
  | 'stalled';

/** An engine ended without an answer. It says nothing of the file. */
export class EngineLost extends Error {
  override readonly name = 'EngineLost';
  readonly loss: Loss;

  constructor(loss: Loss, message: string) {
    super(message);
    this.loss = loss;
  }
}

const ANSWERS = ['done', 'refused', 'too-much', 'unreadable'] as const;

/** Engines answer with one of these. */
export type EngineAnswer = Extract<EngineMessage, { type: (typeof ANSWERS)[number] }>;

export interface TaskListener {
  readonly signal: AbortSignal;
  /** 0 to 1. */
  onProgress(ratio: number): void;
}

/** One running engine. */
export interface WorkerSlot {
  /** @throws EngineLost, or the signal's reason; after both the engine is ended */
  ask(task: EngineTask, watch: TaskListener): Promise<EngineAnswer>;
  /** Only while nothing is asked of it. */
  end(): void;
  /** Its worker has ended by itself. */
  readonly isGone: boolean;
}

/** Between looks at the time: a device that slept meanwhile has one look behind it, not an hour. */
const LOOK_EVERY_MS = 5_000;

/**
 * A worker's script has 30 KB and says at once that it is there. One that the browser ends before holds no lock that would tell
 * its end. Threads are asked for once all is there that they need, and have started within a second or two.
 */
const STARTS_WITHIN_MS = 30_000;

/** @param patienceMs without a sign of life, after which an engine counts as stalled */
export function createWorkerSlot(port: EnginePort, patienceMs: number): WorkerSlot {
  let isReady = false;
  let awaitsThreads = false;
  let isGone = false;
  let onGone = () => {};
  port.onend = () => {
    isGone = true;
    onGone();
  };
  return {
    get isGone() {
      return isGone;
    },
    end: () => port.close(),
    ask: (task, { signal, onProgress }) =>
      new Promise((resolve, reject) => {
        let quietLooks = 0;
        const looks = setInterval(() => {
          const quietMs = ++quietLooks * LOOK_EVERY_MS;
          if (quietMs >= patienceMs) fail(new EngineLost('stalled', `No sign of life for ${patienceMs} ms.`));
          else if ((!isReady || awaitsThreads) && quietMs >= STARTS_WITHIN_MS) {
            const loss = isReady ? 'not-started' : 'not-loaded';
            fail(new EngineLost(loss, `It did not start within ${STARTS_WITHIN_MS} ms.`));
          }
        }, LOOK_EVERY_MS);
        const settle = () => {
          clearInterval(looks);
          signal.removeEventListener('abort', stop);
          port.onmessage = port.onerror = port.onmessageerror = null;
          onGone = () => {};
        };
        const fail = (reason: unknown) => {
          settle();
          port.terminate();
          reject(reason as Error);
        };
        const stop = () => fail(signal.reason);
        port.onmessage = ({ data }) => {
          quietLooks = 0;
          isReady = true;
          awaitsThreads = data.type === 'thread';
          if (data.type === 'progress') onProgress(data.ratio);
          else if (data.type === 'broken') fail(new EngineLost(data.fault ?? 'crashed', data.message));
          else if (isAnswer(data)) {
            settle();
            resolve(data);
          }
        };
        port.onerror = ({ message }) =>
          fail(new EngineLost(isReady ? 'crashed' : 'not-loaded', message ?? 'The worker failed.'));
        port.onmessageerror = () => fail(new EngineLost('crashed', 'A message could not be read.'));
        onGone = () => fail(new EngineLost('crashed', 'The worker was ended.'));
        signal.addEventListener('abort', stop);
        if (signal.aborted) return stop();
        port.postMessage(task);
      }),
  };
}

function isAnswer(message: EngineMessage): message is EngineAnswer {
  return (ANSWERS as readonly string[]).includes(message.type);
}
