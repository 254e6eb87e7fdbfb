import { createThreads } from './engine-threads.ts';
import type { EngineEnd, EngineMessage, EngineTask } from './protocol.ts';

/** What a pool uses of a worker. */
export interface EnginePort {
  postMessage(task: EngineTask): void;
  onmessage: ((event: { readonly data: EngineMessage }) => void) | null;
  /** The script could not be loaded, or the worker threw something that was not caught. */
  onerror: ((event: { readonly message?: string }) => void) | null;
  /** A message could not be read. */
  onmessageerror: (() => void) | null;
  /** The worker has ended although the page did not end it: a browser that lacks memory gives no other sign. */
  onend: (() => void) | null;
  /** Ends it whatever it does. */
  terminate(): void;
  /** Ends it when it has no work: its memory is free at once, and not after seconds. */
  close(): void;
}

/** One that does not say that it can be ended is ended after so long, ms. */
const CLOSES_WITHIN_MS = 2_000;
const END: EngineEnd = { type: 'end' };

/** Starts an engine in a worker of its own, and the threads that it asks for. */
export function startEngine(): EnginePort {
  const worker = new Worker(new URL('./engine-worker.ts', import.meta.url), { type: 'module' });
  const port: EnginePort = {
    postMessage: (task) => worker.postMessage(task),
    onmessage: null,
    onerror: null,
    onmessageerror: null,
    onend: null,
    terminate: () => {
      port.onend = null;
      worker.terminate();
      threads.end();
    },
    close: () => {
      port.onend = null;
      worker.postMessage(END);
      setTimeout(port.terminate, CLOSES_WITHIN_MS);
    },
  };
  const threads = createThreads((message) => port.onerror?.({ message }));
  const ended = () => {
    threads.end();
    port.onend?.();
  };
  worker.onmessage = ({ data }: MessageEvent<EngineMessage>) => {
    if (data.type === 'ended') return port.terminate();
    if (data.type === 'thread') threads.start(data);
    if (data.type === 'ready' && data.lock !== null) void whenFree(data.lock, ended);
    port.onmessage?.({ data });
  };
  worker.onerror = (event) => {
    // The file's own call gets the failure.
    event.preventDefault();
    port.onerror?.({ message: event.message });
  };
  worker.onmessageerror = () => port.onmessageerror?.();
  return port;
}

/** A lock is free when the worker that holds it has ended, however that came. */
async function whenFree(lock: string, then: () => void): Promise<void> {
  await navigator.locks.request(lock, then).catch(() => undefined);
}
