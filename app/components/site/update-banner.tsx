import { RefreshCw } from '~/components/ui/icons.tsx';
import { Button } from '../ui/button.tsx';

/** Says calmly that a new version has arrived; `app/enhancements/update-banner.ts` shows it. */
export function UpdateBanner() {
  return (
    <div role="status" aria-label="Update">
      <div
        id="update-banner"
        hidden
        className="fixed inset-x-3 bottom-3 z-30 flex animate-rise items-center gap-3 rounded-card border border-hairline bg-raised p-3 pl-4 shadow-float sm:right-auto sm:left-6 sm:bottom-6"
      >
        <RefreshCw aria-hidden className="size-5 shrink-0 text-quiet max-sm:hidden" />
        <p className="mr-auto text-sm font-semibold">A new version is ready</p>
        <Button size="sm" data-update="reload">
          Reload
        </Button>
        <Button size="sm" variant="ghost" data-update="later">
          Later
        </Button>
      </div>
    </div>
  );
}
