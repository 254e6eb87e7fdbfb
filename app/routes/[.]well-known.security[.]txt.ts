import type { LoaderFunctionArgs } from '@remix-run/node';
import { brand } from '~/content/brand.ts';
import { siteOrigin } from '~/services/site-origin.server.ts';

/** Readers ask again before it ends. */
const VALID_DAYS = 90;

/** Where to report a vulnerability. Source: RFC 9116. */
export function loader({ context }: LoaderFunctionArgs) {
  const lines = [
    `Contact: mailto:${brand.support.email}`,
    `Expires: ${new Date(Date.now() + VALID_DAYS * 86_400_000).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${siteOrigin(context)}/.well-known/security.txt`,
    '',
  ];
  return new Response(lines.join('\n'), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
}
