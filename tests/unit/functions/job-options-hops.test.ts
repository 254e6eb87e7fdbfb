import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formOf } from '~/compressor/upload/form-upload.ts';
import { parseArguments } from '#functions/cli/arguments.ts';
import { commandNameOf } from '#functions/cli/command-options.ts';
import { requestOptions } from '#functions/routes/request-options.ts';
import { UploadTokens } from '#functions/services/uploads/upload-tokens.ts';
import { JOB_OPTION_FIELDS } from '#platform/contracts/job-option-fields.ts';
import { formatJobOptions } from '#platform/contracts/job-option-text.ts';
import { jobOptionsOf, jobOptionsSchema } from '#platform/contracts/job-options.ts';
import { jobKeys } from '#platform/contracts/job.ts';
import { createJobRecord, findJobRecord } from '#platform/job-records.ts';
import type { JobOptions } from '#engine/index.ts';
import { openJobService, PNG_START } from '#tests/fixtures/job-service.ts';
import { newJobRecord } from '#tests/fixtures/jobs.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { startTestWorker } from '#tests/fixtures/test-worker.ts';
import { until } from '#tests/fixtures/until.ts';

/** A value of each option unlike its fallback; a new option does not compile without one. */
const ALL: Required<JobOptions> = {
  preset: 'small',
  targetBytes: 307_200,
  keep: ['date', 'location'],
  score: 77.5,
  format: 'auto',
  accept: ['png', 'webp'],
  maxWidth: 1200,
  maxHeight: 900,
  maxSide: 1100,
  widths: [480, 960],
  formats: ['jpeg', 'webp'],
  background: '#102030',
  scans: 'layers',
};
const { widths, formats, ...OF_ONE } = ALL;
const { format: _format, accept: _accept, maxWidth: _w, maxHeight: _h, maxSide: _side, ...OF_SET } = ALL;

it('knows every option in the schema and in the fields', () => {
  expect(Object.keys(ALL).sort()).toEqual(Object.keys(jobOptionsSchema.shape).sort());
  expect(Object.keys(JOB_OPTION_FIELDS).sort()).toEqual(Object.keys(jobOptionsSchema.shape).sort());
  expect([widths, formats]).toEqual([OF_SET.widths, OF_SET.formats]);
});

describe.each([
  ['a picture', OF_ONE as JobOptions],
  ['a set', OF_SET as JobOptions],
])('every option of %s', (_of, OPTIONS) => {
  const FIELDS = new Map(formatJobOptions(OPTIONS));

  it('is written as a field and read from a record', () => {
    expect(FIELDS.size).toBe(Object.keys(OPTIONS).length);
    expect(jobOptionsOf({ ...newJobRecord(), ...OPTIONS })).toEqual(OPTIONS);
  });

  it('arrives by form field and by query parameter', () => {
    const originalUrl = '/api/compress';
    const query = new URLSearchParams([...FIELDS]).toString();
    expect(requestOptions({ originalUrl }, [...FIELDS])).toEqual(OPTIONS);
    expect(requestOptions({ originalUrl: `${originalUrl}?${query}` }, [])).toEqual(OPTIONS);
  });

  it('leaves the page with the file', async () => {
    const file = new File([PNG_START], 'a.png', { type: 'image/png' });
    const body = await new Response(formOf({ file, options: OPTIONS })).text();
    for (const [name, text] of FIELDS) expect(body).toContain(`name="${name}"\r\n\r\n${text}\r\n`);
  });

  it('is an option of the command line', () => {
    const input = join(temporaryFolder(), 'a.png');
    writeFileSync(input, PNG_START);
    const given = [...FIELDS].flatMap(([name, text]) => [`--${commandNameOf(name)}`, text]);
    expect(parseArguments([input, '-o', 'x', ...given])).toMatchObject({ request: { options: OPTIONS } });
  });

  it('stands in the record of the job', async () => {
    const { objects, intake } = await openJobService();
    const file = { jobId: newJobRecord().id, kind: 'png', fileName: 'a.png', sourceBytes: 72 } as const;
    await intake.start(file, OPTIONS);
    expect(await findJobRecord(objects, file.jobId)).toMatchObject(OPTIONS);
  });

  it('survives the upload token', async () => {
    const { objects, intake, jobs } = await openJobService({
      objects: { presignPut: () => Promise.resolve('https://store.example') },
    });
    const tokens = new UploadTokens({ objects, intake, jobs, secrets: ['a'.repeat(32)], maxFileBytes: 1e6 });
    const request = { fileName: 'a.png', bytes: PNG_START.length, ...Object.fromEntries(FIELDS) };
    const { jobId, uploadToken } = await tokens.create(request);
    await objects.put(jobKeys.upload(jobId), PNG_START, { contentType: 'image/png' });
    expect(await tokens.complete(uploadToken)).toMatchObject({ id: jobId, ...OPTIONS });
  });

  it('reaches the engine process', async () => {
    const { platform } = await openJobService();
    const record = newJobRecord({ kind: 'png', ...OPTIONS });
    await createJobRecord(platform.objects, record);
    await platform.objects.put(jobKeys.upload(record.id), PNG_START, { contentType: 'image/png' });
    const worker = await startTestWorker({ platform });
    await platform.queue.send({ version: 1, jobId: record.id });
    await until('a run', () => worker.pool.runs.length === 1);
    expect(worker.pool.runs[0]?.job).toMatchObject(OPTIONS);
  });
});
