import { describe, expect, it } from 'vitest';
import { createJobId } from '#platform/job-records.ts';
import { InFlightJobs } from '#workers/consumer/in-flight-jobs.ts';
import type { JobControl, Place } from '#workers/consumer/job-context.ts';

function openPlaces(general: number) {
  const jobs = new InFlightJobs({ general, express: 1 });
  /** @returns what ends the delivery, and its control */
  const hold = (client: string, place: Place) => {
    let end = () => {};
    let control: JobControl | undefined;
    jobs.add({ jobId: createJobId(), client }, place, (given) => {
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
    expect(jobs.vacancy).toEqual({ place: 'general', max: 2, notFrom: new Set() });
  });

  it('keep one engine for small work of clients that hold no other one', () => {
    const { jobs, hold } = openPlaces(2);
    hold('flood', 'general');
    hold('other', 'general');
    expect(jobs.vacancy).toEqual({
      place: 'express',
      max: 1,
      onlySmall: true,
      notFrom: new Set(['flood', 'other']),
    });
    hold('quiet', 'express');
    expect(jobs.vacancy).toBeNull();
  });

  it('give no further engine to whoever holds the one for small work', async () => {
    const { jobs, hold } = openPlaces(1);
    const general = hold('other', 'general');
    hold('flood', 'express');
    const change = jobs.untilChange();
    general.end();
    await expect.poll(() => change.signal.aborted).toBe(true);
    expect(jobs.vacancy).toEqual({ place: 'general', max: 1, notFrom: new Set(['flood']) });
  });

  it('are free again when the engine is done, before its result is stored', () => {
    const { jobs, hold } = openPlaces(1);
    hold('a', 'general').control.onEngineDone();
    expect(jobs.vacancy).toMatchObject({ place: 'general', max: 1 });
    hold('a', 'general').control.onEngineDone();
    // Two that only finish are enough.
    expect(jobs.vacancy).toMatchObject({ place: 'express' });
  });
});
