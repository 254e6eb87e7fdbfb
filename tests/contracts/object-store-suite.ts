import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { ObjectStore, StoredObject } from '#platform/ports/object-store.ts';

const JPEG = { contentType: 'image/jpeg' };
const MB = 1024 * 1024;

export interface ObjectStoreHarness {
  readonly store: ObjectStore;
  /** How much is left of puts that did not finish. */
  countLeftovers(): Promise<number>;
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes of buffers that somebody still holds; what only waits for the garbage collector does not count. */
function heldBytes(): number {
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

/** What every ObjectStore promises. */
export function describeObjectStore(name: string, open: () => Promise<ObjectStoreHarness>): void {
  describe(`${name} as ObjectStore`, () => {
    it('gives back bytes, length and type', async () => {
      const { store } = await open();
      const before = Date.now() - 2_000;
      expect(await store.put('results/a', text('hello'), JPEG)).toEqual({ bytes: 5, created: true });
      const object = await store.find('results/a');
      expect(object).toMatchObject({ key: 'results/a', bytes: 5, contentType: 'image/jpeg' });
      expect(object?.lastModified.getTime()).toBeGreaterThan(before);
      expect(await readText(object)).toBe('hello');
      expect(await store.head('results/a')).toMatchObject({
        key: 'results/a',
        bytes: 5,
        contentType: 'image/jpeg',
      });
    });

    it('gives back a body from a byte on, with the facts of the whole', async () => {
      const { store } = await open();
      await store.put('results/a', text('hello'), JPEG);
      const part = await store.find('results/a', { from: 3 });
      expect(part).toMatchObject({ key: 'results/a', bytes: 5, contentType: 'image/jpeg' });
      expect(await readText(part)).toBe('lo');
      expect(await store.find('results/none', { from: 3 })).toBeNull();
    });

    it('keeps an empty object and an empty stream', async () => {
      const { store } = await open();
      await store.put('results/a', new Uint8Array(0), JPEG);
      await store.put('results/b', chunks(), JPEG);
      expect(await readText(await store.find('results/a'))).toBe('');
      expect((await store.head('results/b'))?.bytes).toBe(0);
    });

    it('answers null for what is not there and deletes it without complaint', async () => {
      const { store } = await open();
      expect(await store.find('results/none')).toBeNull();
      expect(await store.head('results/none')).toBeNull();
      await store.delete(['results/none']);
      await store.delete([]);
    });

    it('replaces an object and deletes it', async () => {
      const { store } = await open();
      await store.put('jobs/a.json', text('old'), JPEG);
      await store.put('jobs/a.json', text('newer'), { contentType: 'application/json' });
      expect(await store.head('jobs/a.json')).toMatchObject({ bytes: 5, contentType: 'application/json' });
      await store.delete(['jobs/a.json', 'jobs/b.json']);
      expect(await store.head('jobs/a.json')).toBeNull();
    });

    it('writes if absent exactly once when many try at the same moment', async () => {
      const { store } = await open();
      const results = await Promise.all(
        Array.from({ length: 8 }, (_, i) =>
          store.put('jobs/once', text(`by ${i}`), { ...JPEG, ifAbsent: true }),
        ),
      );
      const winners = results.flatMap((result, i) => (result.created ? [i] : []));
      expect(winners).toHaveLength(1);
      expect(await readText(await store.find('jobs/once'))).toBe(`by ${winners[0]}`);
    });

    it('lists what begins with a prefix and nothing else', async () => {
      const { store } = await open();
      for (const key of ['uploads/a', 'uploads/b', 'uploads/ab/c', 'results/a', 'loose'])
        await store.put(key, text(key), JPEG);
      expect(await keys(store, 'uploads/')).toEqual(['uploads/a', 'uploads/ab/c', 'uploads/b']);
      expect(await keys(store, 'uploads/a')).toEqual(['uploads/a', 'uploads/ab/c']);
      expect(await keys(store, '')).toHaveLength(5);
      expect(await keys(store, 'shares/')).toEqual([]);
    });

    it.each([
      '',
      '/a',
      'a/',
      'a//b',
      '../a',
      'a/../b',
      'a/.',
      '.hidden',
      'a b',
      'a\\b',
      'ä',
      'a\0',
      'a'.repeat(201),
    ])('refuses the key %j', async (key) => {
      const { store } = await open();
      const refused = expect.objectContaining({ code: 'bad-object-key' });
      await expect(store.put(key, text('x'), JPEG)).rejects.toEqual(refused);
      await expect(store.find(key)).rejects.toEqual(refused);
      await expect(store.head(key)).rejects.toEqual(refused);
      await expect(store.delete([key])).rejects.toEqual(refused);
    });

    it('leaves nothing behind when the source fails', async () => {
      const { store, countLeftovers } = await open();
      const failing = (async function* () {
        yield new Uint8Array(9 * MB);
        yield new Uint8Array(9 * MB);
        throw new Error('The client went away');
      })();
      await expect(store.put('uploads/a', failing, JPEG)).rejects.toThrow('The client went away');
      expect(await store.head('uploads/a')).toBeNull();
      expect(await countLeftovers()).toBe(0);
    });

    it('leaves nothing behind when it is aborted while the source is stuck', async () => {
      const { store, countLeftovers } = await open();
      await store.put('uploads/a', text('before'), JPEG);
      const abort = new AbortController();
      const stuck = (async function* () {
        yield new Uint8Array(9 * MB);
        await new Promise(() => {});
      })();
      const put = store.put('uploads/a', stuck, { ...JPEG, signal: abort.signal });
      await setTimeout(50);
      abort.abort(new Error('Cancelled'));
      await expect(put).rejects.toThrow('Cancelled');
      expect(await readText(await store.find('uploads/a'))).toBe('before');
      expect(await countLeftovers()).toBe(0);
      await expect(store.put('uploads/b', text('x'), { ...JPEG, signal: abort.signal })).rejects.toThrow();
      expect(await store.head('uploads/b')).toBeNull();
    });

    it('streams 64 MB both ways and holds only parts of it', async () => {
      const { store } = await open();
      const block = new Uint8Array(MB).map((_, i) => i % 251);
      const start = heldBytes();
      let peak = 0;
      const source = (async function* () {
        for (let i = 0; i < 64; i += 1) {
          // A chunk of its own each time: one that is held on to shows.
          yield block.slice();
          if (i % 4 === 0) peak = Math.max(peak, heldBytes() - start);
        }
      })();
      expect(await store.put('uploads/large', source, JPEG)).toEqual({ bytes: 64 * MB, created: true });
      // Three parts of 8 MB, and what is on its way to the socket.
      expect(peak).toBeLessThan(40 * MB);
      const object = await store.find('uploads/large');
      let bytes = 0;
      let equal = true;
      for await (const chunk of object!.body) {
        for (let i = 0; i < chunk.byteLength && equal; i += 997)
          equal = chunk[i] === ((bytes + i) % MB) % 251;
        bytes += chunk.byteLength;
      }
      expect({ bytes, equal }).toEqual({ bytes: 64 * MB, equal: true });
    });

    it('does not run ahead of a slow reader, and lets a reader go', async () => {
      const { store } = await open();
      await store.put('results/large', new Uint8Array(20 * MB), JPEG);
      const object = await store.find('results/large');
      for await (const chunk of object!.body) {
        expect(chunk.byteLength).toBeLessThan(2 * MB);
        break;
      }
      const abort = new AbortController();
      const aborted = await store.find('results/large', { signal: abort.signal });
      const reading = readText(aborted);
      abort.abort();
      await expect(reading).rejects.toThrow();
      await store.delete(['results/large']);
    });

    it('survives a reader that goes while the object is on its way', async () => {
      const { store } = await open();
      await store.put('results/late', text('x'), JPEG);
      // An error that nobody listens to would end this process, as it ended servers.
      for (let attempt = 0; attempt < 20; attempt++) {
        const abort = new AbortController();
        const finding = store.find('results/late', { signal: abort.signal });
        if (attempt % 2 === 0) await Promise.resolve();
        abort.abort(new Error('The client went away.'));
        await expect(finding).rejects.toThrow();
      }
      await expect(store.find('results/late').then((found) => readText(found))).resolves.toBe('x');
    });

    it('says that it answers', async () => {
      const { store } = await open();
      await store.check();
    });
  });
}

async function* chunks(...parts: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* parts;
}

function text(value: string): Uint8Array {
  return new TextEncoder().encode(value);
}

async function readText(object: StoredObject | null): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const chunk of object!.body) parts.push(chunk);
  return Buffer.concat(parts).toString('utf8');
}

async function keys(store: ObjectStore, prefix: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { key } of store.list(prefix)) found.push(key);
  return found.sort();
}
