import { useRef } from 'react';
import { failedCount, settledCount, type QueueItem } from '~/compressor/queue/queue-state.ts';
import { secondsLeft, wholePercent, type Mark } from '~/compressor/queue/whole-progress.ts';
import { Progress } from '~/components/ui/progress.tsx';
import { durationWords } from './duration-words.ts';
import { NotifyOffer } from './notify-offer.tsx';

/** How far a list of several files is, and how long it will take. */
export function ListProgress({ items }: { readonly items: readonly QueueItem[] }) {
  const start = useRef<Mark | null>(null);
  const now: Mark = { percent: wholePercent(items), at: Date.now() };
  // Files that were added make a new beginning.
  if (start.current === null || now.percent < start.current.percent) start.current = now;
  const left = secondsLeft(start.current, now);
  const failed = failedCount(items);
  return (
    <div className="flex-1">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold">Compressing {items.length} files</span>
        <span className="figures text-sm text-quiet">
          {settledCount(items)} of {items.length} finished
          {failed > 0 && `, ${failed} could not be compressed`}
          {left !== null && `, ${durationWords(left)} left`}
        </span>
      </p>
      <Progress percent={Math.floor(now.percent)} label="Progress of all files" className="mt-2" />
      <NotifyOffer className="mt-1" />
    </div>
  );
}
