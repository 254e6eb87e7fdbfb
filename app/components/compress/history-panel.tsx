import { useState, useSyncExternalStore } from 'react';
import { ArrowRight, ChevronDown } from '~/components/ui/late-icons.tsx';
import { formatBytes } from '#platform/contracts/byte-size.ts';
import { reductionPercent } from '~/compressor/results/reduction-percent.ts';
import { onHistory, readHistoryText } from '~/compressor/history/has-history.ts';
import { clearHistory, historyTotals, readHistory, type HistoryEntry } from '~/compressor/history/history.ts';
import { Button } from '~/components/ui/button.tsx';
import { classNames } from '~/components/ui/class-names.ts';
import { startOfFiles } from '~/components/ui/use-kept-focus.ts';
import { FileHeading } from './file-name.tsx';

/** What came back in this browser in the last hours, in one line; opened, file by file. */
export default function HistoryPanel() {
  useSyncExternalStore(onHistory, readHistoryText, () => null);
  const [open, setOpen] = useState(false);
  const entries = readHistory();
  if (entries.length === 0) return null;
  const { files, sourceBytes, outputBytes } = historyTotals(entries);
  const clear = () => {
    // The button goes with the panel.
    startOfFiles()?.focus({ preventScroll: true });
    clearHistory();
  };
  return (
    <section aria-labelledby="history-heading" className="mt-8 border-t border-hairline pt-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <div className="min-w-0 flex-1 basis-80">
          <h2 id="history-heading" className="font-sans text-sm font-semibold tracking-normal">
            In this browser, last 12 hours
          </h2>
          <p className="figures text-sm text-quiet">
            {files} {files === 1 ? 'file' : 'files'}, {formatBytes(sourceBytes)} before,{' '}
            {formatBytes(outputBytes)} after:{' '}
            <span className="font-semibold text-ink">
              {sourceBytes > outputBytes ? formatBytes(sourceBytes - outputBytes) : 'nothing'} saved
            </span>
            . Stored only in this browser.
          </p>
        </div>
        <Button
          variant="ghost"
          className="px-3! text-sm!"
          aria-expanded={open}
          aria-controls="history-list"
          onClick={() => setOpen(!open)}
        >
          <ChevronDown aria-hidden className={classNames('transition-transform', open && 'rotate-180')} />
          {open ? 'Hide files' : 'Show files'}
        </Button>
        <Button variant="ghost" className="px-3! text-sm!" onClick={clear}>
          Clear history
        </Button>
      </div>
      {open && (
        <ul id="history-list" className="mt-2 divide-y divide-hairline">
          {entries.map((entry) => (
            <li key={`${entry.at} ${entry.name}`}>
              <Entry {...entry} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Entry({ name, sourceBytes, outputBytes, missedBytes }: HistoryEntry) {
  return (
    <div className="grid gap-x-6 py-2 sm:grid-cols-[minmax(0,1fr)_auto_3.5rem] sm:items-center">
      <div className="min-w-0">
        <FileHeading name={name} />
        {missedBytes !== undefined && (
          <p className="figures text-sm text-quiet">Above the limit of {formatBytes(missedBytes)}</p>
        )}
      </div>
      <p className="figures flex items-center gap-1.5 text-sm text-quiet">
        {formatBytes(sourceBytes)}
        <ArrowRight aria-hidden className="size-3.5" />
        <span className="sr-only">became</span>
        <span className="font-semibold text-ink">{formatBytes(outputBytes)}</span>
      </p>
      <p className="figures text-sm font-semibold sm:text-right">
        {reductionPercent(sourceBytes, outputBytes)}%<span className="sr-only"> reduction</span>
      </p>
    </div>
  );
}
