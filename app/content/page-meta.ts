import type { MetaDescriptor, MetaFunction } from '@remix-run/node';
import { brand } from './brand.ts';

interface PageDescription {
  /** Without the product's name; it is added unless the title holds it already. */
  readonly title: string;
  readonly description: string;
  /** Path from the root. */
  readonly path: string;
  /** File under `/social`, without `.png`. */
  readonly picture?: string;
  readonly type?: 'website' | 'article';
  /** Structured data, see https://schema.org; gets the site's origin. */
  readonly jsonLd?: (origin: string) => readonly object[];
}

type MetaArguments = Parameters<MetaFunction>[0];

/**
 * Everything that search engines and shared links read about a page.
 * The origin comes from the root loader (`PUBLIC_URL`), else from the brand.
 */
export function pageMeta(
  page: PageDescription,
  { matches }: Pick<MetaArguments, 'matches'>,
): MetaDescriptor[] {
  const origin = originOf(matches);
  const title = page.title.includes(brand.name) ? page.title : `${page.title} | ${brand.name}`;
  const url = absolute(origin, page.path);
  const picture = `${origin}/social/${page.picture ?? 'site'}.png`;
  return [
    { title },
    { name: 'description', content: page.description },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:site_name', content: brand.name },
    { property: 'og:type', content: page.type ?? 'website' },
    { property: 'og:title', content: page.title },
    { property: 'og:description', content: page.description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: picture },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: `${page.title}, ${brand.name}` },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(page.jsonLd?.(origin) ?? []).map((data) => ({
      'script:ld+json': { '@context': 'https://schema.org', ...data },
    })),
  ];
}

/** A page's address with the origin, without a trailing slash except for the root. */
export function absolute(origin: string, path: string): string {
  return path === '/' ? `${origin}/` : `${origin}${path}`;
}

/** The way from home to a page, for search results. */
export function breadcrumb(origin: string, trail: readonly { name: string; path: string }[]): object {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Home', path: '/' }, ...trail].map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: absolute(origin, path),
    })),
  };
}

function originOf(matches: MetaArguments['matches']): string {
  const root = matches.find((match) => match?.id === 'root')?.data as { publicUrl?: string } | undefined;
  return root?.publicUrl ?? brand.siteUrl;
}
