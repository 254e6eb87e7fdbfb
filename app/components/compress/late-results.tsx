import { lazy, Suspense, useEffect, useState, type ComponentProps } from 'react';
import { LateBoundary } from '~/components/ui/late-boundary.tsx';
import { hasKeptList } from '~/compressor/kept/has-kept-list.ts';
import { loadWork } from '~/compressor/queue/load-work.ts';
import { loadLate } from '~/load-late.ts';
import { isPrerendering } from '~/prerendering.ts';
import type Results from './results.tsx';
import { onSignOfAPerson } from '~/sign-of-a-person.ts';

/** Set when it is there: a list that need not be waited for is drawn at once, not after what stands in for it. */
let loaded: typeof Results | undefined;
const load = async () => {
  const part = await loadLate(() => import('./results.tsx'));
  loaded = part.default;
  return part;
};
const LateList = lazy(load);

/** Should it fail, each tries again when it is needed. */
function loadInTime(): void {
  for (const late of [load, loadWork]) late().catch(() => undefined);
}

// A list from another page is shown with the first drawing.
if (hasKeptList() || isPrerendering()) loadInTime();

/** Loads the list, and what compresses, with the first sign of a person: in time for the first file, and not before the page is drawn. */
export function useResultsInTime(): void {
  useEffect(() => onSignOfAPerson(loadInTime), []);
}

export function LateResults(props: ComponentProps<typeof LateList>) {
  // For as long as this list stands: another component would begin anew.
  const [List] = useState(() => loaded ?? LateList);
  return (
    <LateBoundary
      fallback={
        <p role="alert" className="py-6">
          The list of results could not be loaded. Your files are kept: reload the page when you are online.
        </p>
      }
    >
      <Suspense fallback={<p className="py-6 text-quiet">Compressing your files</p>}>
        <List {...props} />
      </Suspense>
    </LateBoundary>
  );
}
