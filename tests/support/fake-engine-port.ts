import type { EnginePort } from '~/compressor/device/engine-port.ts';
import type { EngineMessage, EngineTask } from '~/compressor/device/protocol.ts';
import { reportWith } from './compressed-files.ts';

/** A worker as the pool sees it; what it says is up to the test. */
export interface FakeEngine extends EnginePort {
  readonly tasks: EngineTask[];
  ended: boolean;
  /** It had no work when it was ended. */
  closed: boolean;
  says(message: EngineMessage): void;
}

/** Makes engines and remembers them, in the order in which they were started. */
export function fakeEngines(): { readonly started: FakeEngine[]; readonly start: () => EnginePort } {
  const started: FakeEngine[] = [];
  const start = () => {
    const engine: FakeEngine = {
      tasks: [],
      ended: false,
      closed: false,
      onmessage: null,
      onerror: null,
      onmessageerror: null,
      onend: null,
      postMessage: (task) => void engine.tasks.push(task),
      terminate: () => (engine.ended = true),
      close: () => (engine.ended = engine.closed = true),
      // An engine that was ended is not heard any longer.
      says: (data) => !engine.ended && engine.onmessage?.({ data }),
    };
    started.push(engine);
    return engine;
  };
  return { started, start };
}

export function engineTask(): EngineTask {
  const limits = { maxPixels: 1e6, maxPictureBytes: 1e6, maxDocumentBytes: 1e6 };
  return { type: 'compress', file: new Blob(['x']), kind: 'png', options: { preset: 'balanced' }, limits };
}

export function doneMessage({ largestPixels = 1_000, partsFailed = false } = {}): EngineMessage {
  const report = reportWith([]);
  return { type: 'done', bytes: new ArrayBuffer(3), report, partsFailed, largestPixels, loaded: [] };
}
