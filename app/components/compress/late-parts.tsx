import { lazy, Suspense, type FunctionComponent, type ReactNode } from 'react';
import { LateBoundary } from '~/components/ui/late-boundary.tsx';
import { Spinner } from '~/components/ui/spinner.tsx';
import { loadLate } from '~/load-late.ts';

/** A part whose code is loaded when it is used, not before; what cannot be loaded says so and leaves the page alone. */
function late<Props extends object>(
  load: () => Promise<{ default: FunctionComponent<Props> }>,
  waiting: ReactNode = null,
  missing: ReactNode = <Missing />,
): FunctionComponent<Props> {
  // React's own type of a lazy part speaks of refs, which these take none of.
  const Part = lazy(() => loadLate(load)) as unknown as FunctionComponent<Props>;
  return function Late(props) {
    return (
      <LateBoundary fallback={missing}>
        <Suspense fallback={waiting}>
          <Part {...props} />
        </Suspense>
      </LateBoundary>
    );
  };
}

function Missing() {
  return (
    <p role="alert" className="py-3 text-sm">
      This part could not be loaded. Check your connection and try again; your files stay here.
    </p>
  );
}

const spinner = <Spinner className="my-4 text-quiet" />;

export const LateDetails = late(() => import('./details/details-panel.tsx'), spinner);
export const LateCompare = late(() => import('./compare/compare-dialog.tsx'));
export const LateShareQuestion = late(() => import('./share-question.tsx'));
export const LateAgain = late(() => import('./details/all-again.tsx'), spinner);
export const LateImageChooser = late(() => import('./image-chooser.tsx'), spinner);
export const LateKeepChooser = late(() => import('./keep-chooser.tsx'), spinner);
/** The line may be lost before the words are here. */
export const LateOfflineWords = late(
  () => import('./offline/offline-words.tsx'),
  null,
  <p className="text-quiet">
    Your files and results stay on this page. Files you choose now start when you are back online.
  </p>,
);
export const LateOfflineEngine = late(() => import('./offline/offline-engine.tsx'), null, null);
export const LateOffer = late(() => import('./selection-offer.tsx'));
export const LateHistory = late(() => import('./history-panel.tsx'));
