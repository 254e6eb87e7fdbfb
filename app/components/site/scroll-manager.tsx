import { useLocation } from '@remix-run/react';
import { useEffect, useRef } from 'react';

/** Scrolls to the top when the path changes without a new document, as on the way to the login. */
export function ScrollManager() {
  const { pathname } = useLocation();
  const shownPath = useRef(pathname);

  useEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    window.scrollTo({ top: 0, behavior: 'instant' });
  }, [pathname]);

  return null;
}
