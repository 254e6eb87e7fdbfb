import { expect, it } from 'vitest';
import { readJobOptions } from '#functions/services/job-options.ts';

const read = (fields: Record<string, string>) => readJobOptions((name) => fields[name]);

it.each([
  [{}, { preset: 'balanced' }],
  [{ preset: '', target: '' }, { preset: 'balanced' }],
  [
    { preset: 'small', target: '300k' },
    { preset: 'small', targetBytes: 307_200 },
  ],
])('reads %j', (fields, options) => {
  expect(read(fields)).toEqual(options);
});

it.each([
  [{ preset: 'tiny' }, 'The preset must be one of small, balanced, high, lossless.'],
  [{ preset: 'constructor' }, 'The preset must be one of small, balanced, high, lossless.'],
  [{ target: '0' }, 'The target must be a size above zero, such as 500000, 300KB or 20MB.'],
])('refuses %j', (fields, message) => {
  expect(() => read(fields as Record<string, string>)).toThrow(
    expect.objectContaining({ code: 'invalid-request', message }),
  );
});
