import { WifiOff } from '~/components/ui/icons.tsx';
import { LateOfflineWords } from './late-parts.tsx';
import { useOnline } from '~/pwa/use-online.ts';

/** Without a connection: what this page can do, and what waits. */
export function OfflineNotice() {
  const online = useOnline();
  return (
    <div role="status" className="empty:hidden">
      {!online && (
        <div className="mb-6 flex animate-rise items-start gap-3 rounded-card border border-hairline bg-sunk p-4">
          <WifiOff aria-hidden className="mt-0.5 size-5 shrink-0 text-notice" />
          <div className="min-w-0">
            <p className="font-semibold">You are offline</p>
            <LateOfflineWords />
          </div>
        </div>
      )}
    </div>
  );
}
