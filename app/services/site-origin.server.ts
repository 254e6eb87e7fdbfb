import type { AppLoadContext } from '@remix-run/node';
import { brand } from '~/content/brand.ts';

/** Origin under which the site is known, without a trailing slash: `PUBLIC_URL`, else the brand's own. */
export function siteOrigin(context: AppLoadContext): string {
  return context.publicConfig?.publicUrl ?? brand.siteUrl;
}
