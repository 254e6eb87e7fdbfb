import { useEffect, useState } from 'react';
import { formatBytes } from '#platform/contracts/byte-size.ts';
import type { Stage } from '~/compressor/job/stage.ts';
import { durationWords } from './duration-words.ts';

/** Where a file stands, in words: what is known and no more. */
export function StageWords({ stage, again }: { readonly stage: Stage | null; readonly again: boolean }) {
  if (stage?.at === 'stalled') return <Stalled {...stage} />;
  return <>{wordsOf(stage, again)}</>;
}

function wordsOf(stage: Exclude<Stage, { at: 'stalled' }> | null, again: boolean): string {
  const compressing = again ? 'Trying again' : 'Compressing';
  switch (stage?.at) {
    case 'sending':
      return stage.sentBytes > 0 && stage.sentBytes < stage.totalBytes
        ? `Uploading: ${formatBytes(stage.sentBytes)} of ${formatBytes(stage.totalBytes)}`
        : 'Uploading';
    case 'queued':
      return stage.ahead === null ? 'In the queue' : placeWords(stage.ahead);
    case 'compressing':
      return stage.secondsLeft === null
        ? compressing
        : `${compressing}: ${durationWords(stage.secondsLeft)} left`;
    case 'fetching':
      return 'Fetching the result';
    case 'starting':
      return 'Getting ready';
    default:
      return compressing;
  }
}

function placeWords(ahead: number): string {
  if (ahead === 0) return 'In the queue: next';
  return `In the queue: ${ahead} ${ahead === 1 ? 'file' : 'files'} before it`;
}

type Stalling = Extract<Stage, { at: 'stalled' }>;

const STALLED: Readonly<Record<Stalling['cause'], string>> = {
  line: 'Connection lost. Retrying',
  engine: 'This file needs a download first and resumes when you are online. Retrying',
  busy: 'The server is busy. Retrying',
  limit: 'You have reached your limit for now. Retrying',
};

function Stalled({ cause, until }: Stalling) {
  const seconds = useSecondsTo(until);
  const next = seconds > 0 ? `in ${seconds} s` : 'now';
  return (
    <>
      {STALLED[cause]} <span aria-hidden>{next}</span>
      <span className="sr-only">soon</span>.
    </>
  );
}

function useSecondsTo(until: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((until - now) / 1_000));
}
