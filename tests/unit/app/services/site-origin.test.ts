import type { AppLoadContext } from '@remix-run/node';
import { expect, it } from 'vitest';
import { brand } from '~/content/brand.ts';
import { siteOrigin } from '~/services/site-origin.server.ts';

it.each([
  ['the address that the operator has set', { publicUrl: 'https://files.example' }, 'https://files.example'],
  ['the address of the brand without one', {}, brand.siteUrl],
])('is %s', (_, publicConfig, expected) => {
  expect(siteOrigin({ publicConfig: { demoSignIn: false, ...publicConfig } } as AppLoadContext)).toBe(
    expected,
  );
});
