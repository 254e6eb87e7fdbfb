import { X } from 'lucide-react';
import { brand } from '~/content/brand.ts';
import { Button } from '../ui/button.tsx';
import { Feather } from './feather.tsx';

/**
 * Offers to install the app; `app/enhancements/install-banner.ts` shows it. Floats under the header; on phones the page
 * makes room below it (base.css).
 */
export function InstallBanner() {
  return (
    <section
      id="install-banner"
      hidden
      aria-label={`Install ${brand.name}`}
      className="fixed inset-x-3 top-18 z-30 flex animate-rise items-center gap-3 rounded-card border border-hairline bg-raised p-3 shadow-float md:right-6 md:left-auto md:max-w-lg"
    >
      <span className="max-sm:hidden">
        <Feather className="size-9" />
      </span>
      <div className="min-w-0 flex-1 text-sm">
        <p className="font-semibold">Install {brand.name}</p>
        <p className="text-quiet">Get quick access to file compression</p>
      </div>
      <Button size="sm" data-install="accept">
        Install
      </Button>
      <Button size="icon" variant="ghost" aria-label="Dismiss" data-install="dismiss">
        <X aria-hidden />
      </Button>
    </section>
  );
}
