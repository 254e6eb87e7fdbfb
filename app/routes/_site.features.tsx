import { listOfKinds } from '#engine/api/kinds.ts';
import type { MetaFunction } from '@remix-run/node';
import { PageHeader } from '~/components/site/page-header.tsx';
import { ButtonLink } from '~/components/ui/button.tsx';
import { Chip } from '~/components/ui/chip.tsx';
import { brand } from '~/content/brand.ts';
import { featureCategories, features } from '~/content/features.ts';
import { benchmarksLink } from '~/content/navigation.ts';
import { breadcrumb, pageMeta } from '~/content/page-meta.ts';

export default function FeaturesRoute() {
  return (
    <>
      <PageHeader
        title="Features"
        lead="Twelve things that we do for your files, and for you while you wait."
      />
      <div className="page pb-20">
        <ul aria-label="Categories" className="flex flex-wrap gap-2">
          {['All', ...featureCategories].map((category) => (
            <li key={category}>
              <Chip>{category}</Chip>
            </li>
          ))}
        </ul>
        <ol className="mt-10 grid border-t border-hairline sm:grid-cols-2 lg:grid-cols-3">
          {features.map((feature, index) => (
            <li
              key={feature.title}
              className="border-b border-hairline py-7 sm:pr-8 sm:odd:border-r sm:even:pl-8 lg:border-r lg:px-8 lg:odd:border-r lg:nth-[3n]:border-r-0 lg:nth-[3n]:pr-0 lg:nth-[3n+1]:pl-0"
            >
              <p className="flex items-center justify-between">
                <span className="figures font-display text-2xl font-bold text-primary">
                  {String(index + 1).padStart(2, '0')}
                </span>
                <Chip>{feature.category}</Chip>
              </p>
              <h2 className="mt-4 text-xl">{feature.title}</h2>
              <p className="mt-2 text-quiet">{feature.text}</p>
            </li>
          ))}
        </ol>
        <div className="mt-12 flex flex-wrap items-center gap-4">
          <ButtonLink href="/compress" size="lg">
            Start Compressing
          </ButtonLink>
          <ButtonLink href="/file-compression-education" size="lg" variant="outline">
            How compression works
          </ButtonLink>
          <ButtonLink href={benchmarksLink.to} size="lg" variant="outline" className="max-w-full max-sm:px-4">
            Ours beside other programs
          </ButtonLink>
        </div>
      </div>
    </>
  );
}

export const meta: MetaFunction = (args) =>
  pageMeta(
    {
      title: 'Features',
      description: `What ${brand.name} does for ${listOfKinds('and')} files: twelve features, from speed and security to accessibility.`,
      path: '/features',
      jsonLd: (origin) => [breadcrumb(origin, [{ name: 'Features', path: '/features' }])],
    },
    args,
  );
