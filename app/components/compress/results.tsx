import { useEffect, useRef } from 'react';
import type { Compressor } from '~/compressor/use-compressor.ts';
import { finishedItems, type QueueItem } from '~/compressor/queue-state.ts';
import { Button } from '~/components/ui/button.tsx';
import { Card } from '~/components/ui/card.tsx';
import { FailureCard } from './failure-card.tsx';
import { ProgressCard } from './progress-card.tsx';
import { ResultCard } from './result-card.tsx';
import { SelectionStrip } from './selection-strip.tsx';
import { TotalsCard } from './totals-card.tsx';

export interface ResultsProps {
  readonly compressor: Compressor;
  readonly signedIn: boolean;
  readonly sharesFiles: boolean;
  readonly onReset: () => void;
}

/** The list that the drop zone folds into. */
export function Results({ compressor, signedIn, sharesFiles, onReset }: ResultsProps) {
  const { items, busy, retry } = compressor;
  const heading = useRef<HTMLHeadingElement>(null);
  // The drop zone had the focus and is gone.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);

  return (
    <section aria-labelledby="results-heading" className="animate-rise space-y-4">
      <h2 id="results-heading" ref={heading} tabIndex={-1} className="sr-only">
        {busy ? 'Compressing your files' : 'Your results'}
      </h2>
      <SelectionStrip items={items} busy={busy} onClear={onReset} />
      {items.length > 1 && <TotalsCard items={items} signedIn={signedIn} />}
      <ol className="space-y-4">
        {items.map((item) => (
          <li key={item.index}>
            <Card>
              <ItemBody {...{ item, signedIn, sharesFiles, retry }} ofSeveral={items.length > 1} />
            </Card>
          </li>
        ))}
      </ol>
      {!busy && (
        <div className="flex animate-fade flex-wrap items-center gap-x-6 gap-y-4 pt-2">
          <Button variant="outline" size="lg" onClick={onReset} className="max-sm:w-full">
            Compress Another File
          </Button>
          {finishedItems(items).length > 0 && (
            <p className="max-w-prose flex-1 text-sm text-balance text-quiet">
              Files that were compressed before can gain little. Where other tools can show a negative
              reduction, here you get the original back.
            </p>
          )}
        </div>
      )}
    </section>
  );
}

function ItemBody(props: {
  readonly item: QueueItem;
  readonly ofSeveral: boolean;
  readonly signedIn: boolean;
  readonly sharesFiles: boolean;
  readonly retry: (index: number) => void;
}) {
  const { item, retry, ...rest } = props;
  const { state } = item;
  switch (state.status) {
    case 'done':
      return <ResultCard item={{ ...item, state }} {...rest} />;
    case 'failed':
      return (
        <FailureCard
          item={item}
          message={state.message}
          onRetry={state.retryable ? () => retry(item.index) : undefined}
        />
      );
    default:
      return <ProgressCard item={item} />;
  }
}
