import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { dayOf, moment } from '~/components/ui/moment.ts';

describe('days and times', () => {
  it('have one form, with the year', () => {
    expect(dayOf('2025-04-07')).toBe('7 Apr 2025');
    expect(dayOf('2026-11-26T12:48:00.000Z')).toBe('26 Nov 2026');
    expect(moment('2026-11-06T12:48:00.000Z', 'UTC')).toBe('6 Nov 2026, 12:48 UTC');
    expect(moment('2026-11-06T12:48:00.000Z')).toMatch(/^\d Nov 2026, \d\d:48$/);
  });

  it('are written by one module alone', () => {
    const sources = globSync('app/**/*.{ts,tsx}');
    expect(sources.length).toBeGreaterThan(100);
    const others = sources.filter(
      (path) =>
        path !== 'app/components/ui/moment.ts' &&
        /DateTimeFormat|RelativeTimeFormat|toLocale(Date|Time)String|month: '|new Date\([^)]*\)\.toLocale/.test(
          readFileSync(path, 'utf8'),
        ),
    );
    expect(others).toEqual([]);
  });

  it('are written by hand in the same form', () => {
    const texts = globSync(['app/**/*.{ts,tsx,mdx}', 'docs/api*.md']).filter((path) =>
      /\b\d{1,2} (January|February|March|April|June|July|August|September|October|November|December) \d{4}\b/.test(
        readFileSync(path, 'utf8'),
      ),
    );
    expect(texts).toEqual([]);
  });
});
