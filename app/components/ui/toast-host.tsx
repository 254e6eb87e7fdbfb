import { lazy, Suspense, useSyncExternalStore } from 'react';
import { loadLate } from '~/load-late.ts';
import { LateBoundary } from './late-boundary.tsx';
import { toasterDemand } from './notify.ts';
import { PlainToaster } from './plain-toaster.tsx';

const Toaster = lazy(() => loadLate(() => import('./toaster.tsx')));

/** Stands in the root; loads the toaster with the first toast. */
export function ToastHost() {
  const needed = useSyncExternalStore(
    toasterDemand.subscribe,
    toasterDemand.read,
    toasterDemand.readOnServer,
  );
  return needed ? (
    <LateBoundary fallback={<PlainToaster />}>
      <Suspense fallback={null}>
        <Toaster />
      </Suspense>
    </LateBoundary>
  ) : null;
}
