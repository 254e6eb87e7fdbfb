import { describe, expect, it } from 'vitest';
import { BoundedQueue } from '#workers/deliveries/bounded-queue.ts';

/** Work that ends when it is told to; `begun` has the keys of what was begun, in order. */
function steered(queue: BoundedQueue) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    offer: (key: string, ...bounds: [name: string, most: number][]) =>
      queue.offer(
        key,
        bounds.map(([name, most]) => ({ name, most })),
        () =>
          new Promise((resolve) => {
            begun.push(key);
            ends.set(key, resolve);
          }),
      ),
    end: async (key: string) => {
      ends.get(key)!();
      await new Promise(setImmediate);
    },
  };
}

describe('BoundedQueue', () => {
  it('lets nobody wait behind a full bound', async () => {
    const { offer, begun, end } = steered(new BoundedQueue(10, 10));
    for (const key of ['a1', 'a2', 'a3']) offer(key, ['a', 2]);
    offer('b1', ['b', 2]);
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    await end('a1');
    expect(begun.at(-1)).toBe('a3');
  });

  it('lets the client go first of whom the least runs, then who came first', async () => {
    const { offer, begun, end } = steered(new BoundedQueue(4, 10));
    for (const key of ['1', '2', '3', '4']) {
      offer(`a${key}`, [`a's ${key}`, 1], ['a', 3]);
      offer(`b${key}`, [`b's ${key}`, 1], ['b', 3]);
    }
    offer('c1', ["c's 1", 1], ['c', 3]);
    expect(begun).toEqual(['a1', 'b1', 'a2', 'b2']);
    await end('a1');
    await end('b1');
    await end('b2');
    expect(begun.slice(4)).toEqual(['c1', 'a3', 'b3']);
  });

  it('holds all bounds of a piece of work at once', async () => {
    const { offer, begun, end } = steered(new BoundedQueue(10, 10));
    offer('1', ['host a', 1], ['client', 2]);
    offer('2', ['host b', 1], ['client', 2]);
    offer('3', ['host c', 1], ['client', 2]);
    expect(begun).toEqual(['1', '2']);
    await end('2');
    expect(begun).toEqual(['1', '2', '3']);
  });

  it('runs no more than it may in all', async () => {
    const { offer, begun, end } = steered(new BoundedQueue(2, 10));
    for (const key of ['1', '2', '3']) offer(key, [key, 1]);
    expect(begun).toEqual(['1', '2']);
    await end('1');
    expect(begun).toEqual(['1', '2', '3']);
  });

  it('takes the same work once, and again when it has ended', async () => {
    const { offer, begun, end } = steered(new BoundedQueue(10, 10));
    offer('1', ['a', 1]);
    offer('1', ['a', 1]);
    await end('1');
    offer('1', ['a', 1]);
    expect(begun).toEqual(['1', '1']);
  });

  it('refuses what a bound has too much of, and still takes for others of the same client', () => {
    const { offer, begun } = steered(new BoundedQueue(10, 2));
    for (const key of ['a1', 'a2', 'a3', 'a4', 'a5']) offer(key, ['a', 1], ['client', 9]);
    offer('b1', ['b', 1], ['client', 9]);
    expect(begun).toEqual(['a1', 'b1']);
  });

  it('forgets what waits when it is closed, and waits for what runs', async () => {
    const bounds = new BoundedQueue(1, 10);
    const { offer, begun, end } = steered(bounds);
    offer('1', ['a', 1]);
    offer('2', ['a', 1]);
    let closed = false;
    const closing = bounds.close().then(() => (closed = true));
    await Promise.resolve();
    expect(closed).toBe(false);
    await end('1');
    await closing;
    expect(begun).toEqual(['1']);
  });
});
