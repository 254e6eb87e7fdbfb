import { useLocation, useNavigate } from '@remix-run/react';
import { useEffect, type ReactNode } from 'react';
import { rememberReturn } from './session.ts';
import { useSession } from './use-session.ts';

export interface GuardProps {
  /** Gets the token of the session. */
  readonly children: (token: string) => ReactNode;
  /** Stands until it is known whether somebody is signed in, and while the way to the login is taken. */
  readonly fallback: ReactNode;
}

/** Sends who is not signed in to the login and remembers the page they came from. */
export function Guard({ children, fallback }: GuardProps) {
  const { status, token } = useSession();
  const { pathname } = useLocation();
  const navigate = useNavigate();

  useEffect(() => {
    if (status !== 'signed-out') return;
    rememberReturn(pathname);
    void navigate('/login', { replace: true });
  }, [status, pathname, navigate]);

  return token === null ? fallback : children(token);
}
