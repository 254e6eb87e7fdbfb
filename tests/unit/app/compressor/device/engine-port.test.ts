import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startEngine } from '~/compressor/device/engine-port.ts';
import type { EngineMessage } from '~/compressor/device/protocol.ts';
import { doneMessage, engineTask } from '#tests/support/fake-engine-port.ts';

/** A worker that says what the test says. */
class FakeWorker {
  static started: FakeWorker[] = [];
  static refuses = false;
  readonly heard: unknown[] = [];
  isTerminated = false;
  onmessage: ((event: { data: EngineMessage }) => void) | null = null;
  onerror: ((event: Partial<ErrorEvent>) => void) | null = null;
  onmessageerror: (() => void) | null = null;
  readonly url: string;
  readonly options: WorkerOptions;

  constructor(url: string | URL, options: WorkerOptions) {
    if (FakeWorker.refuses) throw new DOMException('not here', 'SecurityError');
    this.url = String(url);
    this.options = options;
    FakeWorker.started.push(this);
  }

  postMessage(message: unknown): void {
    this.heard.push(message);
  }

  terminate(): void {
    this.isTerminated = true;
  }
}

beforeEach(() => {
  FakeWorker.started = [];
  FakeWorker.refuses = false;
  vi.stubGlobal('Worker', FakeWorker);
});
afterEach(() => void vi.unstubAllGlobals());

/** An engine that has asked for two threads. */
function engineWithThreads() {
  const port = startEngine();
  const [worker] = FakeWorker.started;
  const says = (data: EngineMessage) => worker!.onmessage?.({ data });
  const ports = [new MessageChannel().port1, new MessageChannel().port1];
  for (const each of ports)
    says({ type: 'thread', script: '/assets/threads.js', name: 'em-pthread', port: each });
  return { port, worker: worker!, says, ports, threads: FakeWorker.started.slice(1) };
}

const ended = () => FakeWorker.started.map(({ isTerminated }) => isTerminated);

describe('an engine in a worker', () => {
  it('is given the threads that it asks for by the page, each with its port', () => {
    const { threads, ports } = engineWithThreads();
    expect(threads.map(({ url, options }) => [url, options])).toEqual(
      ports.map(() => ['/assets/threads.js', { type: 'module', name: 'em-pthread' }]),
    );
    expect(threads.map(({ heard }) => heard)).toEqual(ports.map((port) => [port]));
  });

  it('passes on tasks and what is said', () => {
    const { port, worker, says } = engineWithThreads();
    const heard: EngineMessage[] = [];
    port.onmessage = ({ data }) => heard.push(data);
    const task = engineTask();
    port.postMessage(task);
    says(doneMessage());
    expect(worker.heard).toEqual([task]);
    expect(heard).toEqual([doneMessage()]);
  });

  it('takes its threads with it when it is terminated, and starts none after that', () => {
    const { port, says } = engineWithThreads();
    port.terminate();
    expect(ended()).toEqual([true, true, true]);
    says({
      type: 'thread',
      script: '/assets/threads.js',
      name: 'em-pthread',
      port: new MessageChannel().port1,
    });
    expect(ended()).toHaveLength(3);
  });

  it('is ended with its threads once it says so, or after two seconds without a word', () => {
    vi.useFakeTimers();
    try {
      const first = engineWithThreads();
      first.port.close();
      expect([first.worker.heard, ended()]).toEqual([[{ type: 'end' }], [false, false, false]]);
      first.says({ type: 'ended' });
      expect(ended()).toEqual([true, true, true]);

      FakeWorker.started = [];
      engineWithThreads().port.close();
      vi.advanceTimersByTime(1_900);
      expect(ended()).toEqual([false, false, false]);
      vi.advanceTimersByTime(200);
      expect(ended()).toEqual([true, true, true]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('tells what goes wrong in it, in a thread, or while one is started', () => {
    const { port, worker, says, threads } = engineWithThreads();
    const errors: unknown[] = [];
    port.onerror = ({ message }) => errors.push(message);
    port.onmessageerror = () => errors.push('unreadable');
    const preventDefault = vi.fn();
    worker.onerror!({ message: 'engine', preventDefault });
    threads[1]!.onerror!({ message: 'thread', preventDefault });
    worker.onmessageerror!();
    FakeWorker.refuses = true;
    says({
      type: 'thread',
      script: '/assets/threads.js',
      name: 'em-pthread',
      port: new MessageChannel().port1,
    });
    expect(errors).toEqual(['engine', 'thread', 'unreadable', 'SecurityError: not here']);
    expect(preventDefault).toHaveBeenCalledTimes(2);
  });

  it('says that it has ended when its lock is free, and its threads end', async () => {
    const request = vi.fn(async (_name: string, then: () => void) => then());
    vi.stubGlobal('navigator', { locks: { request } });
    const { port, says } = engineWithThreads();
    const gone = new Promise<void>((resolve) => (port.onend = resolve));
    says({ type: 'ready', lock: 'engine-1' });
    await gone;
    expect(request).toHaveBeenCalledWith('engine-1', expect.any(Function));
    expect(ended()).toEqual([false, true, true]);
  });
});
