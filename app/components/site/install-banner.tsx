import { X } from '~/components/ui/icons.tsx';
import { brand } from '~/content/brand.ts';
import { Button } from '../ui/button.tsx';
import { Feather } from './feather.tsx';

/**
 * Offers to install the app; `app/enhancements/install-banner.ts` shows it. A strip under the header that scrolls away
 * with the page, which makes room for it (base.css): it never lies over anything.
 */
export function InstallBanner() {
  return (
    <div className="relative h-0">
      <section
        id="install-banner"
        hidden
        aria-label={`Install ${brand.name}`}
        className="absolute inset-x-0 top-0 border-b border-hairline bg-raised"
      >
        <div className="page flex min-h-16 animate-fade items-center gap-3 py-2">
          <span className="max-sm:hidden">
            <Feather className="size-9" />
          </span>
          <div className="min-w-0 flex-1 text-sm">
            <p className="font-semibold">Install {brand.name}</p>
            <p className="text-quiet">Get quick access to file compression</p>
          </div>
          <Button size="sm" variant="outline" data-install="accept">
            Install
          </Button>
          <Button size="icon" variant="ghost" aria-label="Dismiss" data-install="dismiss">
            <X aria-hidden />
          </Button>
        </div>
      </section>
    </div>
  );
}
