import type { LoaderFunctionArgs } from '@remix-run/node';
import { siteOrigin } from '~/services/site-origin.server.ts';

/** Pages may be listed; calls, accounts and shared results may not. */
export function loader({ context }: LoaderFunctionArgs) {
  const lines = [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /dashboard',
    'Disallow: /login',
    'Disallow: /s/',
    '',
    `Sitemap: ${siteOrigin(context)}/sitemap.xml`,
    '',
  ];
  return new Response(lines.join('\n'), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
}
