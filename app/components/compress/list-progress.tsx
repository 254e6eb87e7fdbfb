import { useEffect, useRef, useState } from 'react';
import { failedCount, settledCount, type QueueItem } from '~/compressor/queue/queue-state.ts';
import { secondsLeft, wholePercent } from '~/compressor/queue/whole-progress.ts';
import { Progress } from '~/components/ui/progress.tsx';
import { durationWords } from './duration-words.ts';
import { NotifyOffer } from './notify-offer.tsx';

/** How far a list of several files is, and how long it will take. */
export function ListProgress({ items }: { readonly items: readonly QueueItem[] }) {
  const percent = wholePercent(items);
  const left = useSecondsLeft(percent);
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
      <Progress percent={Math.floor(percent)} label="Progress of all files" className="mt-2" />
      <NotifyOffer className="mt-1" />
    </div>
  );
}

/** Estimated once a second. */
function useSecondsLeft(percent: number): number | null {
  const latest = useRef(percent);
  useEffect(() => void (latest.current = percent), [percent]);
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    const mark = () => ({ percent: latest.current, at: Date.now() });
    let start = mark();
    const timer = setInterval(() => {
      const now = mark();
      // Files that were added make a new beginning.
      if (now.percent < start.percent) start = now;
      setLeft(secondsLeft(start, now));
    }, 1_000);
    return () => clearInterval(timer);
  }, []);
  return left;
}
