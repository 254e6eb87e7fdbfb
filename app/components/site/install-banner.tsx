import { X } from 'lucide-react';
import { brand } from '~/content/brand.ts';
import { useInstallBanner } from '~/pwa/use-install-banner.ts';
import { Button } from '../ui/button.tsx';
import { Feather } from './feather.tsx';

/** Offers to install the app. Floats under the header; on phones the page makes room below it (base.css). */
export function InstallBanner() {
  const { shown, install, dismiss } = useInstallBanner();
  if (!shown) return null;
  return (
    <section
      id="install-banner"
      aria-label={`Install ${brand.name}`}
      className="fixed inset-x-3 top-18 z-30 flex md:right-6 md:left-auto md:max-w-md animate-rise items-center gap-3 rounded-card border border-hairline bg-raised p-3 shadow-float"
    >
      <Feather className="size-9 shrink-0 max-sm:hidden" />
      <div className="min-w-0 flex-1 text-sm">
        <p className="font-semibold">Install {brand.name}</p>
        <p className="text-quiet">Get quick access to file compression</p>
      </div>
      <Button size="sm" onClick={install}>
        Install
      </Button>
      <Button size="icon" variant="ghost" aria-label="Dismiss" className="size-9" onClick={dismiss}>
        <X aria-hidden />
      </Button>
    </section>
  );
}
