import { FolderDown } from 'lucide-react';
import { useState } from 'react';
import { announceDownloadFailure } from '~/compressor/announcements.ts';
import {
  failedCount,
  finishedItems,
  settledCount,
  totalsOf,
  type FinishedItem,
  type QueueItem,
} from '~/compressor/queue-state.ts';
import { saveFile, zipFiles } from '~/compressor/save.ts';
import { Button } from '~/components/ui/button.tsx';
import { Card } from '~/components/ui/card.tsx';
import { Progress } from '~/components/ui/progress.tsx';
import { Spinner } from '~/components/ui/spinner.tsx';
import { WeightBar } from '~/components/ui/weight-bar.tsx';
import { brand } from '~/content/brand.ts';
import { Reduction } from './reduction.tsx';
import { Sizes } from './sizes.tsx';

/** Several files at a glance. Stands from the start, so that nothing moves when the totals arrive. */
export function TotalsCard({
  items,
  signedIn,
}: {
  readonly items: readonly QueueItem[];
  readonly signedIn: boolean;
}) {
  const finished = finishedItems(items);
  const settled = settledCount(items);
  const failed = failedCount(items);
  const totals = totalsOf(finished);
  return (
    <Card className="z-10 shadow-float md:sticky md:top-20" role="group" aria-label="Total statistics">
      <div className="grid min-h-26 gap-x-8 gap-y-5 lg:grid-cols-[8.5rem_minmax(0,1fr)_auto] lg:items-center">
        {finished.length > 1 ? (
          <>
            <Reduction percent={totals.percent} label="total reduction" large />
            <div className="min-w-0">
              <Sizes originalBytes={totals.originalBytes} compressedBytes={totals.compressedBytes} total />
              <WeightBar
                originalBytes={totals.originalBytes}
                compressedBytes={totals.compressedBytes}
                heightPx={16}
                className="mt-3"
              />
              {failed > 0 && <p className="mt-2 text-sm">{failureSentence(failed, items.length)}</p>}
            </div>
            <DownloadAll finished={finished} signedIn={signedIn} waiting={settled < items.length} />
          </>
        ) : (
          <div className="self-center lg:col-span-3">
            <p className="font-semibold">
              {settled < items.length ? 'Compressing' : 'Finished'} {items.length} files
            </p>
            <p className="figures text-sm text-quiet">
              {settled} of {items.length} finished
              {failed > 0 && `, ${failed} could not be compressed`}
            </p>
            <Progress
              percent={Math.round((settled / items.length) * 100)}
              label="Progress of all files"
              className="mt-3"
            />
          </div>
        )}
      </div>
    </Card>
  );
}

function failureSentence(failed: number, all: number): string {
  const verb = failed === 1 ? 'is' : 'are';
  return `${failed} of ${all} files could not be compressed and ${verb} not counted here.`;
}

function DownloadAll(props: {
  readonly finished: readonly FinishedItem[];
  readonly signedIn: boolean;
  /** More files are still to come. */
  readonly waiting: boolean;
}) {
  const { finished, signedIn, waiting } = props;
  const [busy, setBusy] = useState(false);
  const downloadAll = async () => {
    setBusy(true);
    try {
      saveFile(await zipFiles(finished.map(({ state }) => state.result)), `${brand.filePrefix}files.zip`);
    } catch {
      announceDownloadFailure();
    }
    setBusy(false);
  };
  return (
    <div className="lg:text-right">
      <Button
        variant={signedIn ? 'default' : 'secondary'}
        disabled={!signedIn || waiting || busy}
        aria-describedby={signedIn ? undefined : 'download-all-hint'}
        onClick={() => void downloadAll()}
        className="max-sm:w-full max-sm:px-3"
      >
        {busy ? <Spinner className="text-current" /> : <FolderDown aria-hidden />}
        Download All Compressed Files
      </Button>
      {!signedIn && (
        <p id="download-all-hint" className="mt-1.5 text-sm text-quiet">
          Available when you are signed in.
        </p>
      )}
    </div>
  );
}
