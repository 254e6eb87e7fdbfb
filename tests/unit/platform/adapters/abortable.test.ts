import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { chunksUntilAborted } from '#platform/adapters/abortable.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

describe('chunksUntilAborted', () => {
  it('hands on every chunk', async () => {
    const source = (async function* () {
      yield* [1, 2, 3];
    })();
    const chunks: number[] = [];
    for await (const chunk of chunksUntilAborted(source, new AbortController().signal)) chunks.push(chunk);
    expect(chunks).toEqual([1, 2, 3]);
  });

  it('throws the reason at once while the source keeps it waiting', async () => {
    const controller = new AbortController();
    const stuck = { [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => {}) }) };
    const reading = chunksUntilAborted(stuck, controller.signal).next();
    controller.abort(new Error('enough'));
    await expect(reading).rejects.toThrow('enough');
  });

  it('keeps no chunk alive that was handed on', async () => {
    const chunks: WeakRef<Uint8Array>[] = [];
    const source = (async function* () {
      for (let count = 0; count < 50; count += 1) {
        const chunk = new Uint8Array(1024);
        chunks.push(new WeakRef(chunk));
        yield chunk;
      }
    })();
    let alive = Infinity;
    for await (const _ of chunksUntilAborted(source, new AbortController().signal)) {
      if (chunks.length < 50) continue;
      await new Promise((resolve) => setTimeout(resolve));
      collectGarbage();
      alive = chunks.filter((chunk) => chunk.deref() !== undefined).length;
    }
    expect(alive).toBeLessThan(5);
  });
});
