import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { features } from '~/content/features.ts';
import { questions } from '~/content/questions.ts';
import { KEPT_FOR_MS } from '~/compressor/kept/kept-store.ts';
import { REMEMBERED_FOR_MS } from '~/compressor/history/has-history.ts';
import { RETRY_WINDOW_MS } from '#platform/contracts/deliveries.ts';
import { expiryRules } from '#platform/contracts/expiry-rules.ts';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';
import { blogPages, documents, landingPages } from '#tests/support/site-content.ts';

const HOUR = 3_600;
const privacy = documents.find(({ path }) => path === '/privacy')!;

/** Each paragraph, list item, table row or text of the site that speaks to visitors, with where it stands. */
const texts: readonly (readonly [where: string, text: string])[] = [
  ...[...documents, ...landingPages, ...blogPages].flatMap(({ path, source, frontmatter }) =>
    [...source.split('\n'), ...Object.values(frontmatter).map(String)].map((text) => [path, text] as const),
  ),
  ...features.map(({ title, text }) => ['/features', `${title}. ${text}`] as const),
  ...questions.map(({ question, answer }) => ['the questions', `${question} ${answer}`] as const),
  ...['app/routes/_site.*.tsx', 'app/components/{home,compress,site}/**/*.tsx'].flatMap((pattern) =>
    globSync(pattern).flatMap((file) =>
      // A sentence may go over several lines of markup.
      readFileSync(file, 'utf8')
        .split(/<\/?[a-zA-Z]|\n\s*\n|text: /)
        .map((text) => [file, text.replace(/\s+/g, ' ')] as const),
    ),
  ),
].filter(([, text]) => text.trim() !== '');

const saying = (what: RegExp) => texts.filter(([, text]) => what.test(text));

describe('what the site promises about files', () => {
  it('says "not uploaded" of the device alone', () => {
    const found = saying(
      /nothing is (uploaded|sent)|not uploaded|never leaves?|stays? on (your|this) device/i,
    )
      // Of another program.
      .filter(([, text]) => !text.includes('Squoosh'));
    expect(found.length).toBeGreaterThan(8);
    for (const [where, text] of found)
      expect(text, where).toMatch(
        /on (this|your|the) (device|phone)|on the phone itself|the phone then|your browser/i,
      );
  });

  it('names both ways where it says when files are deleted', () => {
    const found = saying(/15 minutes/).filter(([where]) => !where.includes('api') && where !== '/privacy');
    expect(found.length).toBeGreaterThan(6);
    for (const [where, text] of found)
      expect(text, where).toMatch(/on our servers|deleted from our servers/i);
    expect(privacy.source).toMatch(
      /\*\*On our servers\.\*\*[\s\S]*15 minutes[\s\S]*\*\*On your device\.\*\*/,
    );
  });

  it('gives the times that the servers keep', () => {
    expect(OPERATING_LIMITS.resultTtlSeconds / 60).toBe(15);
    expect(OPERATING_LIMITS.shareTtlSeconds / HOUR).toBe(24);
    expect(OPERATING_LIMITS.shareMaxSeconds / HOUR / 24).toBe(7);
    expect(OPERATING_LIMITS.sessionSeconds / HOUR / 24).toBe(7);
    for (const sentence of [
      '15 minutes, then deleted',
      '24 hours, or as long as you chose (7 days at most)',
      'valid for seven days',
    ])
      expect(privacy.source).toContain(sentence);
    // A time of deletion that is none of these would be a promise that nobody keeps.
    for (const [where, text] of saying(/(result|share link|upload)[^.|]*\b\d+ (minutes|hours)/i))
      expect(text.match(/\b\d+ (minutes|hours)/g), where).toEqual(
        expect.arrayContaining([expect.stringMatching(/^(15 minutes|24 hours)$/)]),
      );
  });

  it('tells of the log of deliveries', () => {
    expect(expiryRules({})['deliveries/']).toBe(24 * HOUR);
    expect(RETRY_WINDOW_MS).toBe(30 * HOUR * 1_000);
    expect(privacy.source).toContain(
      'The log is deleted one day after the last attempt; attempts go on for 30 hours at most.',
    );
  });

  it('names all that the browser stores', () => {
    const stored = globSync('app/**/*.{ts,tsx}')
      .map((file) => readFileSync(file, 'utf8'))
      .filter((source) => /localStorage|sessionStorage|indexedDB|CacheStorage|caches\b|_KEY = /.test(source))
      .flatMap((source) => [
        ...source.matchAll(
          /^(?:export )?const (?:\w*KEY|PREFIX|DATABASE|SHARED_INBOX|ENGINE_CACHE) = '([^']+)'/gm,
        ),
      ])
      .map(([, name]) => name?.replace(/-$/, ''));
    expect(stored.length).toBeGreaterThan(12);
    for (const name of stored) expect(privacy.source).toContain(`\`${name}\``);
    expect(REMEMBERED_FOR_MS / 1_000 / HOUR).toBe(12);
    expect(privacy.source).toContain('in the last twelve hours');
    expect(KEPT_FOR_MS / 1_000 / HOUR).toBe(1);
    expect(privacy.source).toContain('everything after an hour');
  });
});
