import { describe, expect, it } from 'vitest';
import { createJobId } from '#platform/job-records.ts';
import { InFlightJobs } from '#workers/consumer/in-flight-jobs.ts';
import type { JobControl } from '#workers/consumer/job-context.ts';
import type { PoolName } from '#workers/consumer/pool-name.ts';
import { Random } from '../../../../bench/random.ts';

function openPlaces(general: number, companion = 1) {
  const jobs = new InFlightJobs({ general, express: 1, companion });
  /** @returns what ends the delivery, and its control */
  const hold = (client: string, pool: PoolName) => {
    let end = () => {};
    let control: JobControl | undefined;
    jobs.add({ jobId: createJobId(), client }, pool, (given) => {
      control = given;
      return new Promise((resolve) => (end = resolve));
    });
    return { end: () => end(), control: control! };
  };
  return { jobs, hold };
}

describe('the places of a worker', () => {
  it('take as many messages as there are engines, of anybody', () => {
    const { jobs } = openPlaces(2);
    expect(jobs.capacity).toMatchObject({ max: 2, notFrom: new Set() });
    expect(jobs.capacity?.poolFor('anybody')).toBe('general');
  });

  it('keep one engine for small work of clients that hold no other one', () => {
    const { jobs, hold } = openPlaces(2, 0);
    hold('flood', 'general');
    hold('other', 'general');
    expect(jobs.capacity).toMatchObject({ max: 1, onlySmall: true, notFrom: new Set(['flood', 'other']) });
    expect(jobs.capacity?.poolFor('quiet')).toBe('express');
    hold('quiet', 'express');
    expect(jobs.capacity).toBeNull();
  });

  it('keep another one for small work of who holds engines, one for each', () => {
    const { jobs, hold } = openPlaces(1);
    hold('busy', 'general');
    expect(jobs.capacity).toMatchObject({ max: 1, onlySmall: true, notFrom: new Set() });
    expect(jobs.capacity?.poolFor('busy')).toBe('companion');
    expect(jobs.capacity?.poolFor('quiet')).toBe('express');
    hold('busy', 'companion');
    expect(jobs.capacity).toMatchObject({ max: 1, onlySmall: true, notFrom: new Set(['busy']) });
    expect(jobs.capacity?.poolFor('quiet')).toBe('express');
  });

  it('never let a client hold the express engine and another one', async () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const { jobs, hold } = openPlaces(2);
      const random = new Random(seed);
      const held: { client: string; pool: PoolName; end: () => void }[] = [];
      for (let step = 0; step < 40; step += 1) {
        const { capacity } = jobs;
        const client = `client ${random.below(3)}`;
        if (capacity && !capacity.notFrom?.has(client) && random.chance(0.7)) {
          const pool = capacity.poolFor(client);
          held.push({ client, pool, end: hold(client, pool).end });
        } else {
          held.splice(random.below(held.length + 1), 1)[0]?.end();
          await new Promise(setImmediate);
        }
        for (const { client, pool } of held)
          if (pool === 'express') expect(held.filter((each) => each.client === client)).toHaveLength(1);
      }
    }
  });

  it('give no further engine to whoever holds the one for small work', async () => {
    const { jobs, hold } = openPlaces(1);
    const general = hold('other', 'general');
    hold('flood', 'express');
    const change = jobs.untilChange();
    general.end();
    await expect.poll(() => change.signal.aborted).toBe(true);
    expect(jobs.capacity).toMatchObject({ max: 1, notFrom: new Set(['flood']) });
    expect(jobs.capacity?.poolFor('other')).toBe('general');
  });

  it('are free again when the engine is done, before its result is stored', () => {
    const { jobs, hold } = openPlaces(1);
    hold('a', 'general').control.onEngineDone();
    expect(jobs.capacity?.poolFor('a')).toBe('general');
    hold('a', 'general').control.onEngineDone();
    // Two that only finish are enough.
    expect(jobs.capacity?.poolFor('b')).toBe('express');
  });
});
