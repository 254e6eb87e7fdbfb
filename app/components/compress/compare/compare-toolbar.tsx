import type { RefObject } from 'react';
import {
  ChevronLeft,
  ChevronRight,
  Columns2,
  Minus,
  Plus,
  SquareSplitHorizontal,
} from '~/components/ui/late-icons.tsx';
import { Button, type ButtonProps } from '~/components/ui/button.tsx';
import { classNames } from '~/components/ui/class-names.ts';
import type { CompareMode, StageControls } from './stage-controls.ts';

interface PageChoice {
  readonly label: string;
  readonly page: number;
  readonly count: number;
  readonly onPage: (page: number) => void;
}

interface CompareToolbarProps {
  readonly mode: CompareMode;
  readonly onMode: (mode: CompareMode) => void;
  readonly zoomPercent: number;
  /** There is no picture yet. Its buttons rest and stay in the keyboard's way. */
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
    // Where the window is low, one line that scrolls: the picture needs the height.
    <div className="flex items-center gap-x-6 gap-y-1 overflow-x-auto border-t border-hairline px-2 py-1.5 *:shrink-0 roomy:flex-wrap roomy:justify-center md:justify-between! md:px-5">
      <div role="group" aria-label="View" className="flex gap-1">
        {MODES.map(({ mode: each, label, Icon }) => (
          <Tool
            key={each}
            aria-pressed={mode === each}
            onClick={() => onMode(each)}
            className={classNames(mode === each && 'bg-sunk ring-1 ring-edge ring-inset')}
          >
            <Icon aria-hidden />
            {label}
          </Tool>
        ))}
      </div>
      {pages && pages.label !== '' && <Pages {...pages} />}
      <div role="group" aria-label="Zoom" className="flex items-center">
        <Tool does="Zoom out" aria-disabled={disabled} onClick={() => controls.current?.zoomOut()}>
          <Minus aria-hidden />
        </Tool>
        <span aria-live="polite" className="figures w-14 text-center text-sm font-medium">
          <span className="sr-only">Zoom </span>
          {zoomPercent}%
        </span>
        <Tool does="Zoom in" aria-disabled={disabled} onClick={() => controls.current?.zoomIn()}>
          <Plus aria-hidden />
        </Tool>
        <Tool aria-disabled={disabled} onClick={() => controls.current?.fit()}>
          Fit
        </Tool>
        <Tool aria-disabled={disabled} onClick={() => controls.current?.pixels()}>
          Actual size
        </Tool>
      </div>
    </div>
  );
}

function Pages({ label, page, count, onPage }: PageChoice) {
  return (
    <div role="group" aria-label="Pages" className="flex items-center">
      <Tool does="Previous" aria-disabled={page === 0} onClick={() => onPage(page - 1)}>
        <ChevronLeft aria-hidden />
      </Tool>
      <span aria-live="polite" className="figures min-w-28 text-center text-sm font-medium">
        {label}
      </span>
      <Tool does="Next" aria-disabled={page === count - 1} onClick={() => onPage(page + 1)}>
        <ChevronRight aria-hidden />
      </Tool>
    </div>
  );
}

/** A button of the bar. @param does what it does, where it shows an icon and no words */
function Tool({ does, className, ...props }: ButtonProps & { readonly does?: string }) {
  return (
    <Button
      variant="ghost"
      {...(does === undefined ? {} : { size: 'icon', 'aria-label': does })}
      className={classNames(does === undefined && 'px-3! text-sm!', className)}
      {...props}
    />
  );
}
