/** A worker that libvips wants. */
export interface WantedThread {
  readonly script: string;
  /** The script knows by its name that it is a thread. */
  readonly name: 'em-pthread';
  /** Is handed over with the first message; all others come by it. */
  readonly port: MessagePort;
}

/**
 * Starts a module worker. In a worker the wish is best passed on to the page: Firefox may wait without end where a worker starts
 * workers, see docs/decisions/how-the-device-compresses.md.
 */
export type StartThread = (thread: WantedThread) => void;

/** What the script of libvips uses of a worker of its own. */
export interface VipsThread {
  onmessage: ((event: MessageEvent) => void) | null;
  /** Nobody calls it: whoever started the worker hears of what goes wrong there. */
  onerror: null;
  postMessage(message: unknown, transfer?: Transferable[]): void;
  /** Says no more to it; whoever started the worker ends it. */
  terminate(): void;
}

/** Asks for a thread. @returns at once; what is said to it waits until it is there */
export function askForThread(script: string, start: StartThread): VipsThread {
  const { port1, port2 } = new MessageChannel();
  start({ script, name: 'em-pthread', port: port2 });
  return Object.assign(port1, { onerror: null, terminate: () => port1.close() });
}
