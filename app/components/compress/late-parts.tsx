import { lazy, Suspense, type ComponentProps, type ReactNode } from 'react';
import { LateBoundary } from '~/components/ui/late-boundary.tsx';
import { Spinner } from '~/components/ui/spinner.tsx';
import { loadLate } from '~/load-late.ts';

/** What the page loads when it is used, not before. */
const Details = lazy(() => loadLate(() => import('./details/details-panel.tsx')));
const Compare = lazy(() => loadLate(() => import('./compare/compare-dialog.tsx')));
const Again = lazy(() => loadLate(() => import('./details/all-again.tsx')));

function Late({ waiting, children }: { readonly waiting?: ReactNode; readonly children: ReactNode }) {
  return (
    <LateBoundary
      fallback={
        <p role="alert" className="py-3 text-sm">
          This part could not be loaded. Check your connection and try again; your files stay here.
        </p>
      }
    >
      <Suspense fallback={waiting ?? null}>{children}</Suspense>
    </LateBoundary>
  );
}

export function LateDetails(props: ComponentProps<typeof Details>) {
  return (
    <Late waiting={<Spinner className="my-4 text-quiet" />}>
      <Details {...props} />
    </Late>
  );
}

export function LateCompare(props: ComponentProps<typeof Compare>) {
  return (
    <Late>
      <Compare {...props} />
    </Late>
  );
}

export function LateAgain(props: ComponentProps<typeof Again>) {
  return (
    <Late waiting={<Spinner className="my-4 text-quiet" />}>
      <Again {...props} />
    </Late>
  );
}
