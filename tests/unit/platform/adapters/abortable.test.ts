import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { untilAborted } from '#platform/adapters/abortable.ts';

const MEGABYTE = 2 ** 20;

async function* chunks(count: number, bytes: number): AsyncGenerator<Uint8Array> {
  for (let index = 0; index < count; index += 1) yield new Uint8Array(bytes).fill(index);
}

describe('untilAborted', () => {
  it('throws the reason while the source keeps it waiting', async () => {
    const controller = new AbortController();
    const stuck = (async function* () {
      await new Promise(() => {});
      yield 1;
    })();
    const read = untilAborted(stuck, controller.signal).next();
    controller.abort(new Error('gone'));
    await expect(read).rejects.toThrow('gone');
  });

  it('lets go of every chunk that was read, whatever the length', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const before = process.memoryUsage().arrayBuffers;
    const reader = untilAborted(chunks(200, MEGABYTE), new AbortController().signal);
    for (let index = 0; index < 200; index += 1) await reader.next();
    collect();
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20 * MEGABYTE);
    await reader.return();
  });
});
