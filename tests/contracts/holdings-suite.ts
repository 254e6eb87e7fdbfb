import { describe, expect, it } from 'vitest';
import { createJobId } from '#platform/job-records.ts';
import type { Holding, Holdings } from '#platform/ports/holdings.ts';

export interface HoldingsHarness {
  /** Two processes that share what is held; may be the same. */
  readonly near: Holdings;
  readonly far: Holdings;
  pass(seconds: number): Promise<void>;
}

const LIMITS = { limits: { jobs: 3, openBytes: 1_000, storedBytes: 1_500 }, holdSeconds: 60 };
const ANY = { ...LIMITS, limits: null };

const newHolding = (facts: Partial<Holding> = {}): Holding => ({
  id: createJobId(),
  state: 'open',
  bytes: 10,
  workSeconds: 0.5,
  ...facts,
});

/** What every Holdings promises. */
export function describeHoldings(name: string, open: () => Promise<HoldingsHarness>): void {
  describe(`${name} as Holdings`, () => {
    it('gives a client so many places and no more, however many ask at once', async () => {
      const { near, far } = await open();
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, at) => (at % 2 ? near : far).take('a', newHolding(), LIMITS)),
      );
      expect(answers.filter(({ refusedBy }) => refusedBy === undefined)).toHaveLength(3);
      expect(await near.take('b', newHolding(), LIMITS)).toEqual({ jobs: 0, smallWorkSeconds: 0 });
      expect(await far.of('a')).toHaveLength(3);
    });

    it('says what a client has open beside', async () => {
      const { near, far } = await open();
      await near.take('a', newHolding({ workSeconds: 0.25 }), LIMITS);
      await near.take('a', newHolding({ workSeconds: 8 }), LIMITS);
      await near.take('a', newHolding({ state: 'kept', workSeconds: 0 }), LIMITS);
      expect(await far.take('a', newHolding(), LIMITS)).toEqual({ jobs: 2, smallWorkSeconds: 0.25 });
    });

    it('bounds the open bytes together, and takes one file of any size', async () => {
      const { near } = await open();
      expect(await near.take('a', newHolding({ bytes: 5_000 }), LIMITS)).not.toHaveProperty('refusedBy');
      expect(await near.take('a', newHolding({ bytes: 1 }), LIMITS)).toMatchObject({ refusedBy: 'open' });
      expect(await near.take('b', newHolding({ bytes: 900 }), LIMITS)).not.toHaveProperty('refusedBy');
      expect(await near.take('b', newHolding({ bytes: 101 }), LIMITS)).toMatchObject({ refusedBy: 'open' });
      expect(await near.take('b', newHolding({ bytes: 100 }), LIMITS)).not.toHaveProperty('refusedBy');
    });

    it('bounds the bytes of all states together, until they are released', async () => {
      const { near, far } = await open();
      const [result, share] = [newHolding({ bytes: 900 }), newHolding({ state: 'kept', bytes: 600 })];
      await near.take('a', result, LIMITS);
      await far.take('a', { ...result, state: 'kept' }, ANY);
      expect(await near.take('a', share, LIMITS)).not.toHaveProperty('refusedBy');
      await near.take('a', { ...result, state: 'fetched' }, ANY);
      for (const state of ['open', 'expected', 'kept'] as const)
        expect(await far.take('a', newHolding({ state, bytes: 1 }), LIMITS)).toMatchObject({
          refusedBy: 'stored',
        });
      await far.release(share.id);
      expect(await near.take('a', newHolding({ bytes: 600 }), LIMITS)).not.toHaveProperty('refusedBy');
    });

    it('adds up what has arrived of all clients, and nothing that is only expected', async () => {
      const { near, far, pass } = await open();
      const [first, second] = [newHolding({ state: 'expected', bytes: 100 }), newHolding({ bytes: 7 })];
      await near.take('a', first, LIMITS);
      await far.take('b', second, { ...LIMITS, holdSeconds: 1 });
      expect(await near.totalBytes()).toBe(7);
      await far.take('a', { ...first, state: 'open', bytes: 90 }, ANY);
      await far.take('a', { ...first, state: 'kept', bytes: 40 }, ANY);
      expect(await near.totalBytes()).toBe(47);
      await pass(1.2);
      expect(await far.totalBytes()).toBe(40);
      await far.release(first.id);
      expect(await near.totalBytes()).toBe(0);
    });

    it('adds up what has come of files that are expected, as it comes and goes', async () => {
      const { near, far, pass } = await open();
      const [first, second] = [
        newHolding({ state: 'expected', bytes: 100 }),
        newHolding({ state: 'expected' }),
      ];
      await near.take('a', { ...first, arrivedBytes: 30 }, LIMITS);
      await far.take('b', { ...second, arrivedBytes: 10 }, { ...LIMITS, holdSeconds: 1 });
      expect(await near.totalBytes()).toBe(40);
      await far.take('a', { ...first, arrivedBytes: 60 }, ANY);
      expect(await near.totalBytes()).toBe(70);
      expect(await near.take('a', newHolding({ bytes: 901 }), LIMITS)).toMatchObject({ refusedBy: 'open' });
      await pass(1.2);
      expect(await far.totalBytes()).toBe(60);
      await near.take('a', { ...first, state: 'open' }, ANY);
      expect(await far.totalBytes()).toBe(100);
      await far.release(first.id);
      expect(await near.totalBytes()).toBe(0);
    });

    it('names what was fetched, the first one first, until its place ends', async () => {
      const { near, far, pass } = await open();
      const [first, second, brief] = [newHolding(), newHolding(), newHolding()];
      for (const [client, held] of [
        ['a', brief],
        ['a', first],
        ['b', second],
      ] as const)
        await near.take(client, { ...held, state: 'kept' }, ANY);
      await far.take('a', { ...brief, state: 'fetched' }, { ...ANY, holdSeconds: 1 });
      await pass(0.1);
      await near.take('a', { ...first, state: 'fetched' }, ANY);
      await pass(0.1);
      await near.take('b', { ...second, state: 'fetched' }, ANY);
      await near.take('b', newHolding({ state: 'kept' }), ANY);
      expect((await far.fetched(5)).map(({ id }) => id)).toEqual([brief.id, first.id, second.id]);
      await pass(1.2);
      const left = await far.fetched(5);
      expect(left.map(({ id }) => id)).toEqual([first.id, second.id]);
      expect(left[0]!.ageSeconds).toBeGreaterThanOrEqual(1.2);
      await far.take('a', { ...first, state: 'kept' }, ANY);
      await far.release(second.id);
      expect(await near.fetched(5)).toEqual([]);
    });

    it('takes no place for what was fetched and has been released meanwhile', async () => {
      const { near, far, pass } = await open();
      const holding = newHolding({ state: 'kept' });
      await near.take('a', holding, ANY);
      await far.release(holding.id);
      await near.take('a', { ...holding, state: 'fetched' }, ANY);
      await near.take('a', holding, { ...ANY, holdSeconds: 1 });
      await pass(1.2);
      await near.take('a', { ...holding, state: 'fetched' }, ANY);
      expect(await far.of('a')).toEqual([]);
      expect(await far.fetched(5)).toEqual([]);
      expect(await far.totalBytes()).toBe(0);
    });

    it('gives an id one place, however often it is taken', async () => {
      const { near, far } = await open();
      const holding = newHolding({ state: 'expected' });
      await near.take('a', holding, LIMITS);
      await far.take('a', { ...holding, state: 'open' }, LIMITS);
      expect(await near.of('a')).toMatchObject([{ id: holding.id, state: 'open', bytes: 10 }]);
    });

    it('tells of what is open alone where that is asked for', async () => {
      const { near, far } = await open();
      const [waits, works, lies] = [newHolding({ state: 'expected' }), newHolding(), newHolding()];
      const kept = { ...lies, state: 'kept' } as const;
      for (const holding of [
        waits,
        works,
        newHolding({ state: 'kept' }),
        kept,
        { ...lies, state: 'fetched' } as const,
      ])
        await near.take('a', holding, ANY);
      expect((await far.of('a', { isOpen: true })).map(({ id }) => id).sort()).toEqual(
        [waits.id, works.id].sort(),
      );
      expect(await far.of('a')).toHaveLength(4);
    });

    it('takes a place in any case without limits', async () => {
      const { near } = await open();
      for (let at = 0; at < 5; at += 1)
        expect(await near.take('a', newHolding(), ANY)).toEqual({ jobs: at, smallWorkSeconds: at / 2 });
    });

    it('releases a place from anywhere, and again without harm', async () => {
      const { near, far } = await open();
      const holding = newHolding();
      await near.take('a', holding, LIMITS);
      for (const holdings of [far, near]) await holdings.release(holding.id);
      await near.release(createJobId());
      expect(await near.of('a')).toEqual([]);
    });

    it('ends a place that nobody releases, and says when', async () => {
      const { near, pass } = await open();
      for (let at = 0; at < 3; at += 1) await near.take('a', newHolding(), { ...LIMITS, holdSeconds: 1 });
      expect(await near.take('a', newHolding(), LIMITS)).toMatchObject({ refusedBy: 'open' });
      const { endsInSeconds } = (await near.of('a'))[0]!;
      expect(endsInSeconds).toBeGreaterThan(0);
      expect(endsInSeconds).toBeLessThanOrEqual(1);
      await pass(1.2);
      expect(await near.of('a')).toEqual([]);
      expect(await near.take('a', newHolding(), LIMITS)).toEqual({ jobs: 0, smallWorkSeconds: 0 });
    });
  });
}
