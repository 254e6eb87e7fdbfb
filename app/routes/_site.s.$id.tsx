import { data, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ExpiredLink } from '~/components/site/error-page.tsx';
import { SharedFilePage } from '~/components/site/shared-file-page.tsx';
import type { SharedFile } from '~/load-context.ts';
import { brand } from '~/content/brand.ts';

/** Alike for every link: a card of it in a chat shows the product, never the file or its name. */
export const meta: MetaFunction = ({ data: shared, matches }) => {
  const origin = (matches.find(({ id }) => id === 'root')?.data as { publicUrl?: string } | undefined)
    ?.publicUrl;
  const title = shared ? `A file was shared with you | ${brand.name}` : `Link expired | ${brand.name}`;
  return [
    { title },
    { name: 'robots', content: 'noindex' },
    { property: 'og:site_name', content: brand.name },
    { property: 'og:title', content: title },
    { property: 'og:description', content: 'Open the link to see what it is and to download it.' },
    { property: 'og:image', content: `${origin ?? brand.siteUrl}/social/site.png` },
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
};

/** A link may end at any time; no cache may show its page after that. */
export const headers: HeadersFunction = () => ({ 'Cache-Control': 'no-store' });

/** The server says what is behind a link; it has answered programs already (functions, share routes). */
export function loader({ context: { shared } }: LoaderFunctionArgs) {
  return data(shared ?? null, shared ? 200 : 404);
}

export default function SharedLinkRoute() {
  const shared = useLoaderData<SharedFile | null>();
  return shared ? <SharedFilePage {...shared} /> : <ExpiredLink />;
}
