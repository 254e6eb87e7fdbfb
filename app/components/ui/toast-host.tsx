import { lazy, Suspense, useSyncExternalStore } from 'react';
import { toasterWish } from './notify.ts';

const Toaster = lazy(() => import('./toaster.tsx'));

/** Stands in the root; brings the toaster in when there is something to say. */
export function ToastHost() {
  const wanted = useSyncExternalStore(toasterWish.subscribe, toasterWish.read, toasterWish.readOnServer);
  return wanted ? (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  ) : null;
}
