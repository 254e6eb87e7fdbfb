import { brand, profiles } from '~/content/brand.ts';
import { benchmarksLink, blogLinks, legalLinks, toolLinks, type SiteLink } from '~/content/navigation.ts';
import { Wordmark } from './feather.tsx';

// Lines of text beside a pointer; a finger needs 44 px.
const linkClasses =
  'rounded-sm text-quiet underline-offset-4 hover:text-ink hover:underline pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:min-w-11 pointer-coarse:items-center';

/** On every page: tools, articles, profiles and the small print. */
export function Footer() {
  return (
    <footer className="mt-auto border-t border-hairline bg-sunk text-sm">
      <div className="page grid gap-x-8 gap-y-10 py-12 sm:grid-cols-2 md:grid-cols-[1fr_1.2fr_0.5fr] lg:grid-cols-[1.1fr_1fr_1.2fr_0.6fr]">
        <div className="sm:col-span-full lg:col-span-1">
          <Wordmark />
          <p className="mt-3 text-base text-quiet">{brand.tagline}</p>
        </div>
        <LinkColumn title="Tools" links={toolLinks} />
        <LinkColumn title="Blog" links={blogLinks} />
        <nav aria-label="Profiles" className="sm:max-md:col-span-full">
          <h2 className="font-sans text-sm font-semibold tracking-normal text-ink">Follow us</h2>
          <ul className="mt-3 gap-x-6 gap-y-2 max-md:flex max-md:flex-wrap md:space-y-2 pointer-coarse:mt-1 pointer-coarse:gap-y-0 md:pointer-coarse:space-y-0">
            {profiles.map((profile) => (
              <li key={profile.label}>
                <a href={profile.href} target="_blank" rel="noopener noreferrer" className={linkClasses}>
                  {profile.label}
                  <span className="sr-only"> (opens in a new tab)</span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <div className="border-t border-hairline">
        <div className="page flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-5 text-quiet">
          <p>
            © {brand.copyrightYear} {brand.name}. All rights reserved.
          </p>
          <ul className="flex flex-wrap gap-x-6 gap-y-2 pointer-coarse:gap-y-0">
            {[benchmarksLink, ...legalLinks].map((link) => (
              <li key={link.to}>
                <a href={link.to} className={linkClasses}>
                  {link.label}
                </a>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </footer>
  );
}

function LinkColumn({ title, links }: { readonly title: string; readonly links: readonly SiteLink[] }) {
  return (
    <nav aria-label={title}>
      <h2 className="font-sans text-sm font-semibold tracking-normal text-ink">{title}</h2>
      <ul className="mt-3 space-y-2 pointer-coarse:mt-1 pointer-coarse:space-y-0">
        {links.map((link) => (
          <li key={link.to}>
            <a href={`${link.to}#hero`} className={linkClasses} data-footer-link>
              {link.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
