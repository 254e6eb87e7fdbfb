import { useLocation } from '@remix-run/react';
import { CircleUserRound, LogOut, Menu, X } from '~/components/ui/icons.tsx';
import { brand } from '~/content/brand.ts';
import { headerLinks, type SiteLink } from '~/content/navigation.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Wordmark } from './feather.tsx';

/**
 * On every page: nine links, the current one marked, and what the session allows. `app/enhancements` sets the state of the
 * session and closes the menu, which the browser opens before and without scripts.
 */
export function Header() {
  const { pathname } = useLocation();
  const isCurrent = ({ to }: SiteLink) => to === (pathname.replace(/\/+$/, '') || '/');
  return (
    <header className="relative top-0 z-40 border-b border-hairline bg-ground roomy:sticky">
      <div className="page flex min-h-16 items-center justify-between gap-x-4">
        <a
          href="/"
          aria-label={`${brand.name}, home`}
          className="inline-flex min-h-11 items-center rounded-control"
        >
          <Wordmark />
        </a>
        <nav aria-label="Main" className="hidden min-[1140px]:block">
          <ul className="flex items-center">
            {headerLinks.map((link) => (
              <li key={link.to}>
                <a
                  href={link.to}
                  aria-current={isCurrent(link) ? 'page' : undefined}
                  className={classNames(
                    'relative block rounded-control px-2.5 py-2 text-sm font-medium transition-colors duration-150',
                    isCurrent(link)
                      ? 'text-ink after:absolute after:inset-x-2.5 after:-bottom-2.5 after:h-0.5 after:bg-primary'
                      : 'text-quiet hover:text-ink',
                  )}
                >
                  {link.label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="flex items-center gap-1">
          <SessionControls />
          <MobileMenu isCurrent={isCurrent} />
        </div>
      </div>
    </header>
  );
}

const mobileLink = 'flex min-h-12 items-center rounded-control px-3 text-lg font-medium';

function MobileMenu({ isCurrent }: { readonly isCurrent: (link: SiteLink) => boolean }) {
  return (
    <details id="mobile-menu" className="group min-[1140px]:hidden">
      <summary className="grid size-11 list-none place-items-center rounded-control hover:bg-sunk [&::-webkit-details-marker]:hidden">
        <span className="sr-only">Menu</span>
        <Menu aria-hidden className="size-6 group-open:hidden" />
        <X aria-hidden className="hidden size-6 group-open:block" />
      </summary>
      <nav
        aria-label="Mobile"
        className={classNames(
          'absolute inset-x-0 top-full max-h-[calc(100dvh-4rem)] overflow-y-auto',
          'animate-fade border-y border-hairline bg-ground shadow-float',
        )}
      >
        <ul className="page py-3">
          {headerLinks.map((link) => (
            <li key={link.to}>
              <a
                href={link.to}
                aria-current={isCurrent(link) ? 'page' : undefined}
                className={classNames(
                  mobileLink,
                  isCurrent(link) ? 'bg-primary-wash text-primary' : 'text-ink hover:bg-sunk',
                )}
              >
                {link.label}
              </a>
            </li>
          ))}
          <li className="when-signed-in mt-2 border-t border-hairline pt-2">
            <a href="/dashboard" className={classNames(mobileLink, 'text-ink hover:bg-sunk')}>
              Dashboard
            </a>
          </li>
        </ul>
      </nav>
    </details>
  );
}

/** Both are in the page, since pages are the same for everyone; styles show the one that applies (base.css). */
function SessionControls() {
  return (
    <>
      <ButtonLink href="/login" variant="ghost" size="sm" className="when-signed-out">
        Login
      </ButtonLink>
      <ButtonLink
        href="/dashboard"
        aria-label="Dashboard"
        variant="ghost"
        size="icon"
        className="when-signed-in max-[1139px]:hidden"
      >
        <CircleUserRound aria-hidden />
      </ButtonLink>
      <Button
        variant="ghost"
        size="sm"
        data-sign-out
        className="when-signed-in max-[359px]:px-2 max-[359px]:[&_svg]:hidden"
      >
        <LogOut aria-hidden />
        Logout
      </Button>
    </>
  );
}
