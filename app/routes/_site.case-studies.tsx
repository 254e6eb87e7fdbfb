import type { MetaFunction } from '@remix-run/node';
import { ClosingCall } from '~/components/site/closing-call.tsx';
import { PageHeader } from '~/components/site/page-header.tsx';
import { ButtonLink } from '~/components/ui/button.tsx';
import { WeightBar } from '~/components/ui/weight-bar.tsx';
import { brand } from '~/content/brand.ts';
import { caseStudies, type CaseStudy } from '~/content/case-studies.ts';
import { breadcrumb, pageMeta } from '~/content/page-meta.ts';

export default function CaseStudiesRoute() {
  return (
    <>
      <PageHeader
        title="Case Studies"
        lead="Four situations that we meet again and again. The stories are examples; the files are public, and the figures were measured with our compressor."
      />
      <div className="page pb-12">
        {caseStudies.map((study) => (
          <Study key={study.title} study={study} />
        ))}
      </div>
      <ClosingCall
        title="Your file could be the next"
        lead="Ten files at a time, and the numbers for each of them."
      >
        <ButtonLink href="/compress" size="lg">
          Compress Files
        </ButtonLink>
      </ClosingCall>
    </>
  );
}

function Study({ study }: { readonly study: CaseStudy }) {
  const { sample } = study;
  return (
    <article className="grid gap-8 border-t border-hairline py-12 lg:grid-cols-[1fr_1.4fr] lg:gap-16">
      <div>
        <p className="text-sm font-medium text-primary">{study.who}</p>
        <h2 className="mt-2 text-2xl md:text-3xl">{study.title}</h2>
        <p className="figures mt-6 flex items-baseline gap-3">
          <strong className="font-display text-5xl font-bold tracking-tight text-primary">
            −{sample.saved}
          </strong>
          <span className="text-quiet">
            {sample.from} to {sample.to}
          </span>
        </p>
        <WeightBar
          originalBytes={sample.fromBytes}
          compressedBytes={sample.toBytes}
          animated={false}
          className="mt-4"
        />
        <p className="mt-2 text-sm text-quiet">Measured: {sample.name}</p>
      </div>
      <dl className="grid content-start gap-6">
        <Part term="The situation">{study.problem}</Part>
        <Part term="What was done">{study.approach}</Part>
        <Part term="The outcome">{study.outcome}</Part>
      </dl>
    </article>
  );
}

function Part({ term, children }: { readonly term: string; readonly children: string }) {
  return (
    <div>
      <dt className="text-sm font-semibold text-quiet">{term}</dt>
      <dd className="mt-1 max-w-[62ch] text-lg">{children}</dd>
    </div>
  );
}

export const meta: MetaFunction = (args) =>
  pageMeta(
    {
      title: 'Case Studies',
      description: `How reports, decks and screenshots get smaller with ${brand.name}: four situations with measured figures.`,
      path: '/case-studies',
      jsonLd: (origin) => [breadcrumb(origin, [{ name: 'Case Studies', path: '/case-studies' }])],
    },
    args,
  );
