import type { MetaFunction } from '@remix-run/node';
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
import { pageMeta } from '~/content/page-meta.ts';

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
