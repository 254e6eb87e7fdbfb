import type { EngineMessage } from './protocol.ts';

type AskedThread = Omit<Extract<EngineMessage, { type: 'thread' }>, 'type'>;

/** The threads of one engine. */
interface EngineThreads {
  /** Starts a worker of a script and hands it the port, its first message. */
  start(thread: AskedThread): void;
  /** Ends all of them, and those that are asked for later at once. */
  end(): void;
}

/**
 * Workers that an engine asks the page for. It starts none itself: see docs/decisions/how-the-device-compresses.md.
 * @param onFail what went wrong in one of them, or while it was started
 */
export function createThreads(onFail: (message: string) => void): EngineThreads {
  const workers: Worker[] = [];
  let isEnded = false;
  return {
    start({ script, name, port }) {
      if (isEnded) return port.close();
      try {
        const worker = new Worker(script, { type: 'module', name });
        worker.onerror = (event) => {
          event.preventDefault();
          onFail(event.message);
        };
        worker.postMessage(port, [port]);
        workers.push(worker);
      } catch (error) {
        // The browser, or what stands between, allows no more.
        onFail(String(error));
      }
    },
    end() {
      isEnded = true;
      for (const worker of workers.splice(0)) worker.terminate();
    },
  };
}
