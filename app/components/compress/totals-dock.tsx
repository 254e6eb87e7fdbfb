import { useState } from 'react';
import { FolderDown } from '~/components/ui/late-icons.tsx';
import { askToSignIn } from '~/compressor/results/ask-to-sign-in.ts';
import { announceDownloadFailure } from '~/compressor/results/result-announcements.ts';
import { formatBytes } from '#platform/contracts/byte-size.ts';
import {
  failedCount,
  finishedItems,
  settledCount,
  totalsOf,
  type FinishedItem,
  type QueueItem,
  type Totals,
} from '~/compressor/queue/queue-state.ts';
import { saveFile } from '~/compressor/results/save.ts';
import { zipFiles } from '~/compressor/results/zip-files.ts';
import { classNames } from '~/components/ui/class-names.ts';
import { Button } from '~/components/ui/button.tsx';
import { Progress } from '~/components/ui/progress.tsx';
import { Spinner } from '~/components/ui/spinner.tsx';
import { WeightBar } from '~/components/ui/weight-bar.tsx';
import { brand } from '~/content/brand.ts';
import { rememberReturn } from '~/session/session.ts';

interface TotalsDockProps {
  readonly items: readonly QueueItem[];
  readonly signedIn: boolean;
}

/**
 * Stays at the foot of the window while results stand: the totals of several files, and at its end the place over which
 * toasts appear, so that they never lie over a result's buttons (`data-toast-shelf`).
 */
export function TotalsDock({ items, signedIn }: TotalsDockProps) {
  const finished = finishedItems(items);
  const waiting = settledCount(items) < items.length;
  return (
    <div
      data-toast-shelf
      className="bottom-2 z-10 roomy:sticky -mx-2 rounded-card border border-hairline bg-raised px-4 shadow-float md:-mx-3 md:px-5"
    >
      <div
        className={classNames(
          'grid grid-cols-[minmax(0,1fr)] content-start gap-x-5 gap-y-2.5 py-3 md:content-center wide:gap-x-7',
          finished.length > 0 && 'max-md:min-h-43 md:min-h-28 md:grid-cols-[minmax(0,1fr)_21.5rem]',
          // Toasts hang on the window's edge: the further that is away, the less they reach into the page.
          finished.length > 0 &&
            'wide:grid-cols-[minmax(0,1fr)_max(14.5rem,calc(21.5rem-(100vw-73.75rem)/2))]',
        )}
      >
        <div
          role="group"
          aria-label="Total statistics"
          className="flex flex-col-reverse gap-x-8 gap-y-3 wide:flex-row wide:items-center wide:gap-x-7"
        >
          {finished.length > 1 ? (
            <>
              <TotalFigures totals={totalsOf(finished)} failed={failedCount(items)} all={items.length} />
              <DownloadAll finished={finished} signedIn={signedIn} waiting={waiting} />
            </>
          ) : (
            <Under items={items} waiting={waiting} />
          )}
        </div>
        {finished.length > 0 && <ReductionNote className="max-md:hidden md:self-center wide:text-xs" />}
      </div>
    </div>
  );
}

/** What to think of a small number. */
export function ReductionNote({ className }: { readonly className?: string }) {
  return (
    <p className={classNames('text-sm text-pretty text-quiet', className)}>
      Files that were compressed before can show a negative reduction elsewhere. Here you never get a larger
      file back.
    </p>
  );
}

interface TotalFiguresProps {
  readonly totals: Totals;
  readonly failed: number;
  readonly all: number;
}

function TotalFigures({ totals, failed, all }: TotalFiguresProps) {
  const { originalBytes, compressedBytes, savedBytes, percent } = totals;
  return (
    <div className="min-w-0 flex-1">
      <div className="flex items-center gap-x-4 max-[24rem]:gap-x-3 wide:gap-x-5">
        <p className="leading-none">
          <span className="figures font-display text-3xl font-bold tracking-tight text-primary max-[24rem]:text-2xl">
            {percent}%
          </span>
          <span className="sr-only"> total reduction</span>
        </p>
        <dl className="figures flex flex-1 justify-between gap-x-3 text-sm max-[24rem]:gap-x-2 max-[24rem]:text-xs min-[24rem]:whitespace-nowrap">
          {(
            [
              ['original', originalBytes],
              ['compressed', compressedBytes],
              ['saved', savedBytes],
            ] as const
          ).map(([term, bytes]) => (
            <div key={term}>
              <dt className="text-quiet first-letter:uppercase">
                <span className="max-wide:sr-only">Total </span>
                {term}
              </dt>
              <dd className="font-semibold">{formatBytes(bytes)}</dd>
            </div>
          ))}
        </dl>
      </div>
      <WeightBar
        originalBytes={originalBytes}
        compressedBytes={compressedBytes}
        heightPx={10}
        className="mt-2.5"
      />
      {failed > 0 && <p className="mt-1.5 text-sm">{failureSentence(failed, all)}</p>}
    </div>
  );
}

function Under({ items, waiting }: { readonly items: readonly QueueItem[]; readonly waiting: boolean }) {
  const settled = settledCount(items);
  const failed = failedCount(items);
  // Nothing to add up, and nothing to wait for: a full bar would look like success.
  if (!waiting) return <p className="flex-1 font-semibold">{outcomeSentence(failed, items.length)}</p>;
  return (
    <div className="flex-1">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="font-semibold">Compressing {items.length} files</span>
        <span className="figures text-sm text-quiet">
          {settled} of {items.length} finished
          {failed > 0 && `, ${failed} could not be compressed`}
        </span>
      </p>
      <Progress
        percent={Math.round((settled / items.length) * 100)}
        label="Progress of all files"
        className="mt-2.5"
      />
    </div>
  );
}

function outcomeSentence(failed: number, all: number): string {
  if (failed === all) return `None of the ${all} files could be compressed.`;
  return `${failed} of ${all} files could not be compressed.`;
}

function failureSentence(failed: number, all: number): string {
  const verb = failed === 1 ? 'is' : 'are';
  return `${failed} of ${all} files could not be compressed and ${verb} not counted here.`;
}

interface DownloadAllProps {
  readonly finished: readonly FinishedItem[];
  readonly signedIn: boolean;
  /** More files are still to come. */
  readonly waiting: boolean;
}

function DownloadAll({ finished, signedIn, waiting }: DownloadAllProps) {
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
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5 max-sm:justify-center wide:flex-col wide:items-start">
      <Button
        variant={signedIn ? 'default' : 'secondary'}
        disabled={!signedIn || waiting || busy}
        onClick={() => void downloadAll()}
        className="max-sm:w-full max-sm:px-3"
      >
        {busy ? <Spinner className="text-current" /> : <FolderDown aria-hidden />}
        Download All Compressed Files
      </Button>
      {!signedIn && (
        <Button
          variant="link"
          size="sm"
          disabled={waiting}
          onClick={() => askToSignIn('download-all', () => rememberReturn('/compress'))}
        >
          Login to download all
        </Button>
      )}
    </div>
  );
}
