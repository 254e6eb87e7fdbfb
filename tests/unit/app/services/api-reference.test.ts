import { describe, expect, it } from 'vitest';
import { describeApi } from '#functions/openapi/describe-api.ts';
import { apiReference } from '~/services/api-reference.server.ts';
import { sampleCalled } from '~/services/api-samples.server.ts';

describe('the reference on the page of the API', () => {
  const { calls, objects, headers, version } = apiReference(describeApi());
  const call = (id: string) => calls.find((each) => each.id === id)!;

  it('tells of a call where each value goes, and whether it must be there', () => {
    const { takes } = call('compressFile');
    expect(takes.find(({ name }) => name === 'file')).toMatchObject({
      place: 'form',
      type: 'file',
      isRequired: true,
    });
    expect(takes.find(({ name }) => name === 'preset')).toMatchObject({ place: 'query', isRequired: false });
    expect(takes.filter(({ name }) => name === 'preset')).toHaveLength(1);
    expect(call('createShare').takes.find(({ name }) => name === 'jobId')).toMatchObject({ place: 'json' });
  });

  it('tells what comes back: statuses, headers and the object in the body', () => {
    const { answers } = call('compressFile');
    expect(answers.find(({ status }) => status === '202')).toMatchObject({ object: 'Job' });
    expect(answers.find(({ status }) => status === '200')?.headers).toContain('X-Compressed-Size');
    expect(answers.find(({ status }) => status === '422')?.text).toContain('`damaged`');
  });

  it('tells who may make a call', () => {
    expect(call('compressFile')).toMatchObject({ needsToken: false });
    expect(call('readProfile')).toMatchObject({ needsToken: true });
    expect(call('readStats')).toMatchObject({ needsToken: false, scope: undefined });
    const operations = Object.values(describeApi().paths ?? {}).flatMap((path) => Object.values(path));
    expect(operations.filter((operation) => !('security' in operation))).toEqual([]);
  });

  it('lists objects with their fields, and headers with what they mean', () => {
    const fields = objects.find(({ name }) => name === 'Job')!.fields;
    expect(fields.find(({ name }) => name === 'createdAt')).toMatchObject({ type: 'time', isRequired: true });
    expect(fields.find(({ name }) => name === 'report')).toMatchObject({ type: 'CompressionReport' });
    expect(headers.every(({ text }) => text !== '')).toBe(true);
    expect(version).toMatch(/^1\.\d+\.\d+$/);
  });

  it('finds a sample in every language, and says which is missing', () => {
    expect(sampleCalled('compress').python).toContain('requests.post(');
    expect(() => sampleCalled('nothing')).toThrow('There is no sample "nothing" in docs/samples/curl.');
  });
});
