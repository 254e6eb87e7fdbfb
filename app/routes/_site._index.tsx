import type { LinksFunction, MetaFunction } from '@remix-run/node';
import { Hero } from '~/components/home/hero.tsx';
import {
  LastCall,
  Reasons,
  StatTiles,
  TeamBand,
  Testimonials,
  ToolCards,
} from '~/components/home/sections.tsx';
import { Tutorial } from '~/components/home/tutorial.tsx';
import { brand, profiles } from '~/content/brand.ts';
import { heroPicture } from '~/content/hero-picture.ts';
import { pageMeta } from '~/content/page-meta.ts';
import { smallHeroPicture as small } from '~/content/small-hero-picture.ts';

/**
 * The picture is the largest thing on the first screen: asked for with the fonts, before the parser has come to it.
 * React 18 knows the attribute by its own name only.
 */
export const links: LinksFunction = () => {
  const picture = { rel: 'preload', as: 'image', ...{ fetchpriority: 'high' } } as const;
  return [
    { ...picture, href: heroPicture.compressed, media: `not all and ${small.media}` },
    { ...picture, href: small.compressed, media: small.media },
  ];
};

export default function HomeRoute() {
  return (
    <>
      <Hero />
      <StatTiles />
      <ToolCards />
      <Tutorial />
      <Reasons />
      <TeamBand />
      <Testimonials />
      <LastCall />
    </>
  );
}

export const meta: MetaFunction = (args) =>
  pageMeta(
    {
      title: `${brand.name}: ${brand.tagline}`,
      description: brand.description,
      path: '/',
      jsonLd: (origin) => [
        {
          '@type': 'Organization',
          name: brand.name,
          url: `${origin}/`,
          logo: `${origin}/favicon.svg`,
          email: brand.support.email,
          sameAs: profiles.map((profile) => profile.href),
        },
        {
          '@type': 'SoftwareApplication',
          name: brand.name,
          url: `${origin}/`,
          description: brand.description,
          applicationCategory: 'UtilitiesApplication',
          operatingSystem: 'Any',
          offers: { '@type': 'Offer', price: '0', priceCurrency: 'USD' },
        },
      ],
    },
    args,
  );
