import type { LoaderFunctionArgs } from '@remix-run/node';
import { brand } from '~/content/brand.ts';
import { publishedArticles } from '~/services/published-pages.server.ts';
import { siteOrigin } from '~/services/site-origin.server.ts';

/** The eight articles as a feed, newest first. Format: https://www.rssboard.org/rss-specification */
export function loader({ context }: LoaderFunctionArgs) {
  const origin = siteOrigin(context);
  const items = publishedArticles().map(({ path, date, title, description }) =>
    [
      '    <item>',
      `      <title>${escapeXml(title)}</title>`,
      `      <link>${origin}${path}</link>`,
      `      <guid isPermaLink="true">${origin}${path}</guid>`,
      `      <pubDate>${new Date(`${date}T09:00:00Z`).toUTCString()}</pubDate>`,
      `      <description>${escapeXml(description)}</description>`,
      '    </item>',
    ].join('\n'),
  );
  const body = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">',
    '  <channel>',
    `    <title>${escapeXml(brand.name)} Blog</title>`,
    `    <link>${origin}/</link>`,
    `    <description>${escapeXml(brand.tagline)}</description>`,
    '    <language>en</language>',
    `    <atom:link href="${origin}/blog/rss.xml" rel="self" type="application/rss+xml"/>`,
    ...items,
    '  </channel>',
    '</rss>',
    '',
  ].join('\n');
  return new Response(body, {
    headers: {
      'Content-Type': 'application/rss+xml; charset=utf-8',
      'Cache-Control': 'public, max-age=3600',
    },
  });
}

function escapeXml(text: string): string {
  return text.replace(/[<>&'"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
