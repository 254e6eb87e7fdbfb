import { WifiOff } from 'lucide-react';
import { useOnline } from '~/pwa/use-online.ts';

const link = 'font-medium text-ink underline underline-offset-4 hover:text-primary';

/** Without a connection: what this page cannot do, and what works. */
export function OfflineNotice() {
  const online = useOnline();
  return (
    <div role="status" className="empty:hidden">
      {!online && (
        <div className="mb-6 flex animate-rise items-start gap-3 rounded-card border border-hairline bg-sunk p-4">
          <WifiOff aria-hidden className="mt-0.5 size-5 shrink-0 text-notice" />
          <div>
            <p className="font-semibold">You are offline</p>
            <p className="mt-1 text-quiet">
              Compressing needs a connection: files are made smaller on our server. Results that are already
              on this page can still be downloaded. The{' '}
              <a className={link} href="/file-compression-education">
                guide
              </a>{' '}
              and every article open without a connection.
            </p>
          </div>
        </div>
      )}
    </div>
  );
}
