import { describe, expect, it } from 'vitest';
import { createJobId } from '#platform/job-records.ts';
import type { OpenJob, OpenJobs } from '#platform/ports/open-jobs.ts';

export interface OpenJobsHarness {
  /** Two processes that share what is open; may be the same. */
  readonly near: OpenJobs;
  readonly far: OpenJobs;
  pass(seconds: number): Promise<void>;
}

const LIMITS = { limits: { jobs: 3, bytes: 1_000 }, holdSeconds: 60 };

const newJob = (facts: Partial<OpenJob> = {}): OpenJob => ({
  jobId: createJobId(),
  bytes: 10,
  workSeconds: 0.5,
  isExpected: false,
  ...facts,
});

/** What every OpenJobs promises. */
export function describeOpenJobs(name: string, open: () => Promise<OpenJobsHarness>): void {
  describe(`${name} as OpenJobs`, () => {
    it('gives a client so many places and no more, however many ask at once', async () => {
      const { near, far } = await open();
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, at) => (at % 2 ? near : far).take('a', newJob(), LIMITS)),
      );
      expect(answers.filter(({ taken }) => taken)).toHaveLength(3);
      expect(await near.take('b', newJob(), LIMITS)).toEqual({ taken: true, jobs: 0, workSeconds: 0 });
      expect(await far.of('a')).toHaveLength(3);
    });

    it('says what a client has open beside', async () => {
      const { near, far } = await open();
      await near.take('a', newJob({ workSeconds: 0.25 }), LIMITS);
      expect(await far.take('a', newJob(), LIMITS)).toEqual({ taken: true, jobs: 1, workSeconds: 0.25 });
    });

    it('bounds the bytes together, and takes one job of any size', async () => {
      const { near } = await open();
      expect(await near.take('a', newJob({ bytes: 5_000 }), LIMITS)).toMatchObject({ taken: true });
      expect(await near.take('a', newJob({ bytes: 1 }), LIMITS)).toMatchObject({ taken: false });
      expect(await near.take('b', newJob({ bytes: 900 }), LIMITS)).toMatchObject({ taken: true });
      expect(await near.take('b', newJob({ bytes: 101 }), LIMITS)).toMatchObject({ taken: false });
      expect(await near.take('b', newJob({ bytes: 100 }), LIMITS)).toMatchObject({ taken: true });
    });

    it('gives a job one place, however often it is taken', async () => {
      const { near, far } = await open();
      const job = newJob({ isExpected: true });
      await near.take('a', job, LIMITS);
      await far.take('a', { ...job, isExpected: false }, LIMITS);
      expect(await near.of('a')).toMatchObject([{ jobId: job.jobId, isExpected: false, bytes: 10 }]);
    });

    it('takes a place in any case without limits', async () => {
      const { near } = await open();
      for (let at = 0; at < 5; at += 1)
        expect(await near.take('a', newJob(), { limits: null, holdSeconds: 60 })).toMatchObject({
          taken: true,
          jobs: at,
        });
    });

    it('releases a place from anywhere, and again without harm', async () => {
      const { near, far } = await open();
      const job = newJob();
      await near.take('a', job, LIMITS);
      for (const openJobs of [far, near]) await openJobs.release(job.jobId);
      await near.release(createJobId());
      expect(await near.of('a')).toEqual([]);
    });

    it('ends a place that nobody releases', async () => {
      const { near, pass } = await open();
      for (let at = 0; at < 3; at += 1) await near.take('a', newJob(), { ...LIMITS, holdSeconds: 1 });
      expect(await near.take('a', newJob(), LIMITS)).toMatchObject({ taken: false });
      await pass(1.2);
      expect(await near.of('a')).toEqual([]);
      expect(await near.take('a', newJob(), LIMITS)).toEqual({ taken: true, jobs: 0, workSeconds: 0 });
    });
  });
}
