import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDevicePool, RECYCLE_AFTER } from '~/compressor/device/device-pool.ts';
import { doneMessage, engineTask, fakeEngines } from '#tests/support/fake-engine-port.ts';

const QUIET = { signal: new AbortController().signal, onProgress: () => {} };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Lets what waits for promises go on. */
const settled = () => vi.advanceTimersByTimeAsync(0);

function poolOf(size: number) {
  const engines = fakeEngines();
  const pool = createDevicePool({ start: engines.start, size, patienceMs: 60_000, restMs: 30_000 });
  return { ...engines, pool };
}

describe('a pool of engines', () => {
  it('gives each file an engine of its own, no more at once than its size, and uses them again', async () => {
    const { pool, started } = poolOf(2);
    const runs = [1, 2, 3].map(() => pool.run(engineTask(), QUIET));
    await settled();
    expect(started.map(({ tasks }) => tasks.length)).toEqual([1, 1]);
    started[1]!.says(doneMessage());
    await settled();
    expect(started.map(({ tasks }) => tasks.length)).toEqual([1, 2]);
    started[0]!.says(doneMessage());
    started[1]!.says(doneMessage());
    expect((await Promise.all(runs)).map(({ type }) => type)).toEqual(['done', 'done', 'done']);
    expect(started).toHaveLength(2);
  });

  it('tells how far a file is', async () => {
    const { pool, started } = poolOf(1);
    const seen: number[] = [];
    const run = pool.run(engineTask(), { ...QUIET, onProgress: (ratio) => seen.push(ratio) });
    await settled();
    started[0]!.says({ type: 'ready', lock: null });
    started[0]!.says({ type: 'progress', ratio: 0.4 });
    started[0]!.says(doneMessage());
    await run;
    expect(seen).toEqual([0.4]);
  });

  it('cancels by ending the engine, and goes on with the next file in another one', async () => {
    const { pool, started } = poolOf(1);
    const cancel = new AbortController();
    const first = pool.run(engineTask(), { ...QUIET, signal: cancel.signal });
    const second = pool.run(engineTask(), QUIET);
    await settled();
    cancel.abort(new Error('changed my mind'));
    await expect(first).rejects.toThrow('changed my mind');
    await settled();
    expect(started.map(({ ended }) => ended)).toEqual([true, false]);
    expect(started[0]!.closed).toBe(false);
    started[1]!.says(doneMessage());
    expect((await second).type).toBe('done');
  });

  it('does not begin what was cancelled while it waited', async () => {
    const { pool, started } = poolOf(1);
    const first = pool.run(engineTask(), QUIET);
    const cancel = new AbortController();
    const second = pool.run(engineTask(), { ...QUIET, signal: cancel.signal });
    await settled();
    cancel.abort(new Error('changed my mind'));
    started[0]!.says(doneMessage());
    await first;
    await expect(second).rejects.toThrow('changed my mind');
    expect(started.flatMap(({ tasks }) => tasks)).toHaveLength(1);
  });

  it('replaces an engine that broke down once, and gives up after the second', async () => {
    const { pool, started } = poolOf(1);
    const saved = pool.run(engineTask(), QUIET);
    await settled();
    started[0]!.says({ type: 'broken', message: 'out of memory', fault: null });
    await settled();
    started[1]!.says(doneMessage());
    expect((await saved).type).toBe('done');

    const lost = pool.run(engineTask(), QUIET).catch((error: unknown) => error);
    await settled();
    started[1]!.says({ type: 'broken', message: 'first', fault: null });
    await settled();
    started[2]!.says({ type: 'ready', lock: null });
    started[2]!.onerror?.({ message: 'RuntimeError: unreachable' });
    expect(await lost).toMatchObject({ name: 'EngineLost', loss: 'crashed' });
    expect(started.map(({ ended }) => ended)).toEqual([true, true, true]);
  });

  it('tries a document again in another engine where a part of it failed, and takes what comes then', async () => {
    const { pool, started } = poolOf(1);
    const run = pool.run(engineTask(), QUIET);
    await settled();
    started[0]!.says(doneMessage({ partsFailed: true }));
    await settled();
    expect(started.map(({ closed }) => closed)).toEqual([true, false]);
    started[1]!.says(doneMessage({ partsFailed: true }));
    expect(await run).toMatchObject({ type: 'done', partsFailed: true });
  });

  it('tells a script that does not load from an engine that broke down', async () => {
    const { pool, started } = poolOf(1);
    const lost = pool.run(engineTask(), QUIET).catch((error: unknown) => error);
    await settled();
    started[0]!.onerror?.({});
    await settled();
    started[1]!.onerror?.({});
    expect(await lost).toMatchObject({ name: 'EngineLost', loss: 'not-loaded' });
  });

  it('replaces an engine whose worker was ended from outside, also between two files', async () => {
    const { pool, started } = poolOf(1);
    const run = pool.run(engineTask(), QUIET);
    await settled();
    started[0]!.onend?.();
    await settled();
    started[1]!.says(doneMessage());
    expect((await run).type).toBe('done');

    started[1]!.onend?.();
    const next = pool.run(engineTask(), QUIET);
    await settled();
    expect(started.map(({ tasks }) => tasks.length)).toEqual([1, 1, 1]);
    started[2]!.says(doneMessage());
    expect((await next).type).toBe('done');
  });

  it('tells a part that does not arrive from an engine that broke down', async () => {
    const { pool, started } = poolOf(1);
    const lost = pool.run(engineTask(), QUIET).catch((error: unknown) => error);
    for (const at of [0, 1]) {
      await settled();
      started[at]!.says({ type: 'ready', lock: null });
      started[at]!.says({ type: 'broken', message: 'status 404', fault: 'not-loaded' });
    }
    expect(await lost).toMatchObject({ name: 'EngineLost', loss: 'not-loaded' });
  });

  it('tells a part that came, but not whole', async () => {
    const { pool, started } = poolOf(1);
    const lost = pool.run(engineTask(), QUIET).catch((error: unknown) => error);
    for (const at of [0, 1]) {
      await settled();
      started[at]!.says({ type: 'broken', message: 'CompileError', fault: 'not-whole' });
    }
    expect(await lost).toMatchObject({ name: 'EngineLost', loss: 'not-whole' });
  });

  it('replaces an engine within half a minute that ended before it held its lock, which nothing tells', async () => {
    const { pool, started } = poolOf(1);
    const run = pool.run(engineTask(), QUIET);
    await vi.advanceTimersByTimeAsync(25_000);
    expect(started).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(started.map(({ ended }) => ended)).toEqual([true, false]);
    started[1]!.says({ type: 'ready', lock: null });
    await vi.advanceTimersByTimeAsync(50_000);
    expect(started).toHaveLength(2);
    started[1]!.says(doneMessage());
    expect((await run).type).toBe('done');
  });

  it('replaces an engine within half a minute whose threads do not start, and gives up after the second', async () => {
    const { pool, started } = poolOf(1);
    const lost = pool.run(engineTask(), QUIET).catch((error: unknown) => error);
    const { port1 } = new MessageChannel();
    for (const at of [0, 1]) {
      started[at]?.says({ type: 'ready', lock: null });
      await vi.advanceTimersByTimeAsync(10_000);
      started[at]!.says({ type: 'thread', script: '/threads.js', name: 'thread', port: port1 });
      await vi.advanceTimersByTimeAsync(25_000);
      expect(started[at]!.ended).toBe(false);
      await vi.advanceTimersByTimeAsync(5_000);
      expect(started[at]!.ended).toBe(true);
    }
    expect(await lost).toMatchObject({ name: 'EngineLost', loss: 'not-started' });
    expect(started).toHaveLength(2);
  });

  it('gives an engine whose threads have started all the time that a file takes', async () => {
    const { pool, started } = poolOf(1);
    const run = pool.run(engineTask(), QUIET);
    await settled();
    started[0]!.says({ type: 'ready', lock: null });
    started[0]!.says({
      type: 'thread',
      script: '/threads.js',
      name: 'thread',
      port: new MessageChannel().port1,
    });
    started[0]!.says({ type: 'started' });
    await vi.advanceTimersByTimeAsync(55_000);
    started[0]!.says(doneMessage());
    expect((await run).type).toBe('done');
    expect(started).toHaveLength(1);
  });

  it('ends an engine that gives no sign of life, and does not try the file again', async () => {
    const { pool, started } = poolOf(1);
    const lost = pool.run(engineTask(), QUIET).catch((error: unknown) => error);
    await settled();
    started[0]!.says({ type: 'ready', lock: null });
    await vi.advanceTimersByTimeAsync(55_000);
    started[0]!.says({ type: 'progress', ratio: 0.1 });
    await vi.advanceTimersByTimeAsync(55_000);
    expect(started[0]!.ended).toBe(false);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await lost).toMatchObject({ name: 'EngineLost', loss: 'stalled' });
    expect(started.map(({ ended }) => ended)).toEqual([true]);
  });

  it('passes on what an engine says of the file, and keeps the engine', async () => {
    const { pool, started } = poolOf(1);
    const run = pool.run(engineTask(), QUIET);
    await settled();
    started[0]!.says({ type: 'refused', code: 'damaged', message: 'Cut short.' });
    expect(await run).toEqual({ type: 'refused', code: 'damaged', message: 'Cut short.' });
    expect(started[0]!.ended).toBe(false);
  });

  it('starts anew after a large picture and after many files: memory of WebAssembly never shrinks', async () => {
    const { pool, started } = poolOf(1);
    const compress = async (message = doneMessage()) => {
      const run = pool.run(engineTask(), QUIET);
      await settled();
      started.at(-1)!.says(message);
      await run;
    };
    await compress(doneMessage({ largestPixels: RECYCLE_AFTER.pixels + 1 }));
    expect(started[0]!.ended).toBe(true);
    for (let files = 0; files < RECYCLE_AFTER.files; files++) await compress();
    expect(started).toHaveLength(2);
    expect(started[1]!.ended).toBe(true);
    await compress();
    expect(started).toHaveLength(3);
  });

  it('gives memory back when there was nothing to do for a while', async () => {
    const { pool, started } = poolOf(1);
    const run = pool.run(engineTask(), QUIET);
    await settled();
    started[0]!.says(doneMessage());
    await run;
    await vi.advanceTimersByTimeAsync(29_000);
    expect(started[0]!.ended).toBe(false);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(started[0]!.ended).toBe(true);
  });
});
