import { describe, expect, it } from 'vitest';
import { readConfig } from '#platform/config.ts';

const tiersOf = (changes: object) =>
  readConfig({ LIMIT_TIERS: JSON.stringify(changes), OPEN_JOBS: '4' }).rateLimits;

describe('tiers of clients', () => {
  it('have what is set for them, else what the tier below has', () => {
    const { tiers, loopbackExempt } = tiersOf({
      anonymous: { filesPerDay: 50 },
      'signed-in': { openJobs: 7 },
      key: { filesPerDay: 1_000 },
      partner: { filesPerMinute: 9_000, filesPerDay: null },
    });
    expect(tiers.anonymous).toMatchObject({ filesPerMinute: 60, openJobs: 4, filesPerDay: 50 });
    expect(tiers['signed-in']).toMatchObject({ filesPerMinute: 300, openJobs: 7, filesPerDay: null });
    expect(tiers.key).toMatchObject({ filesPerMinute: 300, openJobs: 7, filesPerDay: 1_000 });
    expect(tiers.partner).toMatchObject({ filesPerMinute: 9_000, openJobs: 7, filesPerDay: null });
    expect(loopbackExempt).toBe(false);
  });

  it.each([
    ['{"key":', 'LIMIT_TIERS: expected JSON such as'],
    ['[]', 'LIMIT_TIERS: '],
    ['{"key":{"filesPerMinute":0}}', 'LIMIT_TIERS.key.filesPerMinute: '],
    ['{"key":{"filesPerHour":1}}', 'LIMIT_TIERS.key: '],
    ['{"Gold Tier":{}}', 'LIMIT_TIERS.Gold Tier: '],
  ])('are refused as %s', (text, problem) => {
    expect(() => readConfig({ LIMIT_TIERS: text })).toThrow(problem);
  });
});
