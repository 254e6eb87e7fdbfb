/** A worker that libvips wants. */
interface WantedThread {
  readonly script: string;
  /** The script knows by its name that it is a thread. */
  readonly name: 'em-pthread';
  /** Is handed over with the first message; all others come by it. */
  readonly port: MessagePort;
}

/**
 * Starts a module worker. In a worker it is best to ask the page for it: Firefox may wait without end where a worker starts
 * workers, see docs/decisions/how-the-device-compresses.md.
 */
export type StartThread = (thread: WantedThread) => void;

/** What the script of libvips uses of a worker of its own. */
export interface VipsThread {
  onmessage: ((event: MessageEvent) => void) | null;
  /** Never called: the page that started the worker hears of its errors. */
  onerror: null;
  postMessage(message: unknown, transfer?: Transferable[]): void;
  /** Sends the worker nothing more; the code that started it ends it. */
  terminate(): void;
}

/** Asks for a thread. @returns at once; what is said to it waits until it is there */
export function askForThread(script: string, start: StartThread): VipsThread {
  const { port1, port2 } = new MessageChannel();
  start({ script, name: 'em-pthread', port: port2 });
  return Object.assign(port1, { onerror: null, terminate: () => port1.close() });
}
