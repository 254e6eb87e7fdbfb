import type { MetaFunction } from '@remix-run/node';
import { FallenFeather } from '~/components/site/fallen-feather.tsx';
import { ButtonLink } from '~/components/ui/button.tsx';
import { brand } from '~/content/brand.ts';

export const meta: MetaFunction = () => [
  { title: `You are offline | ${brand.name}` },
  {
    name: 'description',
    content: 'This page needs a connection. The guide, the articles and the compress page open without one.',
  },
  { name: 'robots', content: 'noindex' },
];

/**
 * Shown by the service worker in place of any page that cannot come, under that page's address. So it must not be
 * interactive: Remix would look for the page of the address and not find it.
 */
export default function OfflineRoute() {
  return (
    <div id="hero" className="page section max-md:pt-16 grid items-center gap-10 md:grid-cols-2">
      <div>
        <h1 className="text-3xl md:text-4xl">You are offline</h1>
        <p className="mt-3 max-w-md text-lg text-quiet">
          This page needs a connection. The guide, every article and the compress page open without one;
          compressing works too, if this device holds the compressor.
        </p>
        <div className="mt-7 flex flex-wrap gap-3">
          {/* An empty address is the one that was asked for. */}
          <ButtonLink href="?">Try again</ButtonLink>
          <ButtonLink href="/compress" variant="outline">
            Compress on this device
          </ButtonLink>
        </div>
      </div>
      <FallenFeather />
    </div>
  );
}
