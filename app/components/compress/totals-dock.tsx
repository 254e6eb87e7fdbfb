import { useState } from 'react';
import { FolderDown, Link2 } from '~/components/ui/late-icons.tsx';
import { askToSignIn } from '~/compressor/results/ask-to-sign-in.ts';
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
import { rememberAll } from '~/compressor/queue/pending.ts';
import { downloadAll } from '~/compressor/results/download-all.ts';
import { useShareAll, type ShareAll } from '~/compressor/results/use-share-all.ts';
import { classNames } from '~/components/ui/class-names.ts';
import { Button } from '~/components/ui/button.tsx';
import { LateShareQuestion } from './late-parts.tsx';
import { LinkNote } from './link-note.tsx';
import { ListProgress } from './list-progress.tsx';
import { Spinner } from '~/components/ui/spinner.tsx';
import { WeightBar } from '~/components/ui/weight-bar.tsx';

interface TotalsDockProps {
  readonly items: readonly QueueItem[];
  readonly signedIn: boolean;
  /** On phones it would lie over the settings that are open. */
  readonly givesWay: boolean;
}

/**
 * Stays at the foot of the window while results stand: the totals of several files, and at its end the place over which
 * toasts appear, so that they never lie over a result's buttons (`data-toast-shelf`).
 */
export function TotalsDock({ items, signedIn, givesWay }: TotalsDockProps) {
  const finished = finishedItems(items);
  const waiting = settledCount(items) < items.length;
  const hasTotals = !waiting && finished.length > 1;
  const sharing = useShareAll(finished);
  return (
    <div
      data-toast-shelf
      className={classNames(
        'bottom-2 z-10 -mx-2 rounded-card border border-hairline bg-raised px-3 shadow-float md:-mx-3 md:px-5',
        givesWay ? 'md:roomy:sticky' : 'roomy:sticky',
      )}
    >
      <div
        className={classNames(
          'grid grid-cols-[minmax(0,1fr)] content-center gap-x-5 py-2 md:py-3 wide:gap-x-7',
          hasTotals && 'md:min-h-28 md:grid-cols-[minmax(0,1fr)_21.5rem]',
          // Toasts hang on the window's edge: the further that is away, the less they reach into the page.
          hasTotals && 'wide:grid-cols-[minmax(0,1fr)_max(14.5rem,calc(21.5rem-(100vw-73.75rem)/2))]',
        )}
      >
        <div
          role="group"
          aria-label="Total statistics"
          className="flex flex-col-reverse gap-x-8 gap-y-1.5 wide:flex-row wide:items-center wide:gap-x-7"
        >
          {waiting && <ListProgress items={items} />}
          {hasTotals && (
            <>
              <TotalFigures totals={totalsOf(finished)} failed={failedCount(items)} all={items.length} />
              <DownloadAll {...{ finished, signedIn, sharing }} />
            </>
          )}
          {/* Nothing to add up: a full bar would look like success. */}
          {!waiting && !hasTotals && (
            <p className="flex-1 font-semibold">{outcomeSentence(failedCount(items), items.length)}</p>
          )}
        </div>
        {/* Toasts come where it stands: it gives way to them. */}
        {hasTotals && (
          <ReductionNote className="max-md:hidden transition-opacity md:self-center wide:text-xs [:root:has([data-sonner-toast],[data-tone])_&]:opacity-0" />
        )}
        {sharing.link && (
          <div className="md:col-start-1">
            <LinkNote link={sharing.link} />
          </div>
        )}
        {sharing.toUpload.length > 0 && (
          <LateShareQuestion
            items={sharing.toUpload}
            onUpload={() => sharing.mayUpload(true)}
            onClose={() => sharing.mayUpload(false)}
          />
        )}
      </div>
    </div>
  );
}

