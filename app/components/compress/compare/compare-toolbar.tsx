import { ChevronLeft, ChevronRight, Columns2, Minus, Plus, SquareSplitHorizontal } from 'lucide-react';
import type { RefObject } from 'react';
import { Button } from '~/components/ui/button.tsx';
import { classNames } from '~/components/ui/class-names.ts';
import type { CompareMode, StageControls } from './stage-controls.ts';

export interface PageChoice {
  readonly label: string;
  readonly page: number;
  readonly count: number;
  readonly onPage: (page: number) => void;
}

export interface CompareToolbarProps {
  readonly mode: CompareMode;
  readonly onMode: (mode: CompareMode) => void;
  readonly zoomPercent: number;
  readonly disabled: boolean;
  readonly controls: RefObject<StageControls | null>;
  /** Where the file has several pages or pictures. */
  readonly pages: PageChoice | null;
}

const MODES = [
  { mode: 'slider', label: 'Slider', Icon: SquareSplitHorizontal },
  { mode: 'side-by-side', label: 'Side by side', Icon: Columns2 },
] as const;

export function CompareToolbar(props: CompareToolbarProps) {
  const { mode, onMode, zoomPercent, disabled, controls, pages } = props;
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-6 gap-y-1 border-t border-hairline px-2 py-1.5 md:justify-between md:px-5">
      <div role="group" aria-label="View" className="flex gap-1">
        {MODES.map(({ mode: each, label, Icon }) => (
          <Button
            key={each}
            variant="ghost"
            aria-pressed={mode === each}
            onClick={() => onMode(each)}
            className={classNames('px-3! text-sm!', mode === each && 'bg-sunk ring-1 ring-edge ring-inset')}
          >
            <Icon aria-hidden />
            {label}
          </Button>
        ))}
      </div>
      {pages && pages.label !== '' && <Pages {...pages} />}
      <div role="group" aria-label="Zoom" className="flex items-center">
        <Button
          variant="ghost"
          size="icon"
          aria-label="Zoom out"
          disabled={disabled}
          onClick={() => controls.current?.zoomOut()}
        >
          <Minus aria-hidden />
        </Button>
        <span aria-live="polite" className="figures w-14 text-center text-sm font-medium">
          {zoomPercent}%
        </span>
        <Button
          variant="ghost"
          size="icon"
          aria-label="Zoom in"
          disabled={disabled}
          onClick={() => controls.current?.zoomIn()}
        >
          <Plus aria-hidden />
        </Button>
        <Button
          variant="ghost"
          className="px-3! text-sm!"
          disabled={disabled}
          onClick={() => controls.current?.fit()}
        >
          Fit
        </Button>
        <Button
          variant="ghost"
          className="px-3! text-sm!"
          disabled={disabled}
          onClick={() => controls.current?.pixels()}
        >
          Pixels
        </Button>
      </div>
    </div>
  );
}

function Pages({ label, page, count, onPage }: PageChoice) {
  return (
    <div role="group" aria-label="Pages" className="flex items-center">
      <Button
        variant="ghost"
        size="icon"
        aria-label="Previous"
        disabled={page === 0}
        onClick={() => onPage(page - 1)}
      >
        <ChevronLeft aria-hidden />
      </Button>
      <span aria-live="polite" className="figures min-w-28 text-center text-sm font-medium">
        {label}
      </span>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Next"
        disabled={page === count - 1}
        onClick={() => onPage(page + 1)}
      >
        <ChevronRight aria-hidden />
      </Button>
    </div>
  );
}
