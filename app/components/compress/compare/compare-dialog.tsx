import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { X } from '~/components/ui/icons.tsx';
import { formatBytes } from '#platform/contracts/byte-size.ts';
import { reductionPercent } from '~/compressor/results/reduction-percent.ts';
import type { FinishedItem } from '~/compressor/queue/queue-state.ts';
import { scoreSentence } from '~/compressor/results/score-sentence.ts';
import { Button } from '~/components/ui/button.tsx';
import { Spinner } from '~/components/ui/spinner.tsx';
import { FileName } from '../file-name.tsx';
import { CompareStage } from './compare-stage.tsx';
import { CompareToolbar } from './compare-toolbar.tsx';
import type { CompareMode, StageControls } from './stage-controls.ts';
import { useComparison } from './use-comparison.ts';

export interface CompareDialogProps {
  readonly item: FinishedItem;
  readonly onClose: () => void;
}

/** Original and result of one file over the whole window, one behind the other or side by side. */
export default function CompareDialog({ item, onClose }: CompareDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const stage = useRef<StageControls>(null);
  const [mode, setMode] = useState<CompareMode>('slider');
  const [page, setPage] = useState(0);
  const [zoomPercent, setZoomPercent] = useState(100);
  const { comparison, pair, problem } = useComparison(item, page);
  const count = comparison?.count ?? 0;

  useEffect(() => {
    const { overflow } = document.documentElement.style;
    // The page behind must not move.
    document.documentElement.style.overflow = 'hidden';
    dialog.current?.showModal();
    return () => {
      document.documentElement.style.overflow = overflow;
    };
  }, []);

  const goTo = (next: number) => setPage(Math.min(count - 1, Math.max(0, next)));
  const pressed = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const action = keyAction(
      event,
      stage.current,
      () => goTo(page - 1),
      () => goTo(page + 1),
    );
    if (!action) return;
    event.preventDefault();
    action();
  };

  return (
    // The keys belong to the whole view; every one of them has a button or the handle beside it.
    <dialog
      ref={dialog}
      aria-labelledby="compare-title"
      onClose={onClose}
      onKeyDown={pressed}
      className="m-0 grid h-dvh max-h-none w-screen max-w-none grid-rows-[auto_minmax(0,1fr)_auto] bg-ground text-ink backdrop:bg-ground"
    >
      <CompareHeader item={item} onClose={() => dialog.current?.close()} />
      {pair ? (
        <CompareStage
          controls={stage}
          pair={pair}
          mode={mode}
          beforeBytes={item.file.size}
          afterBytes={item.state.result.size}
          onZoom={setZoomPercent}
        />
      ) : (
        <div className="grid place-items-center bg-sunk p-6" role="status">
          {problem ?? (
            <span className="flex items-center gap-3 text-quiet">
              <Spinner className="text-quiet" />
              Opening both files
            </span>
          )}
        </div>
      )}
      <CompareToolbar
        {...{ mode, zoomPercent }}
        onMode={setMode}
        disabled={!pair}
        controls={stage}
        pages={
          comparison && count > 0 ? { label: comparison.labelOf(page), page, count, onPage: goTo } : null
        }
      />
    </dialog>
  );
}

interface CompareHeaderProps {
  readonly item: FinishedItem;
  readonly onClose: () => void;
}

function CompareHeader({ item, onClose }: CompareHeaderProps) {
  const { file } = item;
  const { result } = item.state;
  const percent = reductionPercent(file.size, result.size);
  const score = result.report?.score;
  return (
    <header className="flex items-center gap-4 border-b border-hairline py-2 pr-2 pl-4 md:pl-5">
      <div className="min-w-0 flex-1 md:flex md:items-baseline md:gap-4">
        <h2 id="compare-title" className="truncate font-sans text-base font-semibold tracking-normal">
          <span className="sr-only">Compare </span>
          <FileName name={file.name} />
        </h2>
        <p className="figures hidden shrink-0 text-sm text-quiet md:block roomy:block">
          {formatBytes(file.size)} <span aria-hidden>→</span>
          <span className="sr-only">to</span> {formatBytes(result.size)},{' '}
          <span className="font-semibold text-primary">{percent}%</span> smaller
          {typeof score === 'number' && <span className="lg:hidden">, score {Math.floor(score)} of 100</span>}
        </p>
      </div>
      {score !== undefined && result.size < file.size && (
        <p className="max-w-xl text-sm text-quiet max-lg:hidden">
          {score !== null && (
            <span className="figures font-semibold text-ink">Score {Math.floor(score)} of 100. </span>
          )}
          {scoreSentence(score)}
        </p>
      )}
      <Button variant="ghost" size="icon" aria-label="Close the comparison" onClick={onClose}>
        <X aria-hidden />
      </Button>
    </header>
  );
}

/** Keyboard steps: percent of the width for the divider, CSS pixels for the picture. */
const DIVIDER_STEP = 2;
const PAN_STEP = 48;

function keyAction(
  event: KeyboardEvent,
  stage: StageControls | null,
  previous: () => void,
  next: () => void,
): (() => void) | null {
  if (!stage) return null;
  const { key, shiftKey } = event;
  const arrows: Readonly<Record<string, readonly [number, number]>> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
  };
  const arrow = arrows[key];
  if (arrow) {
    const [right, down] = arrow;
    if (shiftKey) return () => stage.panBy(-right * PAN_STEP, -down * PAN_STEP);
    return right === 0 ? null : () => stage.divideBy(right * DIVIDER_STEP);
  }
  const keys: Readonly<Record<string, () => void>> = {
    '+': stage.zoomIn,
    '=': stage.zoomIn,
    '-': stage.zoomOut,
    '0': stage.fit,
    '1': stage.pixels,
    Home: () => stage.divideBy(-100),
    End: () => stage.divideBy(100),
    PageUp: previous,
    PageDown: next,
  };
  return keys[key] ?? null;
}
