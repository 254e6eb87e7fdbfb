import { describe, expect, it } from 'vitest';
import { CodecBreakdownError, isBreakdown } from '#engine/codecs/codec-breakdown.ts';
import { isMachineFailure, isOutOfRoom, machineCodeOf } from '#platform/machine-failure.ts';

const withCode = (code: string) => Object.assign(new Error(code), { code });

describe('an error of the machine', () => {
  it.each(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN', 'storage-full'])(
    'is told by the code %s, also of a cause',
    (code) => {
      expect(machineCodeOf(withCode(code))).toBe(code);
      expect(
        machineCodeOf(new Error('outer', { cause: new Error('inner', { cause: withCode(code) }) })),
      ).toBe(code);
      expect(isOutOfRoom(withCode(code))).toBe(['ENOSPC', 'EDQUOT', 'storage-full'].includes(code));
    },
  );

  it.each([
    ['wbuffer_write: write failed: No space left on device', 'ENOSPC'],
    ['unix error: Disk quota exceeded', 'EDQUOT'],
    ['unix error: Read-only file system', 'EROFS'],
    ['read error: Input/output error', 'EIO'],
    ['open: Too many open files in system', 'ENFILE'],
  ])('is told by the words of a library: %s', (words, code) => {
    const failure = new CodecBreakdownError('A codec failed.', { cause: new Error(words) });
    expect(machineCodeOf(failure)).toBe(code);
    expect(isBreakdown(new Error(words))).toBe(true);
  });

  it.each([
    withCode('ENOENT'),
    withCode('EFBIG'),
    withCode('ECONNRESET'),
    new Error('The file is damaged.'),
    'ENOSPC',
    null,
    undefined,
  ])('is not taken from %s', (error) => {
    expect(isMachineFailure(error)).toBe(false);
  });

  it('does not follow causes for ever', () => {
    const error = new Error('circular');
    error.cause = error;
    expect(isMachineFailure(error)).toBe(false);
  });
});
