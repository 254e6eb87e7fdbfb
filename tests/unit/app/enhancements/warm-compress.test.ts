// @vitest-environment jsdom
import { createHash } from 'node:crypto';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { contentSecurityPolicy } from '#functions/web/security-headers.ts';
import { answerFetch } from '#tests/support/answer-fetch.ts';

const CLOSED = { googleSignIn: false, analytics: false, https: false, development: false };

beforeEach(() => vi.resetModules());

const knowsRules = (type: string) => type === 'speculationrules';

async function warm(supports: (type: string) => boolean): Promise<void> {
  vi.stubGlobal('HTMLScriptElement', Object.assign(class {}, { supports }));
  const { warmCompress } = await import('~/enhancements/warm-compress.ts');
  warmCompress();
  warmCompress();
  vi.unstubAllGlobals();
}

test('asks a browser that can for the page once, in words that the policy for scripts lets in', async () => {
  Object.defineProperty(document, 'prerendering', { value: false, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(document, 'prerendering'));
  await warm(knowsRules);
  const [rules, ...others] = document.querySelectorAll('script[type=speculationrules]');
  expect(others).toEqual([]);
  expect(JSON.parse(rules!.textContent)).toEqual({ prerender: [{ urls: ['/compress'] }] });
  const hash = createHash('sha256').update(rules!.textContent).digest('base64');
  expect(contentSecurityPolicy('abc', CLOSED)).toContain(`script-src 'self' 'nonce-abc' 'sha256-${hash}'`);
});

test.each([
  ['knows no rules', () => false],
  ['only fetches by them', knowsRules],
])('fetches what the page is made of where a browser %s', async (_what, supports) => {
  document.head.replaceChildren();
  const html = '<link rel="modulepreload" fetchpriority="low" href="/assets/a.js"/>';
  const asked = answerFetch({ 'GET /compress': () => new Response(html) });
  await warm(supports);
  await vi.waitFor(() => expect(document.querySelector('link[href="/assets/a.js"]')).not.toBeNull());
  expect(asked.map(({ path }) => path)).toEqual(['/compress']);
});
