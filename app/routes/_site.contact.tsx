import type { MetaFunction } from '@remix-run/node';
import type { ReactNode } from 'react';
import { Mail, MapPin, Phone } from '~/components/ui/late-icons.tsx';
import { WordBreaks } from '~/components/ui/word-breaks.tsx';
import { PageHeader } from '~/components/site/page-header.tsx';
import { brand } from '~/content/brand.ts';
import { breadcrumb, pageMeta } from '~/content/page-meta.ts';

const { support } = brand;

const helpTypes = [
  {
    title: 'General Help',
    text: 'How something works, which format to choose, why a file did what it did.',
    subject: 'General help',
  },
  {
    title: 'Bug Reports',
    text: 'Tell us what you did, what you expected and what happened. The type and size of the file help a lot.',
    subject: 'Bug report',
  },
  {
    title: 'Feature Requests',
    text: 'Describe the task rather than the button. We often find a shorter way together.',
    subject: 'Feature request',
  },
];

const facts = [
  { value: '2 hours', text: 'average response' },
  { value: '98%', text: 'satisfaction' },
  { value: 'English', text: 'language of support' },
  { value: '24/7', text: 'email support' },
];

export default function ContactRoute() {
  return (
    <>
      <PageHeader
        title="Contact"
        lead="A person reads what you write. If a file is the problem, describe it first; we will ask for it if we need it."
      />
      <div className="page grid grid-cols-[minmax(0,1fr)] gap-12 pb-16 lg:grid-cols-[1.1fr_1fr] lg:gap-20">
        <dl className="border-t border-hairline">
          <Way icon={<Mail aria-hidden />} term="Email support" note={`Reply ${support.emailReply}`}>
            <a
              href={`mailto:${support.email}`}
              className="inline-flex min-h-11 items-center text-primary underline underline-offset-4"
            >
              <span>
                <WordBreaks text={support.email} />
              </span>
            </a>
          </Way>
          <Way icon={<Phone aria-hidden />} term="Phone support" note={support.phoneHours}>
            <a
              href={support.phoneHref}
              className="figures inline-flex min-h-11 items-center text-primary underline underline-offset-4"
            >
              {support.phone}
            </a>
          </Way>
          <Way icon={<MapPin aria-hidden />} term="Office" note="Visits by appointment">
            {support.city}, {support.country}
          </Way>
        </dl>
        <section aria-labelledby="facts" className="lg:border-t lg:border-hairline lg:pt-5">
          <h2 id="facts" className="text-2xl">
            Quick facts
          </h2>
          <dl className="mt-5 grid grid-cols-2 gap-x-8 gap-y-6">
            {facts.map((fact) => (
              <div key={fact.text} className="flex flex-col-reverse justify-end">
                <dt className="text-sm text-quiet">{fact.text}</dt>
                <dd className="figures font-display text-3xl font-bold tracking-tight">{fact.value}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
      <section aria-labelledby="help" className="border-t border-hairline">
        <div className="page py-14">
          <h2 id="help" className="text-3xl">
            What is it about?
          </h2>
          <ul className="mt-8 grid gap-5 md:grid-cols-3">
            {helpTypes.map((type) => (
              <li
                key={type.title}
                className="flex flex-col rounded-card border border-hairline bg-raised p-6"
              >
                <h3 className="text-xl">{type.title}</h3>
                <p className="mt-2 flex-1 text-quiet">{type.text}</p>
                <a
                  href={`mailto:${support.email}?subject=${encodeURIComponent(type.subject)}`}
                  className="mt-3 inline-flex min-h-11 items-center self-start font-medium text-primary underline underline-offset-4"
                >
                  Write an email<span className="sr-only"> about {type.title}</span>
                </a>
              </li>
            ))}
          </ul>
        </div>
      </section>
    </>
  );
}

interface WayProps {
  readonly icon: ReactNode;
  readonly term: string;
  readonly note: string;
  readonly children: ReactNode;
}

function Way({ icon, term, note, children }: WayProps) {
  return (
    <div className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3 border-b border-hairline py-5 [&_svg]:mt-0.5 [&_svg]:size-5 [&_svg]:text-primary">
      <dt className="col-span-2 grid grid-cols-subgrid text-lg font-semibold">
        {icon}
        {term}
      </dt>
      <dd className="col-start-2 text-lg wrap-anywhere">{children}</dd>
      <dd className="col-start-2 text-sm text-quiet">{note}</dd>
    </div>
  );
}

export const meta: MetaFunction = (args) =>
  pageMeta(
    {
      title: 'Contact',
      description: `Reach ${brand.name} by email at any hour or by phone ${support.phoneHours}. Office in ${support.city}, ${support.country}.`,
      path: '/contact',
      jsonLd: (origin) => [breadcrumb(origin, [{ name: 'Contact', path: '/contact' }])],
    },
    args,
  );
