import { RemixBrowser } from '@remix-run/react';
import { startTransition, StrictMode, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { takeEarlyActs, type EarlyAct } from './early-acts.ts';
import { onceOpened } from './prerendering.ts';

let early: EarlyAct[] = [];

onceOpened(() => {
  early = takeEarlyActs();
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RemixBrowser />
        <Enhancements />
      </StrictMode>,
    );
  });
});

/** What changes the page besides React comes after React has taken it over as the server drew it. */
function Enhancements() {
  useEffect(() => {
    // Loaded where it is needed; by then what is stored in this browser was drawn, and a choice goes on from there.
    if (early.length > 0)
      import('./repeat-acts.ts').then(({ repeatActs }) => repeatActs(early.splice(0)), reportError);
    import('./enhancements/main.ts').catch(reportError);
  }, []);
  return null;
}
