import { RemixBrowser } from '@remix-run/react';
import { startTransition, StrictMode, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
      <Enhancements />
    </StrictMode>,
  );
});

/** What changes the page besides React comes after React has taken it over as the server drew it. */
function Enhancements() {
  useEffect(() => {
    import('./enhancements/main.ts').catch(reportError);
  }, []);
  return null;
}
