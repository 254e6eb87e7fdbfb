import { data, type MetaFunction } from '@remix-run/node';
import { ExpiredLink } from '~/components/site/error-page.tsx';
import { brand } from '~/content/brand.ts';

export const meta: MetaFunction = () => [
  { title: `Link expired | ${brand.name}` },
  { name: 'robots', content: 'noindex' },
];

/** The server answers links that work; only the others come here (functions, share routes). */
export function loader() {
  return data(null, { status: 404 });
}

export default function ExpiredLinkRoute() {
  return <ExpiredLink />;
}
