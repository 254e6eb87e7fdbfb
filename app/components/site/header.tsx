import { Link, NavLink, useNavigate } from '@remix-run/react';
import { CircleUserRound, LogOut, Menu, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { brand } from '~/content/brand.ts';
import { headerLinks } from '~/content/navigation.ts';
import { signOut, useSession } from '~/session/session.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Wordmark } from './feather.tsx';

/** On every page: nine links, the current one marked, and what the session allows. */
export function Header() {
  const [open, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!open) return;
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      toggle.current?.focus();
    };
    document.addEventListener('keydown', closeOnEscape);
    return () => document.removeEventListener('keydown', closeOnEscape);
  }, [open]);

  return (
    <header className="sticky top-0 z-40 border-b border-hairline bg-ground scriptless:max-[1139px]:static">
      <div className="page flex min-h-16 items-center justify-between gap-x-4">
        <Link
          to="/"
          aria-label={`${brand.name}, home`}
          className="rounded-control"
          onClick={() => setOpen(false)}
        >
          <Wordmark />
        </Link>
        <nav aria-label="Main" className="hidden min-[1140px]:block">
          <ul className="flex items-center">
            {headerLinks.map((link) => (
              <li key={link.to}>
                <NavLink
                  to={link.to}
                  end={link.to === '/'}
                  className={({ isActive }) =>
                    classNames(
                      'relative block rounded-control px-2.5 py-2 text-sm font-medium transition-colors duration-150',
                      isActive
                        ? 'text-ink after:absolute after:inset-x-2.5 after:-bottom-2.5 after:h-0.5 after:bg-primary'
                        : 'text-quiet hover:text-ink',
                    )
                  }
                >
                  {link.label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="flex items-center gap-1">
          <SessionControls />
          <button
            ref={toggle}
            type="button"
            aria-expanded={open}
            aria-controls="mobile-menu"
            aria-label={open ? 'Close menu' : 'Open menu'}
            onClick={() => setOpen(!open)}
            className="grid size-11 place-items-center rounded-control hover:bg-sunk min-[1140px]:hidden scriptless:hidden"
          >
            {open ? <X aria-hidden className="size-6" /> : <Menu aria-hidden className="size-6" />}
          </button>
        </div>
      </div>
      <MobileMenu open={open} onChoice={() => setOpen(false)} />
    </header>
  );
}

const mobileLink =
  'flex min-h-12 items-center rounded-control px-3 text-lg font-medium text-ink hover:bg-sunk';

function MobileMenu({ open, onChoice }: { readonly open: boolean; readonly onChoice: () => void }) {
  const signedIn = useSession().status === 'signed-in';
  return (
    <nav
      id="mobile-menu"
      aria-label="Mobile"
      className={classNames(
        'border-t border-hairline bg-ground min-[1140px]:hidden',
        // By a class: the attribute would also win over people without scripts.
        !open && 'hidden',
        open &&
          'animate-fade absolute inset-x-0 top-full max-h-[calc(100dvh-4rem)] overflow-y-auto border-b shadow-float',
        'scriptless:max-[1139px]:block',
      )}
    >
      <ul className="page py-3">
        {headerLinks.map((link) => (
          <li key={link.to}>
            <NavLink
              to={link.to}
              end={link.to === '/'}
              onClick={onChoice}
              className={({ isActive }) =>
                classNames(mobileLink, isActive && 'bg-primary-wash text-primary hover:bg-primary-wash')
              }
            >
              {link.label}
            </NavLink>
          </li>
        ))}
        {signedIn && (
          <li className="mt-2 border-t border-hairline pt-2">
            <Link to="/dashboard" onClick={onChoice} className={mobileLink}>
              Dashboard
            </Link>
          </li>
        )}
      </ul>
    </nav>
  );
}

function SessionControls() {
  const { status } = useSession();
  const navigate = useNavigate();
  if (status === 'unknown') return <span aria-hidden className="h-9 w-20" />;
  if (status === 'signed-out') {
    return (
      <Button asChild variant="ghost" size="sm">
        <Link to="/login">Sign in</Link>
      </Button>
    );
  }
  return (
    <>
      <Button asChild variant="ghost" size="icon" className="max-[1139px]:hidden">
        <Link to="/dashboard" aria-label="Dashboard">
          <CircleUserRound aria-hidden />
        </Link>
      </Button>
      <Button
        variant="ghost"
        size="sm"
        onClick={() => {
          signOut();
          void navigate('/login');
        }}
      >
        <LogOut aria-hidden />
        Logout
      </Button>
    </>
  );
}
