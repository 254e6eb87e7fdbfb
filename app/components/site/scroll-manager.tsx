import { useLocation } from '@remix-run/react';
import { useEffect, useRef } from 'react';

/** Scrolls to the top on every change of path, and smoothly to the hero when the address asks for it. */
export function ScrollManager() {
  const { pathname, hash, key } = useLocation();
  const shownPath = useRef(pathname);

  useEffect(() => {
    if (shownPath.current !== pathname) {
      shownPath.current = pathname;
      window.scrollTo({ top: 0, behavior: 'instant' });
    }
    if (hash !== '#hero') return;
    const timer = setTimeout(() => {
      document.getElementById('hero')?.scrollIntoView({ behavior: 'smooth' });
    }, 0);
    return () => clearTimeout(timer);
  }, [pathname, hash, key]);

  return null;
}
