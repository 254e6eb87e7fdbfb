import { describe, expect, it } from 'vitest';
import { ENGINE_ERROR_CODES } from '#engine/index.ts';
import { retryAfterFailure } from '#workers/consumer/retry-policy.ts';

describe('retryAfterFailure', () => {
  it.each(ENGINE_ERROR_CODES)('takes the engine at its word for %s', (code) => {
    expect(retryAfterFailure(code, 1)).toEqual({ retry: false });
  });

  it.each([
    ['engine-crashed', 1, { retry: true, afterSeconds: 0 }],
    ['engine-crashed', 2, { retry: true, afterSeconds: 2 }],
    ['engine-crashed', 3, { retry: false }],
    ['internal', 2, { retry: true, afterSeconds: 2 }],
    ['timed-out', 1, { retry: true, afterSeconds: 0 }],
    ['timed-out', 2, { retry: false }],
  ] as const)('judges %s after %i attempts', (code, attempts, decision) => {
    expect(retryAfterFailure(code, attempts)).toEqual(decision);
  });
});
