import { ArrowRight, ArrowUpRight } from '~/components/ui/late-icons.tsx';
import { listOfKinds } from '#engine/api/kinds.ts';
import type { CoverScene } from '~/content/article.ts';
import { brand } from '~/content/brand.ts';
import { team } from '~/content/team.ts';
import { testimonials, type Testimonial } from '~/content/testimonials.ts';
import { CoverArt } from '../art/cover-art.tsx';
import { Portrait } from '../site/portrait.tsx';
import { ButtonLink } from '../ui/button.tsx';

const tiles = [
  { value: brand.claims.filesCompressed, text: 'files compressed' },
  { value: brand.claims.averageReduction, text: 'average reduction' },
  { value: brand.claims.secure, text: 'secure' },
  { value: brand.claims.availability, text: 'available' },
];

/** Four numbers in a band. */
export function StatTiles() {
  return (
    <section aria-label="In numbers" className="border-y border-hairline bg-sunk">
      <dl className="page grid grid-cols-2 py-8 md:grid-cols-4 md:py-12">
        {tiles.map((tile) => (
          <div
            key={tile.text}
            className="flex flex-col-reverse justify-end gap-1 border-hairline py-4 even:border-l even:pl-6 md:border-l md:pl-8 md:first:border-l-0 md:first:pl-0"
          >
            <dt className="text-quiet">{tile.text}</dt>
            <dd className="figures font-display text-4xl font-bold tracking-tight md:text-5xl">
              {tile.value}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const tools: readonly {
  readonly title: string;
  readonly text: string;
  readonly to: string;
  readonly scene: CoverScene;
  readonly label: string;
}[] = [
  {
    title: 'PDF documents',
    text: 'Images, fonts and structure get smaller. Text, links and forms stay as they are.',
    to: '/compress-pdf-online',
    scene: 'sheets',
    label: 'PDF',
  },
  {
    title: 'Images',
    text: `${listOfKinds('and', 'picture')}, each compared with its source until it is small and looks the same.`,
    to: '/compress-images-online',
    scene: 'frames',
    label: 'JPEG',
  },
  {
    title: 'Presentations',
    text: 'Images are fitted to their slides, duplicates merged. Animations and notes are kept.',
    to: '/compress-pptx-online',
    scene: 'slides',
    label: 'PPTX',
  },
];

export function ToolCards() {
  return (
    <section aria-labelledby="tools" className="page section">
      <div className="flex flex-wrap items-end justify-between gap-5">
        <h2 id="tools" className="max-w-[18ch] text-3xl md:text-4xl">
          Every format, three tools, one drop zone
        </h2>
        <ButtonLink href="/compress" variant="outline">
          Try Now
        </ButtonLink>
      </div>
      <ul className="mt-10 grid gap-5 md:grid-cols-3">
        {tools.map((tool) => (
          <li
            key={tool.to}
            className="group relative flex flex-col overflow-hidden rounded-card border border-hairline bg-raised transition-colors duration-150 hover:border-edge"
          >
            <div className="border-b border-hairline bg-sunk px-6 pt-6 pb-4">
              <CoverArt
                cover={{ scene: tool.scene, label: tool.label, from: 100, to: 28 }}
                className="mx-auto w-full max-w-72"
              />
            </div>
            <div className="p-6">
              <h3 className="text-xl">
                <a href={tool.to} className="after:absolute after:inset-0">
                  {tool.title}
                </a>
              </h3>
              <p className="mt-2 text-quiet">{tool.text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

const reasons = [
  {
    title: 'Fast',
    text: 'Compression starts while the next file is still uploading. Small files take about a second.',
  },
  {
    title: 'Secure',
    text: 'On our servers, uploads are deleted as soon as they are compressed, results after 15 minutes unless you share them. On this device, nothing is uploaded.',
  },
  {
    title: 'Free',
    text: 'No fee, no watermark, no trial that ends. Compressing needs no account; downloading asks for a Google sign-in.',
  },
];

/** Three reasons, as rows. */
export function Reasons() {
  return (
    <section aria-labelledby="why" className="page section">
      <h2 id="why" className="text-3xl md:text-4xl">
        Why choose {brand.name}
      </h2>
      <ul className="mt-8 border-t border-hairline">
        {reasons.map((reason) => (
          <li
            key={reason.title}
            className="grid items-baseline gap-x-10 gap-y-2 border-b border-hairline py-7 md:grid-cols-[16rem_1fr]"
          >
            <h3 className="font-display text-3xl text-primary md:text-4xl">{reason.title}</h3>
            <p className="max-w-[60ch] text-lg">{reason.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The faces, and the way to them. */
export function TeamBand() {
  return (
    <section aria-labelledby="people" className="border-y border-hairline bg-sunk">
      <div className="page flex flex-wrap items-center justify-between gap-x-12 gap-y-6 py-12">
        <div>
          <h2 id="people" className="text-2xl md:text-3xl">
            Made by nine people who dislike waiting
          </h2>
          <a
            href="/teams"
            className="mt-3 inline-flex items-center gap-2 font-semibold text-primary underline-offset-4 hover:underline pointer-coarse:min-h-11"
          >
            Meet Our Team
            <ArrowRight aria-hidden className="size-5" />
          </a>
        </div>
        <ul className="flex -space-x-3" aria-hidden>
          {team.slice(0, 6).map((member) => (
            <li key={member.name} className="rounded-full ring-4 ring-sunk">
              <Portrait name={member.name} picture={member.image} sizePx={56} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

export function Testimonials() {
  return (
    <section aria-labelledby="voices" className="page section">
      <div className="flex flex-wrap items-end justify-between gap-5">
        <div>
          <h2 id="voices" className="text-3xl md:text-4xl">
            What people say
          </h2>
          <p className="mt-2 text-quiet">Sample testimonials with drawn portraits.</p>
        </div>
        <a
          href={brand.links.trustpilot}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex items-center gap-1 font-semibold text-primary underline-offset-4 hover:underline pointer-coarse:min-h-11"
        >
          Leave Us a Review
          <ArrowUpRight aria-hidden className="size-5" />
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
      </div>
      <ul className="mt-10 gap-x-14 md:columns-2">
        {testimonials.map((testimonial) => (
          <Voice key={testimonial.name} testimonial={testimonial} />
        ))}
      </ul>
    </section>
  );
}

function Voice({ testimonial }: { readonly testimonial: Testimonial }) {
  const { name, role, quote, image } = testimonial;
  return (
    <li className="mb-8 break-inside-avoid">
      <figure className="grid grid-cols-[4rem_1fr] gap-x-5">
        <Portrait name={name} label={`Portrait of ${name}`} picture={image} sizePx={64} shape="square" />
        <div>
          <blockquote className="text-lg">“{quote}”</blockquote>
          <figcaption className="mt-2 text-sm text-quiet">
            <span className="font-semibold text-ink">{name}</span>, {role}
          </figcaption>
        </div>
      </figure>
    </li>
  );
}

export function LastCall() {
  return (
    <section className="border-t border-hairline">
      <div className="page section flex flex-wrap items-center justify-between gap-8">
        <h2 className="max-w-[20ch] text-3xl md:text-5xl">Your next attachment could be smaller.</h2>
        <ButtonLink href="/compress" size="lg">
          Get Started Free
        </ButtonLink>
      </div>
    </section>
  );
}
