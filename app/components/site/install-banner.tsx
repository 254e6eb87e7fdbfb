import { X } from '~/components/ui/icons.tsx';
import { brand } from '~/content/brand.ts';
import { Button } from '../ui/button.tsx';
import { Feather } from './feather.tsx';

/**
 * Offers to install the app; `app/enhancements/install-banner.ts` shows it. A strip in the 64 px of air that every page has
 * under its header: it moves nothing and lies over nothing.
 */
export function InstallBanner() {
  return (
    <div className="relative h-0">
      <section
        id="install-banner"
        hidden
        aria-label={`Install ${brand.name}`}
        className="absolute inset-x-0 top-0 z-10 border-b border-hairline bg-raised"
      >
        <div className="page flex min-h-11 animate-fade items-center gap-3">
          <span className="max-sm:hidden">
            <Feather className="size-7" />
          </span>
          <div className="min-w-0 flex-1 text-xs/4 max-[24rem]:text-[0.6875rem]/3.5 sm:flex sm:gap-x-3 sm:text-sm">
            <p className="font-semibold">Install {brand.name}</p>
            <p className="text-quiet">Get quick access to file compression</p>
          </div>
          {/* On phones it is as high as the strip: its edges would lie on those of the strip. */}
          <Button
            size="sm"
            variant="outline"
            data-install="accept"
            className="min-h-9 max-sm:border-transparent max-sm:underline max-sm:underline-offset-4"
          >
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
