import { describe, expect, it } from 'vitest';
import { toldAttempt, type DeliveryAttempt } from '#platform/contracts/deliveries.ts';

const at = '2026-11-21T02:12:51.000Z';

describe('an attempt as its client is told of it', () => {
  it.each<[DeliveryAttempt['error'], string]>([
    ['not-resolved', 'not-allowed'],
    ['not-allowed', 'not-allowed'],
    ['not-connected', 'no-answer'],
    ['not-trusted', 'no-answer'],
    ['broken-off', 'no-answer'],
    ['timed-out', 'no-answer'],
    ['expired', 'expired'],
  ])('that ended as %s is %s, without its time', (error, told) => {
    expect(toldAttempt({ at, durationMs: 19_876, error })).toEqual({ at, error: told });
  });

  it('that was answered has its status, and its time in tenths of a second', () => {
    const answered = { at, durationMs: 84, status: 503, error: 'wrong-status' } as const;
    expect(toldAttempt(answered)).toEqual({ ...answered, durationMs: 100 });
    expect(toldAttempt({ at, durationMs: 101, status: 204 })).toEqual({ at, durationMs: 200, status: 204 });
  });
});
