import { memo, useEffect, useLayoutEffect, useRef, useState, type CSSProperties } from 'react';
import {
  failedCount,
  finishedItems,
  settledCount,
  type FinishedItem,
  type QueueItem,
} from '~/compressor/queue/queue-state.ts';
import type { ChosenOptions } from '~/compressor/queue/chosen-options.ts';
import type { Compressor } from '~/compressor/queue/use-compressor.ts';
import { FailedRow } from './failed-row.tsx';
import { LateAgain, LateCompare } from './late-parts.tsx';
import { PendingRow } from './pending-row.tsx';
import { ResultRow, type ResultRowProps, type RowActs } from './result-row.tsx';
import { ResultsHeader } from './results-header.tsx';
import { classNames } from '~/components/ui/class-names.ts';
import { useKeptFocus } from '~/components/ui/use-kept-focus.ts';
import { SelectionProblem, type Problem } from './selection-problem.tsx';
import { NotifyOffer } from './notify-offer.tsx';
import { failureSentence, ReductionNote, TotalsDock } from './totals-dock.tsx';
import { useTitleCount } from './use-title-count.ts';

export interface ResultsProps {
  readonly compressor: Compressor;
  readonly signedIn: boolean;
  readonly sharesFiles: boolean;
  readonly chosen: ChosenOptions;
  readonly onChosen: (chosen: ChosenOptions) => void;
  /** Why files that were to be added were rejected. */
  readonly problem: Problem | null;
  readonly onFiles: (files: readonly File[]) => void;
  /** Takes what was offered of a selection that was rejected. */
  readonly onOffer: (files: readonly File[]) => void;
  readonly onReset: () => void;
}

/** Rows from which on drawing all of them takes long. */
const LONG_LIST = 40;

/** The list that the drop zone folds into. */
export default function Results(props: ResultsProps) {
  const { compressor, signedIn, sharesFiles, chosen, onChosen, problem, onFiles, onOffer, onReset } = props;
  const { items, busy } = compressor;
  const heading = useRef<HTMLHeadingElement>(null);
  const [compared, setCompared] = useState<FinishedItem | null>(null);
  const [steering, setSteering] = useState(false);
  const began = useRef(busy);
  // The drop zone had the focus and is gone; a person may have gone on while this came.
  useEffect(() => {
    // Files may be pasted or dropped wherever the page stands.
    if (began.current) heading.current?.scrollIntoView({ block: 'nearest' });
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);

  useTitleCount(settledCount(items), items.length, busy);
  const rows = useRef<HTMLOListElement>(null);
  const lastRow = useRef(0);
  // The row that took the place of the one that was removed, or the last one.
  const keptFocus = useKeptFocus(
    () =>
      [...(rows.current?.children ?? [])]
        .slice(0, lastRow.current + 1)
        .at(-1)
        ?.querySelector('h3') ?? heading.current,
  );
  // An offer goes once it was taken, or comes too late.
  const keptPlace = useKeptFocus(() => heading.current);
  const someFinished = finishedItems(items).length > 0;
  const acts = useRowActs(compressor);
  const row = {
    compressor: acts,
    signedIn,
    sharesFiles,
    ofSeveral: items.length > 1,
    onCompare: setCompared,
  };
  return (
    <section data-results aria-labelledby="results-heading" className="animate-rise" {...keptPlace}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1
          id="results-heading"
          ref={heading}
          tabIndex={-1}
          className="scroll-mt-24 text-2xl outline-none md:text-3xl"
        >
          {busy ? 'Compressing your files' : 'Your results'}
        </h1>
        <ResultsHeader
          {...{ items, busy, steering, onFiles, onReset }}
          onSteer={() => setSteering(!steering)}
        />
      </div>
      <SelectionProblem problem={problem} onOffer={onOffer} />
      {steering && <LateAgain {...{ compressor, chosen, onChosen }} onClose={() => setSteering(false)} />}
      <h2 className="sr-only">Files</h2>
      <ol
        ref={rows}
        onFocus={({ currentTarget, target }) => {
          keptFocus.onFocus();
          lastRow.current = [...currentTarget.children].findIndex((each) => each.contains(target));
        }}
        onBlur={keptFocus.onBlur}
        className={classNames(
          'mt-3 mb-3 divide-y divide-hairline overflow-hidden rounded-card border border-hairline bg-raised',
          // Rows out of sight are not drawn; tooltips would be cut where a short list asks for none of it.
          items.length > LONG_LIST &&
            '[&>li]:[contain-intrinsic-size:auto_3.5rem] [&>li]:[content-visibility:auto]',
        )}
        // On one line all rows keep the same place for their buttons, whatever these say.
        style={{ '--actions': signedIn ? '22rem' : '25.75rem' } as CSSProperties}
      >
        {items.map((item) => (
          <Row key={item.index} item={item} {...row} />
        ))}
      </ol>
      {items.length > 1 ? (
        <>
          <TotalsDock items={items} signedIn={signedIn} givesWay={steering} />
          {/* Beside the totals there is no room for it on narrow screens. */}
          {someFinished && !busy && failedCount(items) > 0 && (
            <p className="mt-4 text-sm wide:hidden">{failureSentence(failedCount(items), items.length)}</p>
          )}
          {someFinished && <ReductionNote className="mt-4 md:hidden" />}
        </>
      ) : (
        <>
          {busy && <NotifyOffer />}
          {someFinished && <ReductionNote className="max-w-prose" />}
        </>
      )}
      {compared && <LateCompare item={compared} onClose={() => setCompared(null)} />}
    </section>
  );
}

type RowProps = Omit<ResultRowProps, 'item' | 'open' | 'onOpen'> & { readonly item: QueueItem };

/** Drawn anew when its own file changes: of 200 rows only one does so at a time. */
const Row = memo(function Row(props: RowProps) {
  const box = useRef<HTMLLIElement>(null);
  // Through another try, after which one wants to see what became of it and perhaps try once more.
  const [open, setOpen] = useState(false);
  const keptFocus = useKeptFocus(() => box.current?.querySelector('h3'));
  return (
    <li ref={box} data-file={props.item.index} {...keptFocus}>
      <RowAsItStands {...props} open={open} onOpen={setOpen} />
    </li>
  );
});

/** What rows can do, the same through all drawings. */
function useRowActs(compressor: Compressor): RowActs {
  const latest = useRef(compressor);
  useLayoutEffect(() => void (latest.current = compressor));
  const [acts] = useState<RowActs>(() => ({
    retry: (index) => latest.current.retry(index),
    again: (...asked) => latest.current.again(...asked),
    onServer: (index) => latest.current.onServer(index),
    cancel: (index) => latest.current.cancel(index),
    remove: (index) => latest.current.remove(index),
  }));
  return acts;
}

function RowAsItStands({ item, open, onOpen, ...rest }: RowProps & Pick<ResultRowProps, 'open' | 'onOpen'>) {
  const { state, index } = item;
  const { retry, onServer, cancel, remove } = rest.compressor;
  switch (state.status) {
    case 'done':
      return <ResultRow item={{ ...item, state }} {...{ open, onOpen }} {...rest} />;
    case 'failed':
      return (
        <FailedRow
          item={item}
          message={state.message}
          onRetry={state.retryable ? () => retry(index) : undefined}
          onServer={state.offersServer ? () => onServer(index) : undefined}
          onRemove={() => remove(index)}
        />
      );
    default:
      return <PendingRow item={item} onCancel={() => cancel(index)} onTryNow={() => retry(index)} />;
  }
}
