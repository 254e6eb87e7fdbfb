import { ArrowUpRight } from '~/components/ui/late-icons.tsx';
import { listOfKinds } from '#engine/api/kinds.ts';
import { brand } from '~/content/brand.ts';
import { measured } from '~/content/measurements.ts';
import { Feather } from '../site/feather.tsx';
import { StartZone } from '../site/start-zone.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { Comparison } from './comparison.tsx';
import { Phones } from './phones.tsx';

/** Headline and proof side by side, and below them the place to try it. */
export function Hero() {
  return (
    <section id="hero">
      <div className="page grid items-center gap-x-14 gap-y-10 pt-16 lg:grid-cols-[1fr_1.08fr]">
        <div>
          <h1 className="text-4xl md:text-6xl lg:text-5xl wide:text-6xl">
            Heavy files become light. They still look like yours.
          </h1>
          <p className="mt-5 max-w-[52ch] text-lg text-quiet md:text-xl md:leading-8">
            Compress {listOfKinds('and')}, by {brand.claims.maximumReduction}. Free, fast and secure; sign in
            with Google to download.
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <ButtonLink href="/compress" size="lg" className="max-sm:w-full">
              Start Compressing
            </ButtonLink>
            <ButtonLink href="/api" size="lg" variant="outline" className="max-sm:w-full">
              {brand.name} API
            </ButtonLink>
          </div>
          <LiveCount />
        </div>
        <Comparison />
      </div>
      <div className="page pt-10 pb-14 md:pt-14 lg:pb-20">
        <StartZone what="your files" wide>
          <Phones
            sample={measured.photoAlbumPdf}
            className="mx-auto w-full max-w-sm px-6 max-md:-mb-10 md:mt-10 md:-mb-16 md:px-0"
          />
        </StartZone>
        <ul className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3 border-t border-hairline pt-6">
          <li>
            <a
              href={brand.links.fundraising}
              target="_blank"
              rel="noopener noreferrer"
              className="inline-flex min-h-11 items-center gap-1 font-medium text-primary underline-offset-4 hover:underline"
            >
              Support Us
              <ArrowUpRight aria-hidden className="size-4" />
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
          </li>
          <li>
            <DirectoryBadge />
          </li>
        </ul>
      </div>
    </section>
  );
}

/** A quiet fact under the button. Until `app/enhancements/live-count.ts` knows the number, the claim stands alone. */
function LiveCount() {
  return (
    <p
      className="group figures mt-5 flex min-h-7 items-start gap-2.5 text-quiet"
      data-live-count=""
      data-least={brand.claims.filesCompressedAtLeast}
      data-testid="live-count"
    >
      {/* Beside the first line: on phones there are two. */}
      <span aria-hidden className="mt-2.25 size-2 shrink-0 rounded-full bg-primary" />
      <span className="group-data-[live-count=known]:hidden">
        {brand.claims.filesCompressed} files compressed
      </span>
      <span className="hidden group-data-[live-count=known]:inline">
        <strong className="text-ink" data-count /> <span data-unit>files</span> compressed on this server,
        counted live
      </span>
    </p>
  );
}

function DirectoryBadge() {
  return (
    <a
      href={brand.links.startupDirectory}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex min-h-11 items-center gap-2.5 rounded-control border border-edge bg-raised py-1.5 pr-4 pl-3 transition-colors duration-150 hover:border-ink"
    >
      <Feather className="size-6" />
      <span className="leading-tight">
        <span className="block text-sm leading-4 text-quiet">Find us on</span>
        <span className="block font-semibold">Product Hunt</span>
      </span>
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
