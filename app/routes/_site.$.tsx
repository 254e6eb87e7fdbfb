import { data, type MetaFunction } from '@remix-run/node';
import { NotFound } from '~/components/site/error-page.tsx';
import { brand } from '~/content/brand.ts';

export const meta: MetaFunction = () => [
  { title: `Page not found | ${brand.name}` },
  { name: 'robots', content: 'noindex' },
];

export function loader() {
  return data(null, { status: 404 });
}

export default function NotFoundRoute() {
  return <NotFound />;
}
