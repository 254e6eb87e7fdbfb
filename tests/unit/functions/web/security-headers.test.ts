import { expect, it } from 'vitest';
import { contentSecurityPolicy } from '#functions/web/security-headers.ts';

const CLOSED = { googleSignIn: false, analytics: false, https: false, development: false };

it('lets nobody else in unless configured', () => {
  expect(contentSecurityPolicy('abc', CLOSED)).not.toMatch(/https:|ws:/);
});

it('lets in Google sign-in, analytics and https only when each is configured', () => {
  const policy = contentSecurityPolicy('abc', {
    ...CLOSED,
    googleSignIn: true,
    analytics: true,
    https: true,
  });
  const rules = "'sha256-EHvl3VyIyXmtK+zNGvld/MzChARcIn3tSiAXWaXkHdI='";
  expect(policy).toContain(`script-src 'self' 'nonce-abc' ${rules} https://accounts.google.com/gsi/client`);
  expect(policy).toContain('frame-src https://accounts.google.com/gsi/;');
  expect(policy).toContain('https://www.googletagmanager.com');
  expect(policy).toContain('upgrade-insecure-requests');
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
});
