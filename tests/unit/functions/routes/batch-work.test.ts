import { expect, it } from 'vitest';
import { BatchWork } from '#functions/routes/batch-work.ts';
import { ApiError } from '#functions/services/api-error.ts';
import { jobKeys } from '#platform/contracts/job.ts';
import { openJobService, PNG_START } from '#tests/fixtures/job-service.ts';
import { keysOf } from '#tests/fixtures/jobs.ts';

it('leaves nothing of a job that was still being made when the batch was cancelled', async () => {
  const { jobs, intake, platform, objects } = await openJobService();
  const { signal } = new AbortController();
  const body = (async function* () {
    yield PNG_START;
  })();
  const file = await intake.accept(body, { fileName: 'a.png', mimeType: 'image/png' }, signal);
  let make = () => {};
  const mayBeMade = new Promise<void>((resolve) => (make = resolve));
  const put = objects.put.bind(objects);
  objects.put = async (key, ...rest) => {
    if (key === jobKeys.record(file.jobId)) await mayBeMade;
    return put(key, ...rest);
  };
  const work = new BatchWork({
    jobs: {
      run(accepted, options, ending, patience) {
        ending.addEventListener('abort', make);
        return jobs.run(accepted, options, ending, patience);
      },
      // As late as can be: the record is written when the cancellation has found none.
      cancel: (jobId) => jobs.cancel(jobId).finally(make),
    },
    signal,
    patience: undefined,
    asApiError: (error) => error as ApiError,
  });
  work.begin(file, 0, { preset: 'balanced' });
  await work.cancel();
  expect((await work.outcomes[0]!).error).toBeInstanceOf(ApiError);
  expect(await jobs.find(file.jobId)).toBeNull();
  expect(await keysOf(platform)).toEqual([jobKeys.outcome(file.jobId)]);
}, 20_000);
