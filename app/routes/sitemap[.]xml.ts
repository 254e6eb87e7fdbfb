import type { LoaderFunctionArgs } from '@remix-run/node';
import { publishedPages } from '~/services/published-pages.server.ts';
import { siteOrigin } from '~/services/site-origin.server.ts';

/** Every page that search engines may list. Format: https://www.sitemaps.org/protocol.html */
export function loader({ context }: LoaderFunctionArgs) {
  const origin = siteOrigin(context);
  const entries = publishedPages().map(({ path, date }) => {
    const modified = date ? `<lastmod>${date}</lastmod>` : '';
    return `  <url><loc>${origin}${path}</loc>${modified}</url>`;
  });
  const body = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n');
  return new Response(body, {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
}
