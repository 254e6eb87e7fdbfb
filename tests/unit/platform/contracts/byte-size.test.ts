import { describe, expect, it } from 'vitest';
import { formatBytes, parseBytes } from '#platform/contracts/byte-size.ts';

describe('parseBytes', () => {
  it.each([
    ['500000', 500_000],
    ['123 bytes', 123],
    ['1b', 1],
    ['300k', 307_200],
    ['300KB', 307_200],
    ['1.5 mb', 1_572_864],
    ['1.5 GB', 1_610_612_736],
    ['2G', 2 * 1024 ** 3],
    [' 20MB ', 20 * 1024 ** 2],
    ['0.0005MB', 524],
  ])('reads %j', (text, bytes) => {
    expect(parseBytes(text)).toBe(bytes);
  });

  it.each([
    '',
    '0',
    '0.1',
    '-1',
    'big',
    '1e9',
    '0x10',
    'NaN',
    '5 TB',
    '5XB',
    '1,5MB',
    '1'.repeat(16),
    '9007199254740992',
  ])('refuses %j', (text) => {
    expect(parseBytes(text)).toBeNull();
  });

  it('reads what formatBytes writes', () => {
    for (const bytes of [1, 512, 1536, 1_048_575, 3 * 1024 ** 3]) {
      expect(formatBytes(parseBytes(formatBytes(bytes))!)).toBe(formatBytes(bytes));
    }
  });
});

describe('formatBytes', () => {
  it.each([
    [0, '0 Bytes'],
    [512, '512 Bytes'],
    [1023, '1023 Bytes'],
    [1024, '1.00 KB'],
    [1536, '1.50 KB'],
    [1_048_575, '1.00 MB'],
    [2_373_558, '2.26 MB'],
    [3 * 1024 ** 3, '3.00 GB'],
    [-2_000, '-1.95 KB'],
  ])('writes %i as %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });
});
