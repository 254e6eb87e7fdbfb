import { useEffect, useRef } from 'react';
import { Check, CloudDownload } from '~/components/ui/late-icons.tsx';
import type { EngineFile } from '#platform/contracts/engine-files.ts';
import { Button } from '~/components/ui/button.tsx';
import { Progress } from '~/components/ui/progress.tsx';
import { useKeptFocus } from '~/components/ui/use-kept-focus.ts';
import { removeEngine, type EngineStore } from '~/pwa/engine-store.ts';
import { useEngineStore } from '~/pwa/use-engine-store.ts';
import { useOnline } from '~/pwa/use-online.ts';
import { cancelStoring, startStoring, useStoring } from './engine-storing.ts';

/** Puts all of the engine on this device, says what is there, and takes it off again. */
export default function OfflineEngine() {
  const store = useEngineStore();
  const { percent, problem } = useStoring();
  const online = useOnline();
  const part = useRef<HTMLElement>(null);
  // Each button gives way to the next one.
  const keptFocus = useKeptFocus(() => part.current);

  // An update has changed a part of what a person wants to have here, or the page was closed on the way.
  const isBehind = store?.wanted === true && store.missing.length > 0;
  useEffect(() => {
    if (online && isBehind) void startStoring();
  }, [online, isBehind]);

  if (!store) return null;
  return (
    <section ref={part} tabIndex={-1} aria-label="Use offline" className="text-sm" {...keptFocus}>
      {percent !== null ? (
        <Coming percent={percent} store={store} />
      ) : store.missing.length === 0 ? (
        <Stored store={store} />
      ) : (
        <Offer store={store} online={online} />
      )}
      <p role="status" className="text-ink empty:hidden">
        {problem}
      </p>
    </section>
  );
}

interface StoreProps {
  readonly store: EngineStore;
}

function Offer({ store, online }: StoreProps & { readonly online: boolean }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button
        variant="outline"
        size="sm"
        aria-disabled={!online}
        onClick={() => online && void startStoring()}
      >
        <CloudDownload aria-hidden />
        Make available offline ({megabytes(transferBytes(store.missing))})
      </Button>
      <p className="text-quiet">
        {store.storedBytes > 0
          ? `${megabytes(store.storedBytes)} of it is already on this device. `
          : 'Download once to compress every file type offline. '}
        Uses {megabytes(storedBytes(store.missing))} on this device.
      </p>
    </div>
  );
}

function Coming({ percent, store }: StoreProps & { readonly percent: number }) {
  const all = transferBytes(store.missing);
  return (
    <div className="flex max-w-prose items-center gap-4">
      <div className="min-w-0 flex-1">
        <p className="figures mb-2 font-medium">
          {percent}% of {megabytes(all)}
        </p>
        <Progress percent={percent} label="Downloading for offline use" />
      </div>
      <Button variant="outline" size="sm" onClick={cancelStoring}>
        Cancel
      </Button>
    </div>
  );
}

function Stored({ store }: StoreProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <p className="flex items-center gap-2 font-medium">
        <Check aria-hidden className="size-5 text-success" />
        Available offline
      </p>
      <p className="text-quiet">
        <span className="figures">{megabytes(store.storedBytes)}</span> on this device
      </p>
      <Button variant="ghost" size="sm" onClick={() => void removeEngine()}>
        Remove<span className="sr-only"> the offline download from this device</span>
      </Button>
    </div>
  );
}

const transferBytes = (files: readonly EngineFile[]) =>
  files.reduce((sum, file) => sum + file.transferBytes, 0);
const storedBytes = (files: readonly EngineFile[]) => files.reduce((sum, file) => sum + file.bytes, 0);

function megabytes(bytes: number): string {
  const value = bytes / (1024 * 1024);
  return `${value < 0.1 ? 'under 0.1' : value.toFixed(1)}\u00a0MB`;
}
