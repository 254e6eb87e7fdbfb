import type { MetaFunction } from '@remix-run/node';
import type { ReactNode } from 'react';
import { CoverArt } from '~/components/art/cover-art.tsx';
import { PageHeader } from '~/components/site/page-header.tsx';
import { ButtonLink } from '~/components/ui/button.tsx';
import { brand } from '~/content/brand.ts';
import { breadcrumb, pageMeta } from '~/content/page-meta.ts';

const formats = [
  { name: 'PDF', text: 'Images, fonts and structure, with text and links untouched' },
  { name: 'PPTX', text: 'Images fitted to slides, animations and notes kept' },
  { name: 'JPEG', text: 'Each photo measured, colours and orientation kept' },
  { name: 'PNG', text: 'Crisp edges, transparency and animation kept' },
  { name: 'WebP', text: 'Lossy and lossless told apart, timing of animations exact' },
];

const technologies = [
  ['Remix, React and TypeScript', 'the pages, rendered on the server'],
  ['Tailwind CSS', 'the look, from one table of colours and sizes'],
  ['Node.js', 'web server and workers'],
  ['sharp and mozjpeg', 'decoding and encoding images'],
  ['PDFium and HarfBuzz', 'checking pages and reducing fonts'],
  ['Amazon S3 and SQS', 'files and jobs on their way, when we run at scale'],
  ['Redis and Socket.IO', 'events, and the live count on the home page'],
  ['Google Identity Services', 'signing in'],
] as const;

export default function AboutRoute() {
  return (
    <>
      <PageHeader title={`About ${brand.name}`} lead="We make files smaller without changing what matters." />
      <div className="page grid items-start gap-12 pb-16 lg:grid-cols-[1.3fr_1fr] lg:gap-20">
        <div className="prose">
          <h2>Our story</h2>
          <p>
            It began at the counter of a print shop in {brand.support.city}. Customers came with files that
            were too large to mail and left with a memory stick. Most of those bytes were invisible: photos at
            four times the resolution of the page, fonts with thousands of unused characters, the same logo
            stored sixty times.
          </p>
          <p>
            The tools of the day either saved little or ruined the document by turning pages into images. So
            we began to write our own. It had two rules, and they still stand. A result must look like its
            source, and that is measured rather than assumed. And in the same format a result is never larger
            than its source.
          </p>
          <p>
            Today {brand.claims.users} people use {brand.name}, for reports and offers, for lectures and shop
            images, for the form that is due tonight. It is free to use.
          </p>
        </div>
        <CoverArt
          cover={{ scene: 'sheets', label: 'PDF', from: 100, to: 24 }}
          className="mx-auto w-full max-w-md lg:mt-4"
        />
      </div>

      <section aria-labelledby="formats" className="border-y border-hairline bg-sunk">
        <div className="page py-14">
          <h2 id="formats" className="text-3xl">
            Supported formats
          </h2>
          <dl className="mt-6">
            {formats.map((format) => (
              <div
                key={format.name}
                className="grid items-baseline gap-x-8 border-b border-hairline py-4 last:border-0 sm:grid-cols-[8rem_1fr]"
              >
                <dt className="font-display text-2xl font-bold tracking-tight text-primary">{format.name}</dt>
                <dd className="text-lg">{format.text}</dd>
              </div>
            ))}
          </dl>
        </div>
      </section>

      <div className="page grid gap-x-10 gap-y-10 py-16 md:grid-cols-3 lg:gap-x-20">
        <Principle title="Privacy first">
          On our servers, uploads are deleted as soon as they are compressed, results after 15 minutes unless
          you share them. On this device, nothing is uploaded. See the <a href="/privacy">privacy policy</a>{' '}
          for details.
        </Principle>
        <Principle title="An app, if you like">
          Add the site to your home screen or desktop. It opens in its own window, from its own icon, and
          needs no store and no update button.
        </Principle>
        <Principle title="Online and offline">
          Pages and guides open without a connection. Download the compressor once, and compressing works
          without one too.
        </Principle>
      </div>

      <section aria-labelledby="technology" className="page pb-20">
        <h2 id="technology" className="text-3xl">
          Technology
        </h2>
        <dl className="mt-6 grid gap-x-16 border-t border-hairline md:grid-cols-2">
          {technologies.map(([name, use]) => (
            <div key={name} className="border-b border-hairline py-3">
              <dt className="font-semibold">{name}</dt>
              <dd className="text-quiet">{use}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-6 text-quiet">
          {brand.name} contains software by others, under{' '}
          <a href="/licences.txt" className="text-primary underline underline-offset-4">
            their licences
          </a>
          .
        </p>
        <div className="mt-10 flex flex-wrap gap-4">
          <ButtonLink href="/compress" size="lg">
            Try {brand.name}
          </ButtonLink>
          <ButtonLink href="/teams" size="lg" variant="outline">
            Meet Our Team
          </ButtonLink>
        </div>
      </section>
    </>
  );
}

function Principle({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h2 className="text-xl">{title}</h2>
      <p className="mt-2 text-quiet [&_a]:text-primary [&_a]:underline [&_a]:underline-offset-4">
        {children}
      </p>
    </section>
  );
}

export const meta: MetaFunction = (args) =>
  pageMeta(
    {
      title: `About ${brand.name}`,
      description: `The story of ${brand.name}, the formats it supports, how it treats your files, and its technology.`,
      path: '/about',
      jsonLd: (origin) => [breadcrumb(origin, [{ name: 'About', path: '/about' }])],
    },
    args,
  );