/** What to think of a small number. */
export function ReductionNote({ className }: { readonly className?: string }) {
  return (
    <p className={classNames('text-sm text-pretty text-quiet', className)}>
      Files that were compressed before can show a negative reduction elsewhere. Here a file in the same
      format never gets larger.
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
      <div className="flex items-center gap-x-3 wide:gap-x-5">
        <p className="leading-none">
          <span className="figures font-display text-xl leading-5 font-bold tracking-tight text-primary wide:text-3xl">
            {percent}%
          </span>
          <span className="sr-only"> total reduction</span>
        </p>
        {/* On narrow screens one line: "373.99 KB → 138.72 KB 235.27 KB saved". */}
        <dl className="figures flex flex-1 justify-between gap-x-2 text-sm whitespace-nowrap max-wide:text-[0.8125rem]/5 max-[24rem]:text-[0.6875rem] wide:gap-x-3">
          {(
            [
              ['original', originalBytes, 'max-wide:flex-none'],
              ['compressed', compressedBytes, "max-wide:mr-auto max-wide:before:content-['→_'/'']"],
              ['saved', savedBytes, "max-wide:after:content-['_saved'/''] max-[24rem]:sr-only"],
            ] as const
          ).map(([term, bytes, inOneLine]) => (
            <div key={term} className={inOneLine}>
              <dt className="text-quiet first-letter:uppercase max-wide:sr-only">
                <span className="max-wide:sr-only">Total </span>
                {term}
              </dt>
              <dd className="font-semibold whitespace-nowrap max-wide:inline">{formatBytes(bytes)}</dd>
            </div>
          ))}
        </dl>
      </div>
      <WeightBar
        originalBytes={originalBytes}
        compressedBytes={compressedBytes}
        heightPx={10}
        className="mt-1 max-wide:h-1! wide:mt-2.5"
      />
      {failed > 0 && <p className="mt-1.5 text-sm max-wide:hidden">{failureSentence(failed, all)}</p>}
    </div>
  );
}

function outcomeSentence(failed: number, all: number): string {
  if (failed === all) return `None of the ${all} files could be compressed.`;
  return `${failed} of ${all} files could not be compressed.`;
}

/** Of which files the totals know nothing. */
export function failureSentence(failed: number, all: number): string {
  const verb = failed === 1 ? 'is' : 'are';
  return `${failed} of ${all} files could not be compressed and ${verb} not counted here.`;
}

interface DownloadAllProps {
  readonly finished: readonly FinishedItem[];
  readonly signedIn: boolean;
  readonly sharing: ShareAll;
}

function DownloadAll({ finished, signedIn, sharing }: DownloadAllProps) {
  const [busy, setBusy] = useState(false);
  const download = async () => {
    if (busy) return;
    setBusy(true);
    await downloadAll(finished);
    setBusy(false);
  };
  return (
    <div className="flex items-center gap-x-3 gap-y-1.5 wide:flex-col wide:items-stretch">
      {!signedIn && (
        <Button
          onClick={() => askToSignIn('download-all', rememberAll)}
          className="max-wide:flex-1 max-wide:px-2 max-[24rem]:text-sm max-[24rem]:whitespace-normal!"
        >
          <FolderDown aria-hidden className="max-wide:hidden" />
          Login to download all
        </Button>
      )}
      <Button
        variant={signedIn ? 'default' : 'secondary'}
        disabled={!signedIn}
        aria-busy={busy}
        onClick={() => void download()}
        className={classNames(
          signedIn
            ? 'max-wide:min-w-0 max-wide:flex-1 max-wide:px-2 max-wide:text-sm max-wide:whitespace-normal max-[24rem]:text-xs!'
            : 'text-sm! max-wide:w-32 max-wide:px-2 max-wide:text-xs! max-wide:whitespace-normal wide:min-h-9',
        )}
      >
        {busy && <Spinner className="text-current" />}
        {!busy && signedIn && <FolderDown aria-hidden className="max-wide:hidden" />}
        Download All Compressed Files
      </Button>
      {signedIn && (
        <Button
          variant="outline"
          size="sm"
          aria-busy={sharing.busy}
          onClick={sharing.share}
          className="max-wide:min-h-11 max-wide:shrink-0 max-wide:px-2"
        >
          {sharing.busy ? (
            <Spinner className="text-current" />
          ) : (
            <Link2 aria-hidden className="max-[24rem]:hidden" />
          )}
          Copy one link<span className="sr-only"> to all {finished.length} files</span>
        </Button>
      )}
    </div>
  );
}
