import { RefreshCw } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { newVersion, reloadIntoNewVersion } from '~/pwa/service-worker.ts';
import { Button } from '../ui/button.tsx';

/** Says calmly that a new version has arrived. Nothing reloads until people ask for it. */
export function UpdateBanner() {
  const ready = useSyncExternalStore(newVersion.subscribe, newVersion.read, newVersion.readOnServer);
  const [later, setLater] = useState(false);
  if (!ready || later) return null;
  return (
    <section
      role="status"
      aria-label="Update"
      className="fixed inset-x-3 bottom-3 z-30 flex animate-rise items-center gap-3 rounded-card border border-hairline bg-raised p-3 pl-4 shadow-float sm:right-auto sm:left-6 sm:bottom-6"
    >
      <RefreshCw aria-hidden className="size-5 shrink-0 text-quiet max-sm:hidden" />
      <p className="mr-auto text-sm font-semibold">A new version is ready</p>
      <Button size="sm" onClick={reloadIntoNewVersion}>
        Reload
      </Button>
      <Button size="sm" variant="ghost" onClick={() => setLater(true)}>
        Later
      </Button>
    </section>
  );
}
