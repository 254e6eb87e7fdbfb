import { useLocation } from '@remix-run/react';
import { useEffect, type ReactNode } from 'react';
import { goToLogin } from './go-to-login.ts';
import { rememberReturn } from './session.ts';
import { useSession } from './use-session.ts';

interface GuardProps {
  /** Gets the token of the session. */
  readonly children: (token: string) => ReactNode;
  /** Shown until the session is known, and while the login page is opened. */
  readonly fallback: ReactNode;
}

/** Sends signed-out visitors to the login page and remembers the page they came from. */
export function Guard({ children, fallback }: GuardProps) {
  const { status, token } = useSession();
  const { pathname } = useLocation();

  useEffect(() => {
    if (status !== 'signed-out') return;
    rememberReturn(pathname);
    goToLogin('replace');
  }, [status, pathname]);

  return token === null ? fallback : children(token);
}
