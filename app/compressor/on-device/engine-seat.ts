import type { EnginePort } from './engine-port.ts';
import type { EngineMessage, EngineTask } from './protocol.ts';

/** How the engine ended without an answer. */
export type Loss =
  /** Its script, or a part that the file needs, could not be loaded. */
  | 'not-loaded'
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

/** Engines answer with one of these. */
export type EngineAnswer = Exclude<EngineMessage, { type: 'ready' | 'progress' | 'broken' }>;

export interface SeatWatch {
  readonly signal: AbortSignal;
  /** 0 to 1. */
  onProgress(ratio: number): void;
}

/** One running engine. */
export interface EngineSeat {
  /** @throws EngineLost, or the signal's reason; after both the engine is ended */
  ask(task: EngineTask, watch: SeatWatch): Promise<EngineAnswer>;
  /** Only while nothing is asked of it. */
  end(): void;
  /** Its worker has ended by itself. */
  readonly isGone: boolean;
}

/** Between looks at the time: a device that slept meanwhile has one look behind it, not an hour. */
const LOOK_EVERY_MS = 5_000;

/** @param patienceMs without a sign of life, after which an engine counts as stalled */
export function createSeat(port: EnginePort, patienceMs: number): EngineSeat {
  let isReady = false;
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
          if (++quietLooks * LOOK_EVERY_MS >= patienceMs)
            fail(new EngineLost('stalled', `No sign of life for ${patienceMs} ms.`));
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
          if (data.type === 'ready') isReady = true;
          else if (data.type === 'progress') onProgress(data.ratio);
          else if (data.type === 'broken')
            fail(new EngineLost(data.isNotLoaded ? 'not-loaded' : 'crashed', data.message));
          else {
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
