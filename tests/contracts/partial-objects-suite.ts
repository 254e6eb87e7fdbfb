import { describe, expect, it } from 'vitest';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';
import type { ObjectStore } from '#platform/ports/object-store.ts';
import type { PartialObject, PartialObjects } from '#platform/ports/partial-objects.ts';

const MB = 1024 * 1024;
const PART = OPERATING_LIMITS.uploadPartBytes;

export interface PartialObjectsHarness {
  readonly store: ObjectStore;
  readonly partials: PartialObjects;
  /** Another process on the same store. */
  readonly other: PartialObjects;
  /** How much is left of objects that are still arriving. */
  countLeftovers(): Promise<number>;
}

/** Bytes that differ from place to place, so that any mixture shows. */
const SOURCE = Uint8Array.from({ length: 3 * PART + 777 }, (_, at) => (at ^ (at >> 9) ^ (at >> 17)) & 255);

/** What every PartialObjects promises. */
export function describePartialObjects(name: string, open: () => Promise<PartialObjectsHarness>): void {
  const begun = async (totalBytes: number) => {
    const harness = await open();
    const key = 'uploads/a';
    const partial: PartialObject = { key, ticket: await harness.partials.begin(key), totalBytes };
    return { ...harness, partial };
  };

  describe(`${name} as PartialObjects`, () => {
    it('makes one object of pieces of any size, sent through two processes', async () => {
      const { store, partials, other, partial, countLeftovers } = await begun(SOURCE.length);
      expect(await partials.keptBytes(partial)).toBe(0);
      const ends = [5, 1_000, PART - 1, PART, PART + 3, 2 * PART + 5 * MB, SOURCE.length];
      let offset = 0;
      for (const [index, end] of ends.entries()) {
        const through = index % 2 === 0 ? partials : other;
        expect(await through.append(partial, offset, pieces(offset, end))).toBe(end);
        expect(await partials.keptBytes(partial)).toBe(end);
        offset = end;
      }
      expect(await store.head('uploads/a')).toBeNull();
      await partials.finish(partial);
      expect(await firstDifference(store, SOURCE)).toBe(null);
      expect(await countLeftovers()).toBe(0);
    });

    it('keeps what had come when the source breaks off, and when it is aborted', async () => {
      const { store, partials, partial } = await begun(PART + 100);
      const broken = (async function* () {
        yield* pieces(0, 70_000);
        throw new Error('The line broke');
      })();
      await expect(partials.append(partial, 0, broken)).rejects.toThrow('The line broke');
      expect(await partials.keptBytes(partial)).toBe(70_000);
      const abort = new AbortController();
      const stuck = (async function* () {
        yield* pieces(70_000, PART + 7);
        abort.abort(new Error('Cancelled'));
        await new Promise(() => {});
      })();
      await expect(partials.append(partial, 70_000, stuck, abort.signal)).rejects.toThrow('Cancelled');
      expect(await partials.keptBytes(partial)).toBe(PART + 7);
      await partials.append(partial, PART + 7, pieces(PART + 7, PART + 100));
      await partials.finish(partial);
      expect(await firstDifference(store, SOURCE.subarray(0, PART + 100))).toBe(null);
    });

    it('takes bytes only where it stands', async () => {
      const { partials, partial } = await begun(1_000);
      await partials.append(partial, 0, pieces(0, 10));
      for (const offset of [0, 9, 11, 1_000])
        await expect(partials.append(partial, offset, pieces(offset, offset + 1))).rejects.toMatchObject({
          code: 'wrong-offset',
        });
      expect(await partials.keptBytes(partial)).toBe(10);
    });

    it('never mixes the bytes of two that send the same at the same time', async () => {
      const { store, partials, other, partial } = await begun(SOURCE.length);
      const ends = await Promise.allSettled([
        partials.append(partial, 0, pieces(0, SOURCE.length, 3 * MB)),
        other.append(partial, 0, pieces(0, PART + 5_000, 1 * MB)),
      ]);
      expect(ends.some(({ status }) => status === 'fulfilled')).toBe(true);
      let kept = (await partials.keptBytes(partial))!;
      expect(kept).toBeGreaterThanOrEqual(PART + 5_000);
      if (kept < SOURCE.length) kept = await other.append(partial, kept, pieces(kept, SOURCE.length));
      expect(kept).toBe(SOURCE.length);
      await other.finish(partial);
      expect(await firstDifference(store, SOURCE)).toBe(null);
    });

    it('is finished once', async () => {
      const { store, partials, other, partial } = await begun(10);
      await partials.append(partial, 0, pieces(0, 10));
      const ends = await Promise.allSettled([partials.finish(partial), other.finish(partial)]);
      expect(ends.some(({ status }) => status === 'fulfilled')).toBe(true);
      expect((await store.head('uploads/a'))?.bytes).toBe(10);
      const over = { code: 'no-partial-object' };
      expect(await partials.keptBytes(partial)).toBeNull();
      await expect(partials.append(partial, 10, pieces(0, 1))).rejects.toMatchObject(over);
      await expect(partials.finish(partial)).rejects.toMatchObject(over);
      await partials.abandon(partial);
      expect((await store.head('uploads/a'))?.bytes).toBe(10);
    });

    it('leaves nothing of one that is abandoned, also while bytes arrive', async () => {
      const { store, partials, partial, countLeftovers } = await begun(SOURCE.length);
      await partials.append(partial, 0, pieces(0, PART + 50));
      const late = (async function* () {
        yield SOURCE.subarray(PART + 50, PART + 90);
        await partials.abandon(partial);
        yield* pieces(PART + 90, SOURCE.length);
      })();
      await partials.append(partial, PART + 50, late).catch(() => {}); // Either way.
      await partials.abandon(partial);
      expect(await partials.keptBytes(partial)).toBeNull();
      expect(await countLeftovers()).toBe(0);
      for await (const { key } of store.list('')) expect.fail(`${key} is still there`);
    });

    it('clears what is old and not wanted', async () => {
      const { partials, partial, countLeftovers } = await begun(1_000);
      await partials.append(partial, 0, pieces(0, 10));
      expect(await partials.clearAbandoned(60, async () => false)).toBe(0);
      const asked: string[] = [];
      const isWanted = async (key: string) => asked.push(key) > 0;
      expect(await partials.clearAbandoned(-60, isWanted)).toBe(0);
      expect(asked).toEqual(['uploads/a']);
      expect(await partials.keptBytes(partial)).toBe(10);
      expect(await partials.clearAbandoned(-60, async () => false)).toBe(1);
      expect(await partials.keptBytes(partial)).toBeNull();
      expect(await countLeftovers()).toBe(0);
    });

    it('refuses keys and tickets that are none', async () => {
      const { partials } = await begun(1);
      await expect(partials.begin('../a')).rejects.toMatchObject({ code: 'bad-object-key' });
      const guess = { key: 'uploads/a', ticket: '../../etc/passwd', totalBytes: 1 };
      await expect(partials.append(guess, 0, pieces(0, 1))).rejects.toThrow();
    });
  });
}

async function* pieces(from: number, to: number, size = 300_000): AsyncGenerator<Uint8Array> {
  for (let start = from; start < to; start += size) yield SOURCE.subarray(start, Math.min(to, start + size));
}

/** Where an object is not as it should be; matchers take minutes for so many bytes. */
async function firstDifference(store: ObjectStore, expected: Uint8Array): Promise<number | null> {
  let at = 0;
  for await (const chunk of (await store.find('uploads/a'))!.body) {
    if (Buffer.compare(chunk, expected.subarray(at, at + chunk.length)) !== 0) return at;
    at += chunk.length;
  }
  return at === expected.length ? null : at;
}
